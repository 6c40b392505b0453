package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.driver.DriverSession;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.load.LoadModel;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tables that somebody else has made and filled, on a real node; and what is counted of answers. */
@Tag("server")
@Timeout(300)
class ForeignTableTest {

    private static final int ROWS = 400;

    @TempDir
    private Path folder;

    private static void fill(String keyspace) {
        try (CqlTarget target = TestNode.shared().open("unused")) {
            CqlSession driver = target.driver();
            driver.execute("DROP KEYSPACE IF EXISTS " + keyspace);
            driver.execute("CREATE KEYSPACE " + keyspace
                    + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
            driver.execute("CREATE TYPE " + keyspace + ".part (weight int, colour text)");
            driver.execute("CREATE TABLE " + keyspace
                    + ".things (owner text, number int, made frozen<list<frozen<part>>>, PRIMARY KEY (owner, number))");
            for (int i = 0; i < ROWS; i++) {
                driver.execute(
                        "INSERT INTO " + keyspace + ".things (owner, number) VALUES (?, ?)", "owner " + i / 4, i % 4);
            }
        }
    }

    private Map<String, String> parameters(String keyspace, String... more) throws IOException {
        Path profile = Files.writeString(folder.resolve("things.yaml"), """
                keyspace: %s
                table: things
                queries:
                  one: {cql: 'SELECT made FROM things WHERE owner = ? AND number = ?', fields: samerow}
                  all_of: {cql: 'SELECT number FROM things WHERE owner = ?'}
                token_range_queries:
                  walk: {columns: 'owner, number', page_size: 70}
                """.formatted(keyspace));
        Map<String, String> given = new HashMap<>(Map.of("profile", profile.toString()));
        for (String option : more) {
            given.put(option.split("=", 2)[0], option.split("=", 2)[1]);
        }
        return given;
    }

    private static long rows(CqlTarget target, String keyspace) {
        return target.driver()
                .execute("SELECT * FROM " + keyspace + ".things")
                .all()
                .size();
    }

    private static List<String> tables(CqlTarget target, String keyspace) {
        return target
                .driver()
                .execute("SELECT table_name FROM system_schema.tables WHERE keyspace_name = '" + keyspace + "'")
                .all()
                .stream()
                .map(row -> row.getString(0))
                .toList();
    }

    @Test
    void aRunThatReadsFindsTheRowsThatAreThereAndWritesNothing() throws IOException {
        fill("foreign_read");
        try (CqlTarget target = TestNode.shared().open("unused")) {
            StressRun run = new StressRun(
                    target,
                    new CqlUser(),
                    parameters("foreign_read", "ops=one=2,all_of=1,walk=1", "keys=scan", "foreign=yes"));

            RunResult result = run.runUntil(LoadModel.closed(4), 300, folder.resolve("run"));

            assertThat(result.totals().completed()).isPositive();
            assertThat(result.totals().failed()).isZero();
            assertThat(result.checks()).allMatch(Check::passed);
            assertThat(result.checks())
                    .extracting(Check::detail)
                    .anyMatch(detail -> detail.contains("this tool did not load them; keys are 400 that a scan found"))
                    .anyMatch(detail -> detail.contains("one: ") && detail.contains(", 0 empty; walk: "));
            assertThat(tables(target, "foreign_read")).containsExactly("things");
            assertThat(rows(target, "foreign_read")).isEqualTo(ROWS);
            assertThatThrownBy(() -> run.bound().dataSet().drop()).isInstanceOf(HarnessException.class);
            assertThat(rows(target, "foreign_read")).isEqualTo(ROWS);
        }
    }

    @Test
    void aWalkReadsEachRowOfTheRingOnceAndThenBeginsAgain() throws Exception {
        fill("foreign_walk");
        try (CqlTarget target = TestNode.shared().open("unused")) {
            BoundWorkload<DriverSession> bound = bound(target, parameters("foreign_walk", "ops=walk=1"));
            OperationSource<DriverSession> user = bound.source(0, Seed.DEFAULT);
            int pages = 0;
            while (!target.reads().toString().contains(" " + ROWS + " rows ")) {
                user.next().execute(new DriverSession(target.driver()));
                // 16 ranges, of which some have two pages.
                assertThat(++pages).isLessThan(50);
            }
            // The last pages may be without rows; then the first row comes again.
            while (target.reads().toString().contains(" " + ROWS + " rows ")) {
                user.next().execute(new DriverSession(target.driver()));
                assertThat(++pages).isLessThan(60);
            }
        }
    }

    private static BoundWorkload<DriverSession> bound(CqlTarget target, Map<String, String> given) {
        return new StressRun(target, new CqlUser(), given).bound();
    }

    @Test
    void keysOfAFileAreAskedForAndAnswersOfSeveralPagesAreReadToTheEnd() throws Exception {
        fill("foreign_file");
        Path keys = Files.writeString(folder.resolve("keys.csv"), "number,owner\n0,\"owner 7\"\n3,owner 9\n2,nobody\n");
        try (CqlTarget target = TestNode.shared().open("unused")) {
            BoundWorkload<DriverSession> bound = bound(
                    target,
                    parameters("foreign_file", "ops=all_of=1", "keys=" + keys, "population=seq(1..3)", "page-size=3"));
            OperationSource<DriverSession> user = bound.source(0, Seed.DEFAULT);
            for (int i = 0; i < 3; i++) {
                user.next().execute(new DriverSession(target.driver()));
            }

            // Two partitions of four rows on two pages each, and one that is not there.
            assertThat(target.reads())
                    .asString()
                    .startsWith("3 reads, 8 rows on 5 pages")
                    .endsWith("1 empty");
        }
        Files.writeString(keys, "number,owner\nmany,owner 7\n");
        try (CqlTarget target = TestNode.shared().open("unused")) {
            BoundWorkload<DriverSession> bound = bound(target, parameters("foreign_file", "ops=one=1", "keys=" + keys));
            assertThatThrownBy(() -> bound.dataSet().check("before", Progress.SILENT))
                    .hasMessageContaining("keys.csv, line 2: 'many' is no value of the column number");
        }
    }

    @Test
    void aReadThatFindsNothingWhereARowWasIsAFailure() throws Exception {
        fill("foreign_lost");
        try (CqlTarget target = TestNode.shared().open("unused")) {
            BoundWorkload<DriverSession> bound =
                    bound(target, parameters("foreign_lost", "ops=one=1", "keys=scan", "population=seq(1..400)"));
            OperationSource<DriverSession> user = bound.source(0, Seed.DEFAULT);
            user.next().execute(new DriverSession(target.driver()));
            IntStream.range(0, ROWS / 4)
                    .forEach(i ->
                            target.driver().execute("DELETE FROM foreign_lost.things WHERE owner = ?", "owner " + i));

            assertThatThrownBy(() -> user.next().execute(new DriverSession(target.driver())))
                    .isInstanceOf(UnexpectedRowsException.class);
        }
    }

    @Test
    void writingTheFirstTimeBeginsOnAnEmptyTable() {
        try (CqlTarget target = TestNode.shared().open("first_time")) {
            target.driver().execute("DROP KEYSPACE IF EXISTS first_time");
            StressRun run = new StressRun(target, new CqlStress.Write(), Map.of("start", "empty", "rows", "2000000"));

            RunResult result = run.runUntil(LoadModel.closed(4), 200, folder.resolve("first"));

            long written = target.driver()
                    .execute("SELECT count(*) FROM first_time.standard1")
                    .one()
                    .getLong(0);
            assertThat(result.checks()).allMatch(Check::passed);
            assertThat(result.checks()).extracting(Check::name).contains("empty", "read-back", "first-time");
            assertThat(result.checks())
                    .extracting(Check::detail)
                    .contains(written + " of 2000000 rows were written for the first time");
            assertThat(run.bound().dataSet().inspect().detail()).contains("rows of an earlier run");
            assertThat(run.bound().dataSet().check("before", Progress.SILENT))
                    .anyMatch(check -> check.name().equals("empty") && !check.passed());
        }
    }
}
