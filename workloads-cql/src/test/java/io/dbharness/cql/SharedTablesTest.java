package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.testkit.ReferenceRows;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.load.LoadModel;
import io.dbharness.random.Seed;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tables that this program and cassandra-stress share, with {@link ReferenceRows} in the place of the latter. */
@Tag("server")
@Timeout(300)
class SharedTablesTest {

    private static final int ROWS = 300;

    @TempDir
    Path directory;

    private final TestNode node = TestNode.shared();

    @Test
    void rowsThatAreWrittenHereAreReadAndVerifiedThere() {
        try (CqlTarget target = node.open("keyspace1")) {
            StressRun run = new StressRun(
                    target,
                    new CqlStress.Write(),
                    Map.of("rows", "0", "population", "seq(1.." + ROWS + ")", "consistency", "quorum"));

            RunResult result = run.runUntil(LoadModel.closed(8), 2 * ROWS, directory.resolve("run"));

            assertThat(result.totals().failed()).isZero();
            assertThat(result.totals().completed()).isEqualTo(2 * ROWS);
            assertThat(result.checks()).allMatch(Check::passed);
            PreparedStatement select = target.driver()
                    .prepare("SELECT \"C0\", \"C1\", \"C2\", \"C3\", \"C4\" FROM keyspace1.standard1 WHERE key = ?");
            for (int number = 1; number <= ROWS; number++) {
                byte[] key = ReferenceRows.key(number, 10);
                Row row = target.driver()
                        .execute(select.bind(ByteBuffer.wrap(key)))
                        .one();
                assertThat(row).as("row %d", number).isNotNull();
                for (int column = 0; column < 5; column++) {
                    assertThat(row.getByteBuffer(column))
                            .isEqualTo(ByteBuffer.wrap(ReferenceRows.value(key, "C" + column, 34)));
                }
            }
            assertThat(target.driver()
                            .execute("SELECT count(*) FROM keyspace1.standard1")
                            .one()
                            .getLong(0))
                    .isEqualTo(ROWS);
        }
    }

    @Test
    void rowsThatAreWrittenThereAreReadAndVerifiedHere() {
        try (CqlTarget target = node.open("theirs")) {
            writeAsCassandraStress(target);
            Map<String, String> options =
                    Map.of("rows", "0", "population", "uniform(1.." + ROWS + ")", "consistency", "quorum");
            StressRun run = new StressRun(target, new CqlStress.Read(), options);
            DataSet dataSet = run.bound().dataSet();
            assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.COMPLETE);

            RunResult result = run.runUntil(LoadModel.closed(8), ROWS, directory.resolve("run"));

            assertThat(result.totals().failed()).isZero();
            assertThat(result.totals().completed()).isPositive();
            assertThat(result.checks()).allMatch(Check::passed);
            assertThatThrownBy(dataSet::drop).hasMessageContaining("nothing was dropped");

            // A read is compared with what it must find, not only counted.
            target.driver().execute("UPDATE theirs.standard1 SET \"C3\" = 0x00 WHERE key = " + hex(7));
            RunResult damaged = new StressRun(
                            target,
                            new CqlStress.Read(),
                            Map.of("rows", "0", "population", "fixed(7)", "consistency", "quorum"))
                    .runUntil(LoadModel.closed(1), 20, directory.resolve("damaged"));
            assertThat(damaged.totals().completed()).isZero();
            assertThat(damaged.operation("Read")
                            .map(OperationResult::counts)
                            .orElseThrow()
                            .failedBy())
                    .containsOnlyKeys("UNEXPECTED_ROWS");
        }
    }

    private static String hex(long number) {
        return "0x" + HexFormat.of().formatHex(ReferenceRows.key(number, 10));
    }

    /** With the statements that cassandra-stress is documented to send. */
    private static void writeAsCassandraStress(CqlTarget target) {
        target.driver().execute("DROP KEYSPACE IF EXISTS theirs");
        target.driver()
                .execute(
                        "CREATE KEYSPACE theirs WITH replication = {'class': 'SimpleStrategy', 'replication_factor': '1'}");
        target.driver()
                .execute("CREATE TABLE theirs.standard1 (key blob PRIMARY KEY, \"C0\" blob, \"C1\" blob, \"C2\" blob,"
                        + " \"C3\" blob, \"C4\" blob) WITH compression = {'enabled': 'false'}");
        PreparedStatement update = target.driver()
                .prepare(
                        "UPDATE theirs.standard1 SET \"C0\" = ?, \"C1\" = ?, \"C2\" = ?, \"C3\" = ?, \"C4\" = ? WHERE KEY = ?");
        for (int number = 1; number <= ROWS; number++) {
            byte[] key = ReferenceRows.key(number, 10);
            BoundStatementBuilder row = update.boundStatementBuilder();
            for (int column = 0; column < 5; column++) {
                row = row.setByteBuffer(column, ByteBuffer.wrap(ReferenceRows.value(key, "C" + column, 34)));
            }
            target.driver().execute(row.setByteBuffer(5, ByteBuffer.wrap(key)).build());
        }
    }

    @Test
    void aTableOfAnotherLayoutIsNotTakenForOneOfCassandraStress() {
        try (CqlTarget target = node.open("other")) {
            target.driver()
                    .execute(
                            "CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': '1'}");
            target.driver().execute("CREATE TABLE other.standard1 (key bigint PRIMARY KEY, \"C0\" blob, \"C1\" text)");
            DataSetState state = new StressRun(
                            target, new CqlStress.Read(), Map.of("rows", "0", "population", "seq(1..10)"))
                    .bound()
                    .dataSet()
                    .inspect();

            assertThat(state.kind()).isEqualTo(DataSetState.Kind.FOREIGN);
            assertThat(state.detail()).contains("lacks a partition key 'key' of type blob, \"C1\" blob, \"C2\" blob");
        }
    }

    @Test
    void rowsOfAnEarlierLayoutAreNamedAndReplacedOnlyWhenAskedTo() {
        try (CqlTarget target = node.open("earlier")) {
            StressRun run = new StressRun(target, new CqlStress.Write(), Map.of("rows", "100", "payload", "50"));
            DataSet dataSet = run.bound().dataSet();
            dataSet.load(1, Seed.DEFAULT, Progress.SILENT);
            // What the marker of a table said before rows were laid out as by cassandra-stress.
            target.driver()
                    .execute(
                            "UPDATE earlier.dbharness_dataset SET scale = '1 x 50 bytes, 100 rows, compaction size-tiered,"
                                    + " compression none' WHERE name = 'stress_1x50'");

            assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.DIFFERENT);
            assertThat(dataSet.inspect().detail())
                    .contains(
                            "found 1 x 50 bytes, 100 rows, compaction",
                            "expected 1 x 50 bytes, 100 rows, keys and values of");
            dataSet.drop();
            dataSet.load(1, Seed.DEFAULT, Progress.SILENT);
            assertThat(dataSet.check("before", Progress.SILENT)).allMatch(Check::passed);
        }
    }

    @Test
    void countersAreRaisedReadAndHaveNoLessThanWasAcknowledged() {
        Map<String, String> options = Map.of("population", "uniform(1..50)", "consistency", "quorum");
        try (CqlTarget target = node.open("counted")) {
            RunResult writes = new StressRun(target, new CqlCounter.Write(), options)
                    .runUntil(LoadModel.closed(4), 300, directory.resolve("writes"));
            RunResult reads = new StressRun(target, new CqlCounter.Read(), options)
                    .runUntil(LoadModel.closed(4), 150, directory.resolve("reads"));

            assertThat(writes.totals().failed() + reads.totals().failed()).isZero();
            assertThat(writes.checks()).allMatch(Check::passed);
            assertThat(writes.checks())
                    .anySatisfy(check -> assertThat(check.detail()).contains("none has less than was acknowledged"));
            long sum = target.driver().execute("SELECT \"C0\", \"C4\" FROM counted.counter1").all().stream()
                    .peek(row -> assertThat(row.getLong(0)).isEqualTo(row.getLong(1)))
                    .mapToLong(row -> row.getLong(0))
                    .sum();
            assertThat(sum).isGreaterThanOrEqualTo(writes.totals().completed());
        }
    }

    @Test
    void aCounterThatHasLostAnAdditionIsFound() {
        try (CqlTarget target = node.open("lost")) {
            StressRun run =
                    new StressRun(target, new CqlCounter.Write(), Map.of("population", "fixed(1)", "add", "fixed(5)"));
            run.runUntil(LoadModel.closed(1), 20, directory.resolve("run"));
            target.driver().execute("UPDATE lost.counter1 SET \"C2\" = \"C2\" - 3 WHERE key = " + hex(1));

            assertThat(run.bound().dataSet().check("again", Progress.SILENT)).anySatisfy(check -> {
                assertThat(check.passed()).isFalse();
                assertThat(check.detail()).contains("1 have less than was acknowledged, for example row 0 has");
            });
        }
    }
}
