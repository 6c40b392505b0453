package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    private ProcessHandle process(int number) throws IOException {
        long pid = Long.parseLong(
                Files.readString(node(number).resolve("cassandra.pid")).strip());
        return ProcessHandle.of(pid).orElseThrow();
    }

    private void signal(String signal, int number) throws Exception {
        String pid = Long.toString(process(number).pid());
        assertThat(new ProcessBuilder("kill", signal, pid).start().waitFor()).isZero();
    }

    /** Measuring for two seconds, with all nodes seen by the client. */
    private HarnessProcess ringOfThree(String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("cql", "mixed", "--nodes", "3", "--consistency", "quorum"));
        words.addAll(List.of("--rows", "3000", "--data-dir", "data", "--warmup", "2s", "--out", "ring"));
        words.addAll(List.of(more));
        HarnessProcess harness = HarnessProcess.start(folder, words.toArray(String[]::new));
        harness.awaitSeconds("ring", 4).await(() -> nodesUp().endsWith("3.0"), "three nodes seen by the client");
        return harness;
    }

    @Tag("nightly")
    @Test
    void conditionalWritesAndReadsAtSerialRunOnARingOfThree() throws Exception {
        Files.writeString(folder.resolve("people.yaml"), """
                keyspace: serial
                table: person
                table_definition: CREATE TABLE person (id int PRIMARY KEY, town text, version int)
                queries:
                  get: {cql: 'SELECT * FROM person WHERE id = ?', consistencyLevel: serial}
                  put: {cql: 'UPDATE person SET version = ? WHERE id = ? IF version = ?', serialConsistencyLevel: SERIAL}
                """);
        HarnessProcess harness = HarnessProcess.start(
                folder,
                ("cql user profile=people.yaml ops=get=1,put=1 --nodes 3 --consistency quorum --partitions 50 --data-dir data"
                                // Of a busy machine, whose nodes answer late.
                                + " --server-setting cas_contention_timeout=20s --server-setting write_request_timeout=20s"
                                + " --server-setting read_request_timeout=20s"
                                // One at a time: of competing proposals to one row, one may end with an unknown result.
                                + " --outstanding 1 --warmup 0s --until 300 --out ring")
                        .split(" "));

        assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
        JsonNode result = harness.result();
        assertThat(result.get("totals").get("failed").asLong())
                .as(harness.output())
                .isZero();
        assertThat(result.get("totals").get("completed").asLong()).isEqualTo(300);
        assertThat(checks(result)).allMatch(check -> check.get("passed").asBoolean());
    }

    @Tag("nightly")
    @Test
    void aRingThatLosesOneOfThreeNodesGoesOnAtQuorumAndLosesNoRow() throws Exception {
        // The other nodes notice it after about ten seconds, later on a busy machine.
        HarnessProcess harness = ringOfThree("--duration", "30s");

        process(3).destroyForcibly();

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

    /** Its connections stay open, so the client waits for it: with eight in flight soon for nothing else. */
    @Tag("nightly")
    @Test
    void aNodeThatStandsStillMakesARunSuspectByWhatItKeptFromBeingSent() throws Exception {
        HarnessProcess harness = ringOfThree("--connections", "8", "--rate", "100/s", "--duration", "20s");

        signal("-STOP", 3);
        harness.awaitText("checking the data set again");
        signal("-CONT", 3);

        assertThat(harness.exitCode()).as(harness.errors()).isZero();
        assertThat(harness.errors()).doesNotContain("ERROR");
        JsonNode result = harness.result();
        assertThat(result.get("totals").get("backlog").asLong())
                .as(harness.output())
                .isPositive();
        assertThat(HarnessProcess.codes(result)).contains("BACKLOG").doesNotContain("ACCOUNTING", "TARGET_LOST");
        assertThat(result.get("verdict").asText()).isEqualTo("SUSPECT");
        assertThat(result.get("server").get("counters")).isNotEmpty().allMatch(count -> count.asDouble() >= 0);
    }
}
