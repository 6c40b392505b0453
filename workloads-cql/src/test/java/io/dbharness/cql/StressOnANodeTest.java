package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.testkit.ReferenceRows;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.load.LoadModel;
import io.dbharness.model.Caveat.Severity;
import io.dbharness.model.OperationKind;
import io.dbharness.report.TextReport;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.Verdict;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The workloads against a real node. */
@Tag("server")
@Timeout(300)
class StressOnANodeTest {

    @TempDir
    Path directory;

    private final TestNode node = TestNode.shared();

    private static void assertBalanced(RunResult result) {
        Totals totals = result.totals();
        assertThat(totals.intended()).isEqualTo(totals.started() + totals.skipped() + totals.backlog());
        assertThat(totals.started()).isEqualTo(totals.completed() + totals.failed() + totals.pending());
        assertThat(result.caveats()).noneMatch(caveat -> caveat.code().equals("ACCOUNTING"));
    }

    private static List<Check> checkAgain(StressRun run) {
        return run.bound().dataSet().check("again", Progress.SILENT);
    }

    @Test
    void aMixedRunReadsAndWritesAndEveryAcknowledgedRowIsReadBack() {
        try (CqlTarget target = node.open("mixed")) {
            StressRun run = new StressRun(
                    target,
                    new CqlStress.Mixed(),
                    Map.of("rows", "60", "consistency", "quorum", "ratio", "read=1,write=3"));

            RunResult result = run.runUntil(LoadModel.closed(16), 600, directory.resolve("run"));

            assertBalanced(result);
            // What the machine under the test does to the client is not its subject.
            assertThat(result.caveats())
                    .filteredOn(caveat -> caveat.severity() == Severity.INVALID)
                    .allMatch(caveat -> caveat.code().startsWith("CLIENT_"));
            assertThat(result.totals().failed()).isZero();
            assertThat(result.operations())
                    .extracting(OperationResult::kind)
                    .contains(OperationKind.READ, OperationKind.WRITE);
            assertThat(result.checks()).allMatch(Check::passed);
            assertThat(result.checks())
                    .anySatisfy(check ->
                            assertThat(check.detail()).matches("all \\d+ rows written and acknowledged.*all equal"));
            assertThat(result.target().settings()).containsEntry("nodes", "1").containsKey("replication.datacenter1");

            // The first column keeps its time, which is the row's version.
            damage(target, "UPDATE mixed.standard1 SET \"C1\" = 0x00 WHERE key = " + key(6));
            assertFound(checkAgain(run), "1 wrong", "row 6 is not what version");
            damage(target, "DELETE FROM mixed.standard1 WHERE key = " + key(6));
            assertFound(checkAgain(run), "1 wrong", "row 6 is missing");
            damage(target, "DELETE FROM mixed.standard1 WHERE key = " + key(5));
            assertFound(checkAgain(run), "2 wrong");
            damage(target, "UPDATE mixed.standard1 SET \"C1\" = 0x00 WHERE key = " + key(5));
            assertThat(checkAgain(run)).noneMatch(Check::passed);
        }
    }

    private static void assertFound(List<Check> checks, String... words) {
        assertThat(checks).anySatisfy(check -> {
            assertThat(check.passed()).isFalse();
            assertThat(check.detail()).contains(words);
        });
    }

    /** Of a row, as CQL writes it. */
    private static String key(long row) {
        return "0x" + HexFormat.of().formatHex(ReferenceRows.key(row + 1, 10));
    }

    private static void damage(CqlTarget target, String statement) {
        target.driver().execute(statement);
    }

    @Test
    void batchesFillTheRowsOfOnePartition() {
        try (CqlTarget target = node.open("batches")) {
            StressRun run = new StressRun(
                    target,
                    new CqlStress.Write(),
                    Map.of(
                            "partitions",
                            "20",
                            "clustering",
                            "20",
                            "batch",
                            "10",
                            "payload",
                            "100",
                            "distribution",
                            "sequence",
                            "consistency",
                            "one"));

            RunResult result = run.runUntil(LoadModel.closed(4), 200, directory.resolve("run"));

            assertBalanced(result);
            assertThat(result.totals().failed()).isZero();
            assertThat(result.checks()).allMatch(Check::passed);
            assertThat(result.checks())
                    .anySatisfy(check -> assertThat(check.detail())
                            .startsWith("all 400 rows")
                            .contains("read at ALL"));
            assertThat(target.driver()
                            .execute("SELECT count(*) FROM batches.stress_1x100_c20")
                            .one()
                            .getLong(0))
                    .isEqualTo(400);
        }
    }

    @Test
    void writtenRowsExpireWhenAskedTo() {
        try (CqlTarget target = node.open("expiring")) {
            StressRun run = new StressRun(target, new CqlStress.Write(), Map.of("rows", "100", "ttl", "30d"));

            RunResult result = run.runUntil(LoadModel.closed(4), 200, directory.resolve("run"));

            assertThat(result.checks()).allMatch(Check::passed);
            long expiring = target.driver().execute("SELECT TTL(\"C0\") FROM expiring.standard1").all().stream()
                    .filter(row -> !row.isNull(0))
                    .count();
            assertThat(expiring).isBetween(1L, 100L);
        }
    }

    /** With one of three replicas there, the driver's default level could not be reached. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "10"})
    void writesNeedNoMoreReplicasThanTheirLevelAsksFor(String batch) {
        String keyspace = "weak_" + batch;
        try (CqlTarget target = node.open(keyspace)) {
            StressRun run = new StressRun(
                    target,
                    new CqlStress.Write(),
                    Map.of("partitions", "10", "clustering", "10", "batch", batch, "consistency", "one"));

            RunResult result = run.runUntil(
                    LoadModel.closed(8), 50, directory.resolve("run"), new ReplicasElsewhere(target, keyspace));

            assertThat(result.totals().failed()).isZero();
            assertThat(result.totals().completed()).isPositive();
        }
    }

    /** Two of three replicas are nowhere, so no quorum answers. */
    private record ReplicasElsewhere(CqlTarget target, String keyspace) implements StressRun.Meddler {

        @Override
        public void begin() {
            target.driver()
                    .execute("ALTER KEYSPACE " + keyspace + " WITH replication ="
                            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "10"})
    void aRunInWhichEveryRequestFailsIsInvalidAndHasNoLatency(String batch) {
        String keyspace = "refused_" + batch;
        try (CqlTarget target = node.open(keyspace)) {
            StressRun run = new StressRun(
                    target,
                    new CqlStress.Write(),
                    Map.of("partitions", "10", "clustering", "10", "batch", batch, "consistency", "quorum"));

            RunResult result = run.runUntil(
                    LoadModel.closed(8), 100, directory.resolve("run"), new ReplicasElsewhere(target, keyspace));

            assertBalanced(result);
            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(result.totals().completed()).isZero();
            assertThat(result.totals().failed()).isPositive();
            OperationResult write = result.operation("Write").orElseThrow();
            assertThat(write.counts().failedBy()).containsOnlyKeys("UNAVAILABLE");
            assertThat(write.response().distribution().count()).isZero();
            assertThat(new TextReport().report(result)).startsWith("INVALID").containsPattern("Write +0 +0 +- +- +-");
        }
    }
}
