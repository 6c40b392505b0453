package io.dbharness.acceptance;

import static io.dbharness.acceptance.HarnessProcess.codes;
import static io.dbharness.acceptance.TpccIT.LONG;
import static io.dbharness.acceptance.TpccIT.SHORT;
import static io.dbharness.acceptance.TpccIT.assertAllChecksPassed;
import static io.dbharness.acceptance.TpccIT.assertServersEnd;
import static io.dbharness.acceptance.TpccIT.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The data stay consistent when the harness or the server is killed. Each fault and each mode has a test in every build; the other pairs of
 * a fault and a mode are tested at night.
 */
@Tag("fault")
@ExtendWith(OneWarehouse.Given.class)
class TpccFaultsIT {

    /** Eight warehouses of a twentieth of the rows, in 25 parts. */
    private static final String KILLED_LOAD =
            "tpcc --warehouses 8 --rows-percent 5 --think-time none --data-dir data --load only --loaders 1";

    /** The items and three parts of a warehouse take 6 MB, all of the load 40 MB. */
    private static final long BYTES_OF_PARTS = 10_000_000;
    /** The load has 204,000 rows; the items and the orders of a warehouse are 22,000 of them. */
    private static final long ROWS_WITHOUT_TWO_PARTS = 190_000;

    private static final Pattern ROWS_TO_LOAD = Pattern.compile("phase=load .*of=(\\d+) unit=rows");

    private static final String[] CRASHED = ("tpcc " + OneWarehouse.WORDS
                    + " --rate 100/s --connections 4 --warmup 0s --data-dir data --out crashed --duration")
            .split(" ");

    /** Whatever a busy machine did to the latencies. */
    private static void assertConsistent(Outcome harness, JsonNode result) {
        assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
        assertThat(result.get("totals").get("completed").asLong()).isPositive();
        assertAllChecksPassed(result, "before");
        assertAllChecksPassed(result, "after");
    }

    /** What a server that runs holds in its tables and indexes. */
    private static long bytesOfTables(Path dataDirectory) {
        AtomicLong bytes = new AtomicLong();
        try {
            Files.walkFileTree(dataDirectory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    bytes.addAndGet(file.toString().contains("/base/") ? attributes.size() : 0);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    // The server has deleted it meanwhile.
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.get();
    }

    static boolean connectionsWereLost(JsonNode result) {
        for (JsonNode operation : result.get("operations")) {
            if (operation.get("counts").get("failedBy").has("CONNECTION_LOST")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void aKilledLoadLeavesNoServerAndTheNextGoesOnWhereItWas(@TempDir Path folder) throws Exception {
        HarnessProcess killed = HarnessProcess.start(folder, KILLED_LOAD.split(" "));
        killed.awaitText("step=\"loading");
        Path data = folder.resolve("data");
        long empty = bytesOfTables(data);
        killed.await(() -> bytesOfTables(data) > empty + BYTES_OF_PARTS, "some parts of the data set");

        killed.kill();

        assertServersEnd(folder);
        Outcome next = CommandRunner.run(
                folder,
                KILLED_LOAD
                        .replace("--load only", "--load auto --connections 2 --warmup 0s --until 100 --out next")
                        .split(" "));
        assertConsistent(next, HarnessProcess.result(folder.resolve("next"), next.errors()));
        assertThat(ROWS_TO_LOAD
                        .matcher(next.errors())
                        .results()
                        .map(MatchResult::group)
                        .map(line -> Long.valueOf(ROWS_TO_LOAD.matcher(line).replaceAll("$1"))))
                .as(next.errors())
                .isNotEmpty()
                .allMatch(rows -> rows <= ROWS_WITHOUT_TWO_PARTS);
    }

    @Test
    void aKilledRunLeavesNoServerAndItsDataPassTheChecks(@TempDir Path folder, OneWarehouse warehouse)
            throws Exception {
        killRun("compound", folder, warehouse);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"interactive", "interactive-row", "procedures"})
    void aKilledRunLeavesNoServerAndItsDataPassTheChecksInAnyMode(
            String mode, @TempDir Path folder, OneWarehouse warehouse) throws Exception {
        killRun(mode, folder, warehouse);
    }

    private static void killRun(String mode, Path folder, OneWarehouse warehouse) throws Exception {
        warehouse.copyTo(folder.resolve("data"));
        HarnessProcess killed = HarnessProcess.start(folder, with(LONG, "--mode", mode));
        killed.awaitSeconds("long", 0);

        killed.kill();

        assertServersEnd(folder);
        assertThat(folder.resolve("long/latency.hlog")).isNotEmptyFile();
        Outcome next = again(folder, mode);
        assertConsistent(next, HarnessProcess.result(folder.resolve("next"), next.errors()));
        assertThat(next.errors()).doesNotContain("loading");
    }

    private static Outcome again(Path folder, String mode) {
        return CommandRunner.run(folder, with(SHORT, "--data-dir", "data", "--out", "next", "--mode", mode));
    }

    @Test
    void aServerThatDiesMidRunIsALostConnectionAndAnInvalidRunAndTheDataSurvive(
            @TempDir Path folder, OneWarehouse warehouse) throws Exception {
        killServer("procedures", folder, warehouse);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"interactive", "interactive-row", "compound"})
    void aServerThatDiesMidRunIsALostConnectionAndAnInvalidRunAndTheDataSurviveInAnyMode(
            String mode, @TempDir Path folder, OneWarehouse warehouse) throws Exception {
        killServer(mode, folder, warehouse);
    }

    private static void killServer(String mode, Path folder, OneWarehouse warehouse) throws Exception {
        warehouse.copyTo(folder.resolve("data"));
        HarnessThread harness = HarnessThread.start(folder, with(LONG, "--mode", mode));
        harness.awaitSeconds("long", 0);

        HarnessProcess.serversUnder(folder).forEach(ProcessHandle::destroyForcibly);

        Outcome broken = harness.outcome();
        assertThat(broken.exitCode()).as(broken.errors()).isIn(12, 13);
        JsonNode result = HarnessProcess.result(folder.resolve("long"), broken.errors());
        assertThat(result.get("verdict").asText()).isEqualTo("INVALID");
        // On a slow machine what failed may all have been due in the warm-up.
        assertThat(connectionsWereLost(result) || codes(result).contains("TARGET_LOST"))
                .isTrue();

        Outcome next = again(folder, mode);
        assertConsistent(next, HarnessProcess.result(folder.resolve("next"), next.errors()));
        assertThat(next.errors()).doesNotContain("loading");
    }

    /** When one of its processes is killed, PostgreSQL ends all sessions, recovers from its log and goes on. */
    @Test
    void aServerThatCrashesAndRecoversMidRunLosesConnectionsButNoConsistency(
            @TempDir Path folder, OneWarehouse warehouse) throws Exception {
        warehouse.copyTo(folder.resolve("data"));
        HarnessProcess harness = HarnessProcess.start(folder, with(CRASHED, "6s", "--mode", "interactive-row"));
        harness.awaitSeconds("crashed", 0);

        HarnessProcess.crashServerUnder(folder);

        assertConsistent(harness.outcome(), harness.result());
        assertThat(connectionsWereLost(harness.result())).isTrue();
        assertThat(harness.errors()).contains("first failure of kind CONNECTION_LOST");
    }

    /**
     * The harness breaks its server itself and times how the throughput comes back. Before each fault there are several whole intervals
     * also on a busy machine, where an interval may be late.
     */
    @Test
    void aServerThatIsBrokenOnPurposeIsTimedAndTold(@TempDir Path folder, OneWarehouse warehouse) throws Exception {
        warehouse.copyTo(folder.resolve("data"));
        Outcome harness = CommandRunner.run(
                folder, with(CRASHED, "13s", "--fault", "3s:kill-sessions", "--fault", "8s:restart", "--verbose"));

        JsonNode result = HarnessProcess.onlyResult(folder, harness.errors());
        assertConsistent(harness, result);
        assertThat(connectionsWereLost(result)).isTrue();
        assertThat(codes(result)).contains("FAULT").doesNotContain("FAULT_NOT_DONE");
        JsonNode faults = result.get("throughputPerSecond").get("faults");
        assertThat(faults).extracting(fault -> fault.get("fault").asText()).containsExactly("kill-sessions", "restart");
        assertThat(faults).allSatisfy(fault -> {
            assertThat(fault.get("problem").asText()).isEmpty();
            assertThat(fault.get("perSecondBefore").asDouble()).isPositive();
            assertThat(fault.get("overSeconds").asDouble())
                    .isGreaterThan(fault.get("atSeconds").asDouble());
        });
        assertThat(faults.get(1).get("silentSeconds").asDouble()).isPositive();
        assertThat(harness.output())
                .containsPattern("fault +kill-sessions after [0-9.]+ s, over after [0-9.]+ s: nothing completed for ")
                .containsPattern("fault +restart after [0-9.]+ s, .* of the [0-9.]+ a second before ");
    }
}
