package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.testkit.SourceTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Each family of workloads beside TPC-C, as a newcomer types it in an empty folder: a server is started, filled, measured and checked. */
class WorkloadsIT {

    @TempDir
    private Path folder;

    private JsonNode run(String... arguments) throws Exception {
        Outcome harness = CommandRunner.run(folder, TpccIT.with(arguments, "--out", "out"));
        JsonNode result = HarnessProcess.onlyResult(folder, harness.errors());
        assertThat(result.get("totals").get("completed").asLong())
                .as(harness.errors() + harness.output())
                .isPositive();
        assertThat(result.get("totals").get("failed").asLong()).isZero();
        assertThat(StreamSupport.stream(result.get("checks").spliterator(), false))
                .as("%s", result.get("checks"))
                .allMatch(check -> check.get("passed").asBoolean());
        return result;
    }

    private static JsonNode rowsAfter(JsonNode result) {
        return StreamSupport.stream(result.get("checks").spliterator(), false)
                .filter(check -> check.get("name").asText().equals("rows")
                        && check.get("when").asText().equals("after"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void pointSelectsTellStatementsAndTransactionsApart() throws Exception {
        JsonNode result = run(
                "sysbench",
                "point-select",
                "--tables",
                "2",
                "--table-size",
                "2000",
                "--statements",
                "10",
                "--connections",
                "4",
                "--warmup",
                "0s",
                "--until",
                "300");

        JsonNode scores = result.get("scores");
        assertThat(scores.get("readsPerSecond").asDouble())
                .isCloseTo(10 * scores.get("transactionsPerSecond").asDouble(), within(1e-6));
        JsonNode step = result.get("steps").get(0);
        assertThat(step.get("count").asLong())
                .isGreaterThan(9 * result.get("totals").get("completed").asLong());
    }

    @Test
    void insertsAreCounted() throws Exception {
        JsonNode result = run(
                "sysbench",
                "insert",
                "--tables",
                "2",
                "--table-size",
                "1000",
                "--connections",
                "4",
                "--warmup",
                "0s",
                "--until",
                "300");

        assertThat(result.get("checks")).hasSize(6);
        assertThat(rowsAfter(result).get("detail").asText()).startsWith("2,000 before + ");
    }

    @Test
    void insertsAndDeletesBalance() throws Exception {
        JsonNode result = run(
                "insert-delete",
                "--connections",
                "4",
                "--warmup",
                "0s",
                "--until",
                "300",
                "--limit",
                "wal=100MB/s,read=100MB/s");

        JsonNode scores = result.get("scores");
        assertThat(scores.get("rowsPerSecond").asDouble())
                .isCloseTo(result.get("throughputPerSecond").get("value").asDouble(), within(1e-6));
        double inserts =
                result.get("operations").get(0).get("throughputPerSecond").asDouble();
        assertThat(scores.get("insertedMbPerMinute").asDouble()).isCloseTo(inserts * 373 * 60 / 1048576, within(1e-6));
        assertThat(scores.get("logWritePercent").asDouble()).isPositive();
        assertThat(scores.has("dataIoPercent")).isTrue();
        assertThat(rowsAfter(result).get("detail").asText()).contains("1,072 before + ");
    }

    /** When one of its processes is killed, PostgreSQL ends all sessions, recovers from its log and goes on. */
    @Test
    void rowsAreStillAccountedForWhenTheServerCrashesMidRun() throws Exception {
        HarnessThread harness = HarnessThread.start(
                folder,
                "insert-delete",
                "--connections",
                "4",
                "--rate",
                "100/s",
                "--warmup",
                "0s",
                "--duration",
                "6s",
                "--data-dir",
                "data",
                "--out",
                "crashed");
        harness.awaitSeconds("crashed", 0);

        HarnessProcess.crashServerUnder(folder);

        Outcome outcome = harness.outcome();
        assertThat(outcome.exitCode()).as(outcome.errors()).isIn(0, 12);
        JsonNode result = HarnessProcess.result(folder.resolve("crashed"), outcome.errors());
        assertThat(result.get("totals").get("failed").asLong()).isPositive();
        assertThat(result.get("checks"))
                .hasSize(8)
                .allMatch(check -> check.get("passed").asBoolean());
    }

    @Test
    void aLimitedRateSkipsWhatTheServerCannotTake() throws Exception {
        Outcome harness = CommandRunner.run(
                folder,
                "insert-delete",
                "--out",
                "out",
                "--target",
                "sim:iops=67",
                "--users",
                "1",
                "--rate",
                "100/s",
                "--late",
                "skip",
                "--warmup",
                "0s",
                "--duration",
                "2m",
                "--fail-if",
                "skippedPercent > 34",
                "--fail-if",
                "skippedPercent < 32");

        JsonNode result = HarnessProcess.onlyResult(folder, harness.errors());
        assertThat(result.get("scores").get("skippedPercent").asDouble()).isCloseTo(33.0, within(0.5));
        assertThat(result.get("scores").get("rowsPerSecond").asDouble()).isCloseTo(67.0, within(0.5));
    }

    @Test
    void aProfileOfOnesOwnIsLoadedMeasuredAndChecked() throws Exception {
        JsonNode result = run(
                "sql",
                "user",
                "profile="
                        + SourceTree.path("examples", "sql", "job-queue.yaml").toRealPath(),
                "ops=take=3,add=1",
                "--scale",
                "0.1",
                "--connections",
                "4",
                "--warmup",
                "0s",
                "--until",
                "300");

        assertThat(result.get("operations").findValuesAsText("name")).containsExactly("take", "add");
        assertThat(result.get("steps").findValuesAsText("name"))
                .containsExactly("take-1-select", "take-2-delete", "take-3-insert", "take-commit");
        assertThat(result.get("checks").findValuesAsText("name"))
                .contains("rows", "indexes", "rows.loaded", "no-job-is-done-and-waiting", "workers-are-known");
        assertThat(rowsAfter(result).get("detail").asText()).startsWith("20,000 before + ");
    }

    @Test
    void everythingWrongWithAProfileIsSaidBeforeAServerIsStarted() throws Exception {
        Files.writeString(folder.resolve("mine.yaml"), "name: mine\ntables: {t: {rows: 1, columns: {a: int = one}}}\n");

        Outcome harness = CommandRunner.run(folder, "sql", "user", "profile=" + folder.resolve("mine.yaml"));

        assertThat(harness.exitCode()).isEqualTo(2);
        assertThat(harness.errors())
                .contains("mine.yaml:2: tables.t.columns.a 'one' is not a value", "mine.yaml:1: operations is missing")
                .doesNotContain("step=");
    }

    @ResourceLock("cassandra")
    @Tag("nightly")
    @Test
    void cassandraIsStartedFilledMeasuredAndReadBack() throws Exception {
        JsonNode result = run("cql", "mixed", "--rows", "1000", "--warmup", "0s", "--duration", "1s");

        assertThat(result.get("target").get("product").asText()).isEqualTo("Cassandra");
        assertThat(result.get("operations")).hasSize(2);
        assertThat(result.get("server").get("series")).isNotEmpty();
    }
}
