package io.dbharness.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Progress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What checks say of tables that somebody has been at, and of those that only runs have changed. */
@Tag("server")
@ExtendWith(SysbenchTestDatabase.Given.class)
@Timeout(60)
class DamagedDataTest {

    private final SysbenchTestDatabase database;
    private JdbcTarget target;

    DamagedDataTest(SysbenchTestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void load(TestInfo test) {
        target = database.target(
                "damage_" + test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT));
        bound("point-select").dataSet().load(1, Seed.DEFAULT, Progress.SILENT);
    }

    @AfterEach
    void close() {
        bound("point-select").dataSet().drop();
        target.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"READ_WRITE", "INSERT", "DELETE"})
    void whatRunsChangeIsNoDamage(TestKind test) throws Exception {
        assertNoDamage(test);
    }

    /** TransactionsTest checks the rows after fewer of them in every build. */
    @Tag("nightly")
    @ParameterizedTest
    @EnumSource(
            names = {"READ_WRITE", "INSERT", "DELETE"},
            mode = EnumSource.Mode.EXCLUDE)
    void whatOtherRunsChangeIsNoDamage(TestKind test) throws Exception {
        assertNoDamage(test);
    }

    private void assertNoDamage(TestKind test) throws Exception {
        for (int run = 1; run <= 2; run++) {
            BoundWorkload<JdbcSession> workload = bound(test.operation().name());
            assertThat(check(workload, "before")).isEmpty();

            run(workload);

            assertThat(check(workload, "after")).isEmpty();
        }
        assertThat(check(bound("point-select"), "before")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DELETE FROM sbtest1 WHERE id = 500                | 1,999 rows in 2 tables, but the load and the runs since have left 2,000: 1 are gone
            INSERT INTO sbtest2 (k) VALUES (1)                | left 2,000: 1 too many
            TRUNCATE sbtest1                                  | was loaded, and does not exist
            DROP INDEX k_2                                    | no index of sbtest2 (k)
            ALTER TABLE sbtest1 DROP CONSTRAINT sbtest1_pkey  | no index of sbtest1 (id)
            UPDATE sbtest1 SET c = 'x'                        | and is 'x'; 160 of 320 sampled rows differ
            UPDATE sbtest2 SET pad = 'x'                      | pad was loaded as '
            UPDATE sbtest2 SET k = k + 1                      | k was loaded as
            UPDATE sbtest2 SET id = id + 100000               | was loaded, and does not exist
            """)
    void whatSomebodyElseChangesIsFoundBeforeTheRun(String damage, String message) {
        execute(damage);

        assertThat(String.join("\n", check(bound("point-select"), "before"))).contains(message);
    }

    @Test
    void aDifferenceNamesTableKeyColumnAndBothValues() {
        int id = Integer.parseInt(
                firstDifference("UPDATE sbtest1 SET k = 0").replaceFirst("^sbtest1 id = (\\d+): .*$", "$1"));

        assertThat(check(bound("point-select"), "now"))
                .containsExactly("sbtest1 id = " + id + ": k was loaded as " + loadedK(id)
                        + " and is 0; 160 of 320 sampled rows differ");
    }

    @Test
    void whatIsLostInARunThatOnlyReadsIsFoundAfterIt() throws Exception {
        BoundWorkload<JdbcSession> workload = bound("point-select");
        assertThat(check(workload, "before")).isEmpty();
        run(workload);

        execute("DELETE FROM sbtest1 WHERE id % 100 = 1");
        execute("DROP INDEX k_1");

        assertThat(check(workload, "after"))
                .contains("no index of sbtest1 (k)")
                .anyMatch(text -> text.contains("10 that the server acknowledged are not there"));
    }

    @Test
    void tooManyRowsToCountAreStillSampled() {
        execute("DELETE FROM sbtest1 WHERE id % 10 = 1");

        assertThat(check(bound("point-select", "count-rows", "no"), "before"))
                .singleElement()
                .asString()
                .contains("was loaded, and does not exist");
    }

    @Test
    void rowsThatRunsHaveReplacedStillHaveToLookLikeThem() throws Exception {
        run(bound("read-write"));
        assertThat(check(bound("read-write"), "before")).isEmpty();

        assertThat(firstDifference("UPDATE sbtest2 SET c = 'x'")).contains("c is 'x', which no run writes");
    }

    @Test
    void theNumberOfRowsIsUnknownAfterARunWithoutCheck() throws Exception {
        run(bound("insert"));

        assertThat(check(bound("insert"), "before")).isEmpty();
        execute("UPDATE sbtest1 SET pad = 'x' WHERE id <= 1000");
        assertThat(check(bound("insert"), "before")).hasSize(1);
    }

    @Test
    void tablesThatOthersWriteToAreNotHeldAgainstTheLoad() {
        execute("UPDATE sbtest1 SET k = 1, c = 'x' WHERE id > 100");
        execute("INSERT INTO sbtest1 (k) VALUES (1)");

        assertThat(check(bound("point-select"), "before")).hasSize(2);
        assertThat(check(bound("point-select", "others-write", "yes"), "before"))
                .isEmpty();
    }

    private String firstDifference(String damage) {
        execute(damage);
        return check(bound("point-select"), "before").get(0);
    }

    private String loadedK(int id) {
        try (JdbcTarget again = database.target("damage_again")) {
            BoundWorkload<JdbcSession> workload =
                    Given.bound(again, "point-select", "tables", "2", "table-size", "1000");
            workload.dataSet().load(1, Seed.DEFAULT, Progress.SILENT);
            return SysbenchTestDatabase.one(again, String.class, "SELECT k FROM sbtest1 WHERE id = " + id);
        }
    }

    private BoundWorkload<JdbcSession> bound(String word, String... options) {
        List<String> all = new ArrayList<>(List.of("tables", "2", "table-size", "1000"));
        Collections.addAll(all, options);
        return Given.bound(target, word, all.toArray(String[]::new));
    }

    /** Details of the checks that fail. */
    private static List<String> check(BoundWorkload<JdbcSession> workload, String when) {
        Stream<Check> checks = workload.dataSet().check(when, Progress.SILENT).stream();
        return checks.filter(check -> !check.passed()).map(Check::detail).toList();
    }

    private void run(BoundWorkload<JdbcSession> workload) throws Exception {
        workload.dataSet().settle(Progress.SILENT);
        OperationSource<JdbcSession> user = workload.source(0, Seed.DEFAULT);
        try (SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            JdbcSession session = sessions.acquire();
            for (int i = 0; i < 200; i++) {
                user.next().execute(session);
            }
            sessions.release(session);
        }
    }

    private void execute(String sql) {
        target.jdbi().useHandle(handle -> handle.execute(sql));
    }
}
