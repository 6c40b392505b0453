package io.dbharness.acceptance;

import static io.dbharness.acceptance.TpccIT.assertSound;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.sut.RunningServer;
import io.dbharness.testkit.shared.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two clients, each with a folder of its own, share a data set on a server that neither of them runs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TpccSlicesIT {

    private RunningServer server;

    @BeforeAll
    void startServer() {
        server = Shared.startPostgresql();
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    private HarnessProcess start(Path folder, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "tpcc",
                "--warehouses",
                "2",
                "--rows-percent",
                "1",
                "--target",
                server.address().url(),
                "--user",
                server.address().user().orElseThrow(),
                "--password",
                "env:DB_PASSWORD",
                "--think-time",
                "none",
                "--connections",
                "2",
                "--warmup",
                "0s",
                "--duration",
                "1s"));
        arguments.addAll(List.of(more));
        String password = server.address().password().orElseThrow().reveal();
        Files.createDirectories(folder);
        return HarnessProcess.start(
                folder, List.of(), Map.of("DB_PASSWORD", password), arguments.toArray(String[]::new));
    }

    @Test
    void clientsLoadAndRunTheirOwnWarehouses(@TempDir Path folder) throws Exception {
        HarnessProcess first = start(folder.resolve("first"), "--warehouse-range", "1-1", "--load", "only");
        assertThat(first.exitCode()).as(first.errors()).isIn(0, 12);

        HarnessProcess early = start(folder.resolve("early"), "--warehouse-range", "1-1");
        assertThat(early.exitCode()).as(early.errors()).isEqualTo(1);
        assertThat(early.errors()).contains("1 of 2 warehouses are in; load the other ranges first");

        HarnessProcess second = start(folder.resolve("second"), "--warehouse-range", "2-2", "--load", "only");
        assertThat(second.exitCode()).as(second.errors()).isIn(0, 12);

        HarnessProcess one = start(folder.resolve("one"), "--warehouse-range", "1-1", "--load", "never");
        HarnessProcess other = start(folder.resolve("other"), "--warehouse-range", "2-2", "--load", "never");
        assertThat(one.exitCode()).as(one.errors()).isIn(0, 12);
        assertThat(other.exitCode()).as(other.errors()).isIn(0, 12);
        assertSound(one.result());
        assertSound(other.result());
        JsonNode commits = one.result().get("server").get("counters").get("commits");
        assertThat(commits.asDouble()).isPositive();

        HarnessProcess merged = HarnessProcess.run(
                folder,
                "merge",
                newest(folder.resolve("one")),
                newest(folder.resolve("other")),
                "--as",
                "clients",
                "--out",
                "merged");
        assertThat(merged.exitCode()).as(merged.errors()).isIn(0, 12);
        JsonNode both = merged.result("merged");
        assertThat(both.get("workload").get("parameters").get("warehouse-range").asText())
                .isEqualTo("1-1; 2-2");
        assertThat(both.get("scores").get("tpmC").asDouble())
                .isGreaterThan(one.result().get("scores").get("tpmC").asDouble());
    }

    private static String newest(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.endsWith("result.json"))
                    .map(file -> file.getParent().toString())
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aRangeBeyondTheScaleIsAWrongUse(@TempDir Path folder) throws Exception {
        HarnessProcess harness = start(folder, "--warehouse-range", "2-3");

        assertThat(harness.exitCode()).as(harness.errors()).isEqualTo(2);
        assertThat(harness.errors()).contains("--warehouse-range 2-3 goes beyond --warehouses 2");
    }
}
