package io.dbharness.acceptance;

import static io.dbharness.acceptance.TpccIT.assertSound;
import static io.dbharness.acceptance.TpccIT.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.BuildServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two clients, each with a folder of its own, share a data set on a server that neither of them runs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TpccSlicesIT {

    private static final String[] TPCC =
            "tpcc --warehouses 2 --rows-percent 1 --think-time none --connections 2 --rate 50/s --warmup 0s --duration 2s"
                    .split(" ");

    private final TargetSpec server = BuildServer.postgresql("slices");

    private HarnessThread start(Path folder, String... more) throws IOException {
        Files.createDirectories(folder);
        return HarnessThread.start(folder, server, with(TPCC, more));
    }

    private Outcome run(Path folder, String... more) throws IOException {
        Files.createDirectories(folder);
        return CommandRunner.run(folder, server, with(TPCC, more));
    }

    @Test
    void clientsLoadAndRunTheirOwnWarehouses(@TempDir Path folder) throws Exception {
        Outcome first = run(folder.resolve("first"), "--warehouse-range", "1-1", "--load", "only");
        assertThat(first.exitCode()).as(first.errors()).isIn(0, 12);

        Outcome early = run(folder.resolve("early"), "--warehouse-range", "1-1");
        assertThat(early.exitCode()).as(early.errors()).isEqualTo(1);
        assertThat(early.errors()).contains("1 of 2 warehouses are loaded; load the other ranges first");

        Outcome second = run(folder.resolve("second"), "--warehouse-range", "2-2", "--load", "only");
        assertThat(second.exitCode()).as(second.errors()).isIn(0, 12);

        HarnessThread one = start(folder.resolve("one"), "--warehouse-range", "1-1", "--load", "never", "--out", "run");
        HarnessThread other =
                start(folder.resolve("other"), "--warehouse-range", "2-2", "--load", "never", "--out", "run");
        JsonNode own = sound(one);
        sound(other);
        JsonNode commits = own.get("server").get("counters").get("commits");
        assertThat(commits.asDouble()).isPositive();

        Outcome merged = CommandRunner.run(
                folder,
                "merge",
                folder.resolve("one/run").toString(),
                folder.resolve("other/run").toString(),
                "--as",
                "clients",
                "--out",
                "merged");
        assertThat(merged.exitCode()).as(merged.errors()).isIn(0, 12);
        JsonNode both = HarnessProcess.result(folder.resolve("merged"), merged.errors());
        assertThat(both.get("workload").get("parameters").get("warehouse-range").asText())
                .isEqualTo("1-1; 2-2");
        assertThat(both.get("scores").get("tpmC").asDouble())
                .isGreaterThan(own.get("scores").get("tpmC").asDouble());
    }

    private static JsonNode sound(HarnessThread client) throws Exception {
        Outcome run = client.outcome();
        assertThat(run.exitCode()).as(run.errors()).isIn(0, 12);
        JsonNode result = HarnessProcess.result(client.folder().resolve("run"), run.errors());
        assertSound(result);
        return result;
    }

    @Test
    void aRangeBeyondTheScaleIsAWrongUse(@TempDir Path folder) throws Exception {
        Outcome harness = run(folder, "--warehouse-range", "2-3");

        assertThat(harness.exitCode()).as(harness.errors()).isEqualTo(2);
        assertThat(harness.errors()).contains("--warehouse-range 2-3 goes beyond --warehouses 2");
    }
}
