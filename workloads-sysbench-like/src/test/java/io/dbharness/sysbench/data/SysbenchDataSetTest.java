package io.dbharness.sysbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.GuardedJdbi;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.sysbench.SysbenchTestDatabase;
import io.dbharness.sysbench.data.SysbenchScale.Partitioning;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("server")
@ExtendWith(SysbenchTestDatabase.Given.class)
@Timeout(60)
class SysbenchDataSetTest {

    private static final int ROWS = 1_000;

    private final SysbenchTestDatabase database;
    private JdbcTarget target;

    SysbenchDataSetTest(SysbenchTestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void openASchemaOfItsOwn(TestInfo test) {
        target = database.target("data_" + test.getTestMethod().orElseThrow().getName());
    }

    @AfterEach
    void close() {
        target.close();
    }

    @Test
    void makesTablesThatSysbenchWouldHaveMade() {
        try (JdbcTarget original = database.target("as_sysbench")) {
            SysbenchTestDatabase.asSysbenchMakesThem(original, 2, ROWS);
            load(scale(2));

            assertThat(definitions(target, "data_makesTablesThatSysbenchWouldHaveMade".toLowerCase(Locale.ROOT)))
                    .isEqualTo(definitions(original, "as_sysbench"))
                    .hasSize(12);
        }
    }

    @Test
    void rowsHaveSysbenchsPattern() {
        load(scale(1));

        assertThat(SysbenchTestDatabase.texts(
                        target,
                        "SELECT concat_ws(' ', count(*), count(DISTINCT id), min(id), max(id), bool_and(k BETWEEN 1 AND "
                                + ROWS
                                + "), count(DISTINCT k) > 500, bool_and(CAST(c AS text) ~ '^\\d{11}(-\\d{11}){9}$'), bool_and(CAST(pad AS text) ~ '^\\d{11}(-\\d{11}){4}$'))"
                                + " FROM sbtest1"))
                .containsExactly("1000 1000 1 1000 t t t t");
    }

    @Test
    void aSeedGivesTheseRowsWhateverTheNumberOfLoaders() {
        load(scale(2));
        assertThat(rows("sbtest2"))
                .containsExactly(
                        "7 152 41901721445-72107710199-51772028307-54323284090-49492438802-44780634917-54541196554-80531908573"
                                + "-14508595475-53669408005 96244258841-98321283133-18383377872-24871221650-63651383464");
        String all = fingerprint();

        dataSet(scale(2)).load(4, Seed.DEFAULT, Progress.SILENT);

        assertThat(fingerprint()).isEqualTo(all);
        dataSet(scale(2)).load(1, new Seed(2), Progress.SILENT);
        assertThat(fingerprint()).isNotEqualTo(all);
    }

    @Test
    void newRowsGetTheNextIds() {
        load(scale(1));

        assertThat(SysbenchTestDatabase.one(target, Integer.class, "INSERT INTO sbtest1 (k) VALUES (1) RETURNING id"))
                .isEqualTo(ROWS + 1);
    }

    @Test
    void findsWhatItLoadedAndDropsNothingElse() {
        SysbenchDataSet dataSet = dataSet(scale(2));
        assertThat(dataSet.inspect().kind()).isEqualTo(Kind.ABSENT);
        target.jdbi().useHandle(handle -> handle.execute("CREATE TABLE sbtest_mine (id integer)"));

        dataSet.load(2, Seed.DEFAULT, Progress.SILENT);
        assertThat(dataSet.inspect().kind()).isEqualTo(Kind.COMPLETE);
        assertThat(dataSet.inspect().detail()).isEqualTo("sysbench with 2 tables x 1,000 rows");
        dataSet.drop();

        assertThat(dataSet.inspect().kind()).isEqualTo(Kind.ABSENT);
        assertThat(SysbenchTestDatabase.texts(
                        target,
                        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace ="
                                + " CAST(current_schema() AS regnamespace)"))
                .containsExactly("sbtest_mine");
    }

    @Test
    void usesTablesOfSysbenchAndDoesNotDropThem() {
        SysbenchTestDatabase.asSysbenchMakesThem(target, 2, ROWS);
        SysbenchDataSet dataSet = dataSet(scale(2));

        assertThat(dataSet.inspect().kind()).isEqualTo(Kind.COMPLETE);
        assertThat(dataSet.inspect().detail()).isEqualTo("2 tables x 1,000 rows, made by sysbench or another tool");
        assertThatThrownBy(dataSet::drop)
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("sysbench's cleanup");
        assertThatThrownBy(() -> dataSet.load(1, Seed.DEFAULT, Progress.SILENT)).isInstanceOf(HarnessException.class);
        assertThat(SysbenchTestDatabase.one(target, Integer.class, "SELECT count(*) FROM sbtest2"))
                .isEqualTo(ROWS);
    }

    /** One table is claimed by the marker of another scale, the second is not. */
    @Test
    void aTableOfSomebodyElseBesidesOwnOnesIsNeverTouched() {
        load(scale(1));
        target.jdbi().useHandle(handle -> {
            handle.execute("UPDATE dbharness_dataset SET state = 'loading'");
            handle.execute("CREATE TABLE sbtest2 (mine text)");
            handle.execute("INSERT INTO sbtest2 VALUES ('precious')");
        });

        assertThatThrownBy(() -> load(scale(2)))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("found tables that this tool did not load (sbtest2)");
        dataSet(scale(2)).drop();

        assertThat(SysbenchTestDatabase.texts(target, "SELECT mine FROM sbtest2"))
                .containsExactly("precious");
        assertThat(SysbenchTestDatabase.texts(
                        target,
                        "SELECT relname FROM pg_class WHERE relname = 'sbtest1'"
                                + " AND relnamespace = CAST(current_schema() AS regnamespace)"))
                .isEmpty();
    }

    /** Earlier versions kept one row for the data set, and while loading one for each finished table, all in one table. */
    @Test
    void theMarkerOfAnEarlierVersionIsUnderstood() {
        load(scale(1));
        target.jdbi().useHandle(handle -> {
            handle.execute("DROP TABLE dbharness_part");
            handle.execute("UPDATE dbharness_dataset SET tool_version = '1.0'");
        });
        assertThat(dataSet(scale(1)).inspect().kind()).isEqualTo(Kind.COMPLETE);
        target.jdbi().useHandle(handle -> {
            handle.execute("UPDATE dbharness_dataset SET state = 'loading', tool_version = 'unknown'");
            handle.execute(
                    "INSERT INTO dbharness_dataset VALUES ('sysbench sbtest1', '', 0, '', 'complete', now(), '1.0')");
        });
        assertThat(dataSet(scale(1)).inspect().kind()).isEqualTo(Kind.INCOMPLETE);

        load(scale(1));

        assertThat(dataSet(scale(1)).inspect().kind()).isEqualTo(Kind.COMPLETE);
        assertThat(SysbenchTestDatabase.texts(target, "SELECT workload FROM dbharness_dataset"))
                .containsExactly("sysbench");
    }

    @Test
    void saysHowTablesDiffer() {
        SysbenchTestDatabase.asSysbenchMakesThem(target, 2, ROWS);

        assertThat(difference(scale(3))).isEqualTo("found 2 tables of the name sbtest, expected 3");
        assertThat(difference(scale(1))).isEqualTo("found 2 tables of the name sbtest, expected 1");
        assertThat(difference(new SysbenchScale(2, 5_000, true, true, Partitioning.SERVER)))
                .isEqualTo("sbtest1 has ids up to 1,000, which does not match --table-size 5000");
        assertThat(difference(new SysbenchScale(2, 400, true, true, Partitioning.SERVER)))
                .isEqualTo("sbtest1 has ids up to 1,000, which does not match --table-size 400");
        assertThat(difference(new SysbenchScale(2, ROWS, false, true, Partitioning.SERVER)))
                .isEqualTo("sbtest1 has a secondary index: give --secondary-index yes");
        assertThat(difference(new SysbenchScale(2, ROWS, true, false, Partitioning.SERVER)))
                .isEqualTo("the server makes the ids of sbtest1: give --auto-increment yes");
    }

    @Test
    void tablesThatHaveGrownAreStillTheSame() {
        SysbenchTestDatabase.asSysbenchMakesThem(target, 1, ROWS);
        target.jdbi().useHandle(handle -> {
            handle.execute("INSERT INTO sbtest1 (k) SELECT 7 FROM generate_series(1, 5000)");
            handle.execute("DELETE FROM sbtest1 WHERE id % 3 = 0");
        });

        assertThat(dataSet(scale(1)).inspect().kind()).isEqualTo(Kind.COMPLETE);
    }

    @Test
    void tablesWithoutIndexAndWithIdsOfTheClientAreMadeToo() {
        SysbenchScale plain = new SysbenchScale(1, ROWS, false, false, Partitioning.SERVER);

        load(plain);

        assertThat(dataSet(plain).inspect().kind()).isEqualTo(Kind.COMPLETE);
        assertThat(dataSet(plain).inspect().detail())
                .isEqualTo("sysbench with 1 table x 1,000 rows without secondary index with ids from the client");
        assertThat(dataSet(scale(1)).inspect().kind()).isEqualTo(Kind.DIFFERENT);
        assertThat(SysbenchTestDatabase.texts(
                        target,
                        "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()"
                                + " AND tablename = 'sbtest1'"))
                .hasSize(1);
    }

    @Test
    void aLoadThatWasBrokenOffGoesOnWithTheTablesThatAreMissing() {
        SysbenchDataSet dataSet = dataSet(scale(3));
        assertThatThrownBy(() -> dataSet.load(1, Seed.DEFAULT, breakingOffAfter(2 * ROWS + 1)))
                .isInstanceOf(HarnessException.class)
                .hasMessage("enough");
        assertThat(dataSet.inspect().kind()).isEqualTo(Kind.INCOMPLETE);
        String first = tableIds();

        List<Long> missing = new ArrayList<>();
        dataSet.load(1, Seed.DEFAULT, (phase, done, total, unit) -> missing.add(total));

        assertThat(missing).first().isEqualTo((long) ROWS);
        assertThat(dataSet.inspect().kind()).isEqualTo(Kind.COMPLETE);
        assertThat(tableIds()).startsWith(first.substring(0, first.lastIndexOf(' ')));
        assertThat(SysbenchTestDatabase.one(target, Integer.class, "SELECT count(*) FROM dbharness_dataset"))
                .isEqualTo(1);
        assertThat(SysbenchTestDatabase.one(target, Integer.class, "SELECT count(*) FROM sbtest3"))
                .isEqualTo(ROWS);
    }

    @Test
    void aLoadOfOtherRowsStartsAnew() {
        assertThatThrownBy(() -> dataSet(scale(3)).load(1, Seed.DEFAULT, breakingOffAfter(2 * ROWS + 1)))
                .isInstanceOf(HarnessException.class);

        dataSet(scale(2)).load(1, new Seed(9), Progress.SILENT);

        assertThat(dataSet(scale(2)).inspect().kind()).isEqualTo(Kind.COMPLETE);
    }

    @Test
    void aLoadInProgressIsLeftAlone() {
        load(scale(1));
        try (GuardedJdbi.Transaction lock = target.jdbi().begin()) {
            lock.with(handle -> handle.execute("UPDATE dbharness_dataset SET state = 'loading'"));

            assertThat(dataSet(scale(1)).inspect().kind()).isEqualTo(Kind.BUSY);
            assertThatThrownBy(() -> dataSet(scale(1)).load(1, Seed.DEFAULT, Progress.SILENT))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("another process is loading");
            assertThatThrownBy(() -> dataSet(scale(1)).drop()).isInstanceOf(HarnessException.class);
        }
    }

    @Test
    void theEstimateOfBytesCoversTheTablesWithoutExaggerating() {
        SysbenchScale scale = new SysbenchScale(1, 50_000, true, true, Partitioning.SERVER);
        load(scale);

        long tables = SysbenchTestDatabase.one(target, Long.class, "SELECT pg_total_relation_size('sbtest1')");

        assertThat(dataSet(scale).bytesNeeded()).isBetween(tables, 3 * tables);
    }

    @Test
    void articlesAndMoreAreEstimatedWithoutOverflow() {
        long bytes = dataSet(new SysbenchScale(30, 15_000_000, true, true, Partitioning.SERVER))
                .bytesNeeded();

        assertThat(bytes / 1e9).isBetween(120.0, 150.0);
    }

    @Test
    void partitioningIsRefusedWhereTheServerHasNone() {
        assertThatThrownBy(() -> dataSet(new SysbenchScale(1, ROWS, true, true, Partitioning.HASH)))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("no script 'table-serial-hash' for postgresql");
    }

    private static SysbenchScale scale(int tables) {
        return new SysbenchScale(tables, ROWS, true, true, Partitioning.SERVER);
    }

    private SysbenchDataSet dataSet(SysbenchScale scale) {
        return new SysbenchDataSet(
                target, scale, new SysbenchEffects("sysbench point-select", Set.of(), Optional.empty(), true));
    }

    private void load(SysbenchScale scale) {
        dataSet(scale).load(1, Seed.DEFAULT, Progress.SILENT);
    }

    private String difference(SysbenchScale scale) {
        assertThat(dataSet(scale).inspect().kind()).isEqualTo(Kind.FOREIGN);
        return dataSet(scale).inspect().detail();
    }

    private static Progress breakingOffAfter(long rows) {
        AtomicLong most = new AtomicLong();
        return (phase, done, total, unit) -> {
            if (most.accumulateAndGet(done, Math::max) >= rows) {
                throw new HarnessException("enough");
            }
        };
    }

    /** Object numbers in the order of the names: new for a table that was made anew. */
    private String tableIds() {
        return SysbenchTestDatabase.one(
                target,
                String.class,
                "SELECT string_agg(CAST(oid AS text), ' ' ORDER BY relname) FROM pg_class WHERE relname LIKE 'sbtest_' AND"
                        + " relnamespace = CAST(current_schema() AS regnamespace)");
    }

    private String fingerprint() {
        return SysbenchTestDatabase.one(
                target,
                String.class,
                "SELECT CAST(sum(hashtextextended(CAST(t AS text), 0)) AS text) FROM (SELECT 1 AS n, s.* FROM sbtest1 s UNION ALL"
                        + " SELECT 2, s.* FROM sbtest2 s) t");
    }

    private List<String> rows(String table) {
        return SysbenchTestDatabase.texts(
                target,
                "SELECT concat_ws(' ', id, k, CAST(c AS text), CAST(pad AS text)) FROM " + table + " WHERE id = 7");
    }

    /** Columns, keys, indexes and defaults of all tables, without the schema's name. */
    private static List<String> definitions(JdbcTarget target, String schema) {
        List<String> all = new ArrayList<>(SysbenchTestDatabase.texts(
                target,
                "SELECT concat_ws(' ', table_name, column_name, data_type, character_maximum_length, is_nullable, column_default)"
                        + " FROM information_schema.columns WHERE table_schema = '" + schema
                        + "' AND table_name LIKE 'sbtest%' ORDER BY 1"));
        all.addAll(SysbenchTestDatabase.texts(
                target,
                "SELECT indexdef FROM pg_indexes WHERE schemaname = '" + schema
                        + "' AND tablename LIKE 'sbtest%' ORDER BY 1"));
        all.replaceAll(text -> text.replace(schema + ".", ""));
        return all;
    }
}
