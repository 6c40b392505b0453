package io.dbharness.acceptance;

import static io.dbharness.acceptance.TpccIT.LONG;
import static io.dbharness.acceptance.TpccIT.SHORT;
import static io.dbharness.acceptance.TpccIT.assertAllChecksPassed;
import static io.dbharness.acceptance.TpccIT.assertServersEnd;
import static io.dbharness.acceptance.TpccIT.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data stay consistent whatever dies, and when. */
class TpccFaultsIT {

    private static final long ROWS_OF_FOUR_WAREHOUSES = 2_097_007;
    private static final Pattern ROWS_TO_LOAD = Pattern.compile("phase=load .*of=(\\d+) unit=rows");

    private static final String[] CRASHED = {
        "tpcc",
        "--warehouses",
        "1",
        "--think-time",
        "none",
        "--connections",
        "4",
        "--warmup",
        "1s",
        "--duration",
        "20s",
        "--data-dir",
        "data"
    };

    /** Whatever a busy machine did to the latencies. */
    private static void assertConsistent(HarnessProcess harness, JsonNode result) throws InterruptedException {
        assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
        assertThat(result.get("totals").get("completed").asLong()).isPositive();
        assertAllChecksPassed(result, "before");
        assertAllChecksPassed(result, "after");
    }

    private static boolean connectionsWereLost(JsonNode result) {
        for (JsonNode operation : result.get("operations")) {
            if (operation.get("counts").get("failedBy").has("CONNECTION_LOST")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void aKilledLoadLeavesNoServerAndTheNextGoesOnWhereItWas(@TempDir Path folder) throws Exception {
        String[] load = {"tpcc", "--warehouses", "4", "--loaders", "1", "--data-dir", "data", "--load", "only"};
        HarnessProcess killed = HarnessProcess.start(folder, load);
        killed.awaitText("phase=load");

        killed.kill();

        assertServersEnd(folder);
        HarnessProcess next = HarnessProcess.run(
                folder,
                "tpcc",
                "--warehouses",
                "4",
                "--data-dir",
                "data",
                "--think-time",
                "none",
                "--connections",
                "2",
                "--warmup",
                "0s",
                "--duration",
                "2s",
                "--out",
                "next");
        assertConsistent(next, next.result());
        assertThat(ROWS_TO_LOAD
                        .matcher(next.errors())
                        .results()
                        .map(MatchResult::group)
                        .map(line -> Long.valueOf(ROWS_TO_LOAD.matcher(line).replaceAll("$1"))))
                .as(next.errors())
                .isNotEmpty()
                .allMatch(rows -> rows < ROWS_OF_FOUR_WAREHOUSES);
    }

    @Test
    void aKilledRunLeavesNoServerAndItsDataPassTheChecks(@TempDir Path folder) throws Exception {
        HarnessProcess killed = HarnessProcess.start(folder, with(LONG, "--out", "killed"));
        killed.awaitText("phase=measure");

        killed.kill();

        assertServersEnd(folder);
        assertThat(folder.resolve("killed/latency.hlog")).isNotEmptyFile();
        HarnessProcess next = HarnessProcess.run(folder, with(SHORT, "--data-dir", "data", "--out", "next"));
        assertConsistent(next, next.result());
        assertThat(next.errors()).doesNotContain("loading");
    }

    @Test
    void aServerThatDiesMidRunIsALostConnectionAndAnInvalidRunAndTheDataSurvive(@TempDir Path folder) throws Exception {
        HarnessProcess harness = HarnessProcess.start(folder, with(LONG, "--out", "lost"));
        harness.awaitText("phase=measure");

        HarnessProcess.serversUnder(folder).forEach(ProcessHandle::destroyForcibly);

        assertThat(harness.exitCode()).as(harness.errors()).isIn(12, 13);
        JsonNode result = harness.result("lost");
        assertThat(result.get("verdict").asText()).isEqualTo("INVALID");
        assertThat(connectionsWereLost(result)).isTrue();

        HarnessProcess next = HarnessProcess.run(folder, with(SHORT, "--data-dir", "data", "--out", "next"));
        assertConsistent(next, next.result("next"));
        assertThat(next.errors()).doesNotContain("loading");
    }

    /** When one of its processes is killed, PostgreSQL ends all sessions, recovers from its log and goes on. */
    @Test
    void aServerThatCrashesAndRecoversMidRunLosesConnectionsButNoConsistency(@TempDir Path folder) throws Exception {
        HarnessProcess harness = HarnessProcess.start(folder, CRASHED);
        harness.awaitText("phase=measure");

        HarnessProcess.crashServerUnder(folder);

        harness.exitCode();
        assertConsistent(harness, harness.result());
        assertThat(connectionsWereLost(harness.result())).isTrue();
    }
}
