package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What the loss of a node does to a run on Cassandra. */
@ResourceLock("cassandra")
@Tag("fault")
class CqlFaultsIT {

    @TempDir
    private Path folder;

    private static List<JsonNode> checks(JsonNode result) {
        return StreamSupport.stream(result.get("checks").spliterator(), false).toList();
    }

    private Path node(int number) {
        return folder.resolve("data/cassandra/node" + number);
    }

    /** What the client saw of the ring, second by second. */
    private String nodesUp() {
        Path file = folder.resolve("ring/server.csv");
        try {
            return Files.exists(file)
                    ? Files.readAllLines(file).stream()
                            .map(line -> line.split(",", -1))
                            .filter(cells -> cells.length == 4 && cells[2].equals("nodesUp"))
                            .map(cells -> cells[3])
                            .collect(Collectors.joining(" "))
                    : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void killNode(int number) throws IOException {
        long pid = Long.parseLong(
                Files.readString(node(number).resolve("cassandra.pid")).strip());
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
    }

    @Tag("nightly")
    @Test
    void aRingThatLosesOneOfThreeNodesGoesOnAtQuorumAndLosesNoRow() throws Exception {
        HarnessProcess harness = HarnessProcess.start(
                folder,
                "cql",
                "mixed",
                "--nodes",
                "3",
                "--consistency",
                "quorum",
                "--rows",
                "3000",
                "--data-dir",
                "data",
                "--warmup",
                "2s",
                "--duration",
                "12s",
                "--out",
                "ring");
        harness.awaitSeconds("ring", 4).await(() -> nodesUp().endsWith("3.0"), "three nodes seen by the client");

        killNode(3);

        assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
        JsonNode result = harness.result();
        assertThat(result.get("totals").get("failed").asLong())
                .as(harness.output())
                .isPositive();
        assertThat(result.get("totals").get("completed").asLong())
                .isGreaterThan(result.get("totals").get("failed").asLong());
        assertThat(HarnessProcess.codes(result)).contains("ERRORS").doesNotContain("TARGET_LOST");
        assertThat(nodesUp()).contains("3.0").endsWith("2.0");
        assertThat(HarnessProcess.codes(result)).contains("NODE_LOST").doesNotContain("BURST_CREDITS", "NOT_STEADY");
        assertThat(result.get("caveats").findValuesAsText("detail"))
                .anyMatch(detail ->
                        detail.matches("127\\.0\\.0\\.3:\\d+ \\(datacenter1\\) was down from .* s to the end.*"));
        assertThat(result.get("server").get("counters")).isNotEmpty().allMatch(count -> count.asDouble() >= 0);
        assertThat(result.get("server").get("nodes").findValuesAsText("name")).hasSize(3);
        assertThat(checks(result))
                .as(harness.output())
                .allMatch(check -> check.get("passed").asBoolean())
                .anyMatch(check -> check.get("detail").asText().contains("read at QUORUM: all equal"));
    }
}
