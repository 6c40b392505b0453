package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.CqlTargetProvider;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.model.Outcome;
import io.dbharness.random.Seed;
import io.dbharness.sut.TargetSpec;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import io.dbharness.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The options behind the rarer words of cassandra-stress, on a real node. */
@Tag("server")
@Timeout(300)
class StressWordsOnANodeTest {

    private static final int OPERATIONS = 40;

    private static Map<String, String> rows(String... more) {
        Map<String, String> given = new HashMap<>(
                Map.of("rows", "0", "consistency", "quorum", "population", "seq(1..40)", "table", "standard1"));
        for (int i = 0; i < more.length; i += 2) {
            given.put(more[i], more[i + 1]);
        }
        return given;
    }

    private static void run(CqlTarget target, Workload<DriverSession> workload, Map<String, String> given)
            throws Exception {
        var bound = new StressRun(target, workload, given).bound();
        if (bound.dataSet().inspect().kind() != DataSetState.Kind.COMPLETE) {
            bound.dataSet().load(1, Seed.DEFAULT, Progress.SILENT);
        }
        var user = bound.source(0, Seed.DEFAULT);
        DriverSession session = new DriverSession(target.driver());
        for (int i = 0; i < OPERATIONS; i++) {
            assertThat(user.next().execute(session)).isEqualTo(Outcome.COMPLETED);
        }
        assertThat(bound.dataSet().check("after", Progress.SILENT)).allMatch(Check::passed);
    }

    private static List<Row> all(CqlTarget target, String columns, String keyspace) {
        return target.driver()
                .execute("SELECT " + columns + " FROM " + keyspace + ".standard1")
                .all();
    }

    @Test
    void rowsHaveTheColumnsOfTheirPopulation() throws Exception {
        try (CqlTarget target = TestNode.shared().open("sparse_rows")) {
            run(target, new CqlStress.Write(), rows("columns", "8", "row-population", "fixed(50)/100"));

            assertThat(all(target, "\"C0\", \"C3\", \"C4\", \"C7\"", "sparse_rows"))
                    .hasSize(OPERATIONS)
                    .allSatisfy(row -> {
                        assertThat(row.isNull(0) || row.isNull(1)).isFalse();
                        assertThat(row.isNull(2) && row.isNull(3)).isTrue();
                    });
            // Reads expect the same columns.
            run(target, new CqlStress.Read(), rows("columns", "8", "row-population", "fixed(50)/100"));
        }
    }

    @Test
    void writesHaveTheGivenTimeStampAndReadsFollowThem() throws Exception {
        try (CqlTarget target = TestNode.shared().open("timed")) {
            run(
                    target,
                    new CqlStress.Mixed(),
                    rows(
                            "timestamp",
                            "5",
                            "read-lookback",
                            "fixed(1)",
                            "population",
                            "seq(1..100000)",
                            "ratio",
                            "read=1,write=9"));

            assertThat(all(target, "WRITETIME(\"C0\")", "timed"))
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row.getLong(0)).isEqualTo(5));
        }
    }

    @Test
    void writesRevisitRowsWrittenBefore() throws Exception {
        try (CqlTarget target = TestNode.shared().open("revisited")) {
            run(target, new CqlStress.Write(), rows("revisit", "uniform(1..4)"));

            assertThat(all(target, "key", "revisited")).hasSize(4);
        }
    }

    @Test
    void statementsThatAreNotPreparedHaveTheSameEffect() throws Exception {
        try (CqlTarget target = TestNode.shared().open("unprepared")) {
            run(target, new CqlStress.Mixed(), rows("statements", "unprepared", "rows", "40", "population", ""));
            run(target, new CqlCounter.Write(), Map.of("statements", "unprepared", "population", "seq(1..10)"));
        }
    }

    @Test
    void rowsAndCountersAreMixed() throws Exception {
        try (CqlTarget target = TestNode.shared().open("mixed_counters")) {
            run(
                    target,
                    new CqlStress.Mixed(),
                    rows("ratio", "write=1,counter-write=1", "add", "fixed(2)", "population", "seq(1..4)"));
            run(
                    target,
                    new CqlStress.Mixed(),
                    rows("ratio", "read=1,write=1,counter-read=2", "population", "seq(1..4)"));

            List<Row> counters = target.driver()
                    .execute("SELECT \"C0\" FROM mixed_counters.counter1")
                    .all();
            assertThat(counters).isNotEmpty().allMatch(row -> row.getLong(0) % 2 == 0);
        }
    }

    @Test
    void aCompactionStrategyTakesItsOptions() throws Exception {
        try (CqlTarget target = TestNode.shared().open("compacted")) {
            run(target, new CqlStress.Write(), rows("compaction", "leveled,sstable_size_in_mb=50"));

            assertThat(target.driver()
                            .execute("SELECT compaction FROM system_schema.tables WHERE keyspace_name = 'compacted'"
                                    + " AND table_name = 'standard1'")
                            .one()
                            .getMap(0, String.class, String.class))
                    .containsEntry("sstable_size_in_mb", "50")
                    .anySatisfy((name, value) -> assertThat(value).endsWith("LeveledCompactionStrategy"));
        }
    }

    @Test
    void insertsOfAProfileTakeTheFieldsOfTheLine(@TempDir Path folder) throws Exception {
        Path profile = Files.writeString(folder.resolve("parts.yaml"), """
                keyspace: line_fields
                table: part
                table_definition: CREATE TABLE part (k int, i int, v text, PRIMARY KEY (k, i))
                columnspec: [{name: k, population: seq(1..1000)}, {name: i, cluster: fixed(10), population: seq(1..1000)}]
                insert: {visits: fixed(1)}
                """);
        try (CqlTarget target = TestNode.shared().open("unused")) {
            run(
                    target,
                    new CqlUser(),
                    Map.of(
                            "profile",
                            profile.toString(),
                            "partitions",
                            "0",
                            "population",
                            "seq(1..100)",
                            "insert",
                            "visits=fixed(10),revisit=uniform(1..4)"));

            // 40 operations of one row, on at most four partitions at a time.
            assertThat(target.driver().execute("SELECT k FROM line_fields.part").all())
                    .hasSize(OPERATIONS);
        }
    }

    @Test
    void onlyNodesOfTheRackOrTheContactPointsGetRequests() throws Exception {
        String url = TestNode.shared().url("racked");
        try (CqlTarget target = new CqlTargetProvider().open(TargetSpec.of(url + "&rack=rack1&whitelist=on"))) {
            run(target, new CqlStress.Write(), rows());
        }
    }
}
