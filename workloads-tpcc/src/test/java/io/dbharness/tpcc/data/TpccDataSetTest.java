package io.dbharness.tpcc.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.Scripts;
import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.TpccTestDatabase;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.WarehouseRange;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.Progress;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("server")
@ExtendWith(TpccTestDatabase.Given.class)
class TpccDataSetTest {

    private static final TpccScale ONE = TpccTestDatabase.scale(1);

    private static final String TENTH = " with 10 % of the rows";

    private final TpccTestDatabase database;
    private final JdbcTarget target;
    private final TpccDataSet dataSet;

    TpccDataSetTest(TpccTestDatabase database) {
        this.database = database;
        target = database.target("own", Map.of());
        dataSet = new TpccDataSet(target, ONE);
    }

    @BeforeEach
    void startWithNothing() {
        execute("DROP SCHEMA own CASCADE");
        execute("CREATE SCHEMA own");
    }

    @AfterEach
    void close() {
        target.close();
    }

    @Test
    void loadsExactlyTheRowsOfOneWarehouseWhateverTheNumberOfLoaders() {
        assertThat(dataSet.inspect())
                .usingRecursiveComparison()
                .ignoringFields("load")
                .isEqualTo(new DataSetState(DataSetState.Kind.ABSENT, "no tables of TPC-C"));
        List<String> reported = Collections.synchronizedList(new ArrayList<>());

        dataSet.load(
                1,
                TpccTestDatabase.LOAD_SEED,
                (phase, done, total, unit) -> reported.add(phase + " " + done + "/" + total));

        assertThat(dataSet.inspect())
                .usingRecursiveComparison()
                .ignoringFields("load")
                .isEqualTo(new DataSetState(DataSetState.Kind.COMPLETE, "TPC-C with 1 warehouse" + TENTH));
        assertThat(counts())
                .containsEntry("warehouse", 1L)
                .containsEntry("district", 10L)
                .containsEntry("customer", 3_000L)
                .containsEntry("history", 3_000L)
                .containsEntry("new_order", 900L)
                .containsEntry("orders", 3_000L)
                .containsEntry("item", 10_000L)
                .containsEntry("stock", 10_000L);
        long rows = counts().values().stream().mapToLong(Long::longValue).sum();
        assertThat(reported)
                .contains("load 0/" + rows, "load " + rows + "/" + rows, "index 10/10", "analyze 9/9", "settle 9/9");
        // The shared data set has been loaded with two loaders and another scale.
        assertThat(TpccTestDatabase.fingerprints(target)).isEqualTo(database.fingerprints());
        assertThat(dataSet.check("before", Progress.SILENT))
                .hasSize(TpccTestDatabase.CHECKS)
                .allMatch(Check::passed);
        assertThat(dataSet.lastNameConstant()).isEqualTo(RunConstants.lastNameForLoad(TpccTestDatabase.LOAD_SEED));
        execute("DROP INDEX orders_by_customer");
        assertThat(dataSet.check("after", Progress.SILENT))
                .filteredOn(check -> !check.passed())
                .extracting(Check::detail)
                .containsExactly("no index of orders (o_w_id, o_d_id, o_c_id)");
        recognisesWhatIsThere();
    }

    /** What a complete data set is taken for when asked for with another scale, or after somebody has been at it. */
    private void recognisesWhatIsThere() {
        TpccDataSet two = TpccTestDatabase.dataSet(target, 2);
        TpccDataSet withKeys = new TpccDataSet(target, new TpccScale(1, TpccTestDatabase.ROWS, true));

        assertThat(two.inspect())
                .usingRecursiveComparison()
                .ignoringFields("load")
                .isEqualTo(new DataSetState(
                        DataSetState.Kind.DIFFERENT,
                        "found TPC-C with 1 warehouse" + TENTH + ", expected 2 warehouses" + TENTH));
        assertThat(withKeys.inspect().kind()).isEqualTo(DataSetState.Kind.DIFFERENT);
        assertThatThrownBy(() -> two.load(1, Seed.DEFAULT, Progress.SILENT))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("found TPC-C with 1 warehouse" + TENTH + ", expected 2 warehouses" + TENTH
                        + "; use the scale of the existing data");
        execute("DELETE FROM warehouse");
        assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.INCOMPLETE);
        execute("DROP TABLE history");
        assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.INCOMPLETE);

        execute("CREATE TABLE unrelated (id integer)");
        two.drop();
        assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.ABSENT);
        assertThat(ask("SELECT table_name FROM information_schema.tables WHERE table_schema = 'own'"))
                .containsExactly("unrelated");
        assertThatThrownBy(two::lastNameConstant)
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("load one first");
    }

    /** One part meets a transient failure and is loaded again; later a row is lost, which the final count notices. */
    @Test
    void aShortfallIsAnErrorAndTheNextLoadReplacesIt() {
        AtomicBoolean lost = new AtomicBoolean();
        Progress saboteur = (phase, done, total, unit) -> {
            if (phase.equals("load") && done == 0) {
                failTheFirstRowOf("new_order");
            } else if (phase.equals("index") && lost.compareAndSet(false, true)) {
                execute("DELETE FROM item WHERE i_id = 77");
            }
        };

        assertThatThrownBy(() -> dataSet.load(2, TpccTestDatabase.LOAD_SEED, saboteur))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("is incomplete: item has 9999 rows, not 10000;");
        assertThat(ask("SELECT last_value FROM attempts")).containsExactly("901");
        assertThat(ask("SELECT state FROM dbharness_dataset")).containsExactly("short");
        assertThat(dataSet.inspect())
                .usingRecursiveComparison()
                .ignoringFields("load")
                .isEqualTo(new DataSetState(
                        DataSetState.Kind.INCOMPLETE,
                        "a load of TPC-C with 1 warehouse" + TENTH + " did not finish: 1 of 1 warehouse" + TENTH
                                + " in"));

        TpccDataSet withKeys = new TpccDataSet(target, new TpccScale(1, TpccTestDatabase.ROWS, true));
        withKeys.load(2, new Seed(5), Progress.SILENT);
        assertThat(withKeys.inspect().kind()).isEqualTo(DataSetState.Kind.COMPLETE);
        assertThat(TpccTestDatabase.fingerprints(target))
                .doesNotContainEntry("stock", database.fingerprints().get("stock"));
        assertThatThrownBy(() -> execute("INSERT INTO new_order VALUES (301, 1, 1)"))
                .hasMessageContaining("foreign key");
    }

    @Test
    void aLoadInProgressIsNotDisturbed() {
        HeldLoad load = new HeldLoad(ONE, WarehouseRange.all(1));

        assertThat(dataSet.inspect())
                .usingRecursiveComparison()
                .ignoringFields("load")
                .isEqualTo(new DataSetState(
                        DataSetState.Kind.BUSY,
                        "another process is loading warehouses 1-1 of TPC-C with 1 warehouse" + TENTH));
        assertThatThrownBy(() -> dataSet.load(1, Seed.DEFAULT, Progress.SILENT))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("another process is loading warehouses 1-1")
                .hasMessageContaining("wait until it has finished");
        assertThatThrownBy(() -> TpccTestDatabase.dataSet(target, 2).load(1, Seed.DEFAULT, Progress.SILENT))
                .hasMessageContaining("another process is loading");
        assertThatThrownBy(dataSet::drop)
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("nothing was dropped");

        load.close();
        assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.INCOMPLETE);
    }

    @Test
    void loadsOfOtherWarehousesAreNotInTheWay() {
        TpccScale ten = TpccTestDatabase.scale(10);
        try (HeldLoad first = new HeldLoad(ten, new WarehouseRange(1, 4, 10));
                HeldLoad second = new HeldLoad(ten, new WarehouseRange(5, 7, 10))) {
            assertThat(List.of(first, second)).allMatch(HeldLoad::isUnderWay);
            assertThat(new TpccDataSet(target, ten, new WarehouseRange(8, 10, 10), false, true)
                            .inspect()
                            .kind())
                    .isEqualTo(DataSetState.Kind.INCOMPLETE);
            assertThat(new TpccDataSet(target, ten, new WarehouseRange(7, 10, 10), false, true)
                            .inspect()
                            .detail())
                    .contains("another process is loading warehouses 5-7");
            assertThatThrownBy(() -> new TpccDataSet(target, ten, new WarehouseRange(7, 10, 10), false, true)
                            .load(1, Seed.DEFAULT, Progress.SILENT))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("some of the warehouses 7-10");
            assertThatThrownBy(() -> new TpccDataSet(target, ten, new WarehouseRange(1, 4, 10), false, true)
                            .load(1, Seed.DEFAULT, Progress.SILENT))
                    .hasMessageContaining("warehouses 1-4");
        }
    }

    @Test
    void markersOfOtherWorkloadsStay() {
        new HeldLoad(ONE, WarehouseRange.all(1)).close();
        execute("INSERT INTO dbharness_dataset VALUES ('other', '', 0, '', 'complete', now(), '')");

        dataSet.drop();

        assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.ABSENT);
        assertThat(ask("SELECT workload FROM dbharness_dataset")).containsExactly("other");
    }

    @Test
    void inspectionsDoNotTakeEachOtherForALoad() {
        new HeldLoad(ONE, WarehouseRange.all(1)).close();

        target.jdbi().useTransaction(handle -> {
            handle.execute("SELECT workload FROM dbharness_dataset FOR SHARE");

            assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.INCOMPLETE);
        });
    }

    /** Two others load at the same time; the second stops on the way. */
    @Test
    void slicesOfOthersMakeTheDataSetThatOneWouldHaveMade() {
        TpccScale two = TpccTestDatabase.scale(2);
        TpccDataSet helper = new TpccDataSet(target, two);
        Slice first = new Slice(0, 2, 0);
        Slice second = new Slice(1, 2, 0);
        assertThatThrownBy(() -> helper.loadSlice(first, 1, TpccTestDatabase.LOAD_SEED, Progress.SILENT))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("has been begun here");
        AtomicLong left = new AtomicLong();

        new TpccDataSet(target, two)
                .load(
                        2,
                        TpccTestDatabase.LOAD_SEED,
                        (phase, done, total, unit) -> {
                            if (phase.equals("load") && done == total) {
                                left.set(total);
                            }
                        },
                        progress -> {
                            helper.loadSlice(first, 1, TpccTestDatabase.LOAD_SEED, Progress.SILENT);
                            assertThatThrownBy(() -> helper.loadSlice(
                                            second, 1, TpccTestDatabase.LOAD_SEED, (phase, done, total, unit) -> {
                                                throw new HarnessException("told to stop");
                                            }))
                                    .hasMessage("told to stop");
                        });

        assertThat(left.get()).isBetween(1L, 60_000L);
        assertThat(helper.inspect().kind()).isEqualTo(DataSetState.Kind.COMPLETE);
        assertThat(TpccTestDatabase.fingerprints(target)).isEqualTo(database.fingerprints());
    }

    /** Two clients, the second of which dies on the way and is started again, make the data set that one would have made. */
    @Test
    void rangesMakeOneDataSetAndWhatIsInIsNotLoadedAgain() {
        TpccScale two = TpccTestDatabase.scale(2);
        TpccDataSet first = new TpccDataSet(target, two, new WarehouseRange(1, 1, 2), false, true);
        TpccDataSet second = new TpccDataSet(target, two, new WarehouseRange(2, 2, 2), false, true);

        first.load(2, TpccTestDatabase.LOAD_SEED, Progress.SILENT);

        assertThat(first.inspect())
                .usingRecursiveComparison()
                .ignoringFields("load")
                .isEqualTo(new DataSetState(
                        DataSetState.Kind.INCOMPLETE,
                        "a load of TPC-C with 2 warehouses" + TENTH + " did not finish: 1 of 2 warehouses" + TENTH
                                + " in"));
        assertThat(first.bytesNeeded()).isLessThan(second.bytesNeeded() / 5);
        assertThatThrownBy(() -> first.check("before", Progress.SILENT))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("1 of 2 warehouses are loaded; load the other ranges first");
        assertThatThrownBy(() -> second.load(2, new Seed(99), Progress.SILENT))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("--seed " + TpccTestDatabase.LOAD_SEED.value());
        assertThatThrownBy(first::drop).hasMessageContaining("--warehouse-range");

        // One part is in when it dies, and the others are not.
        assertThatThrownBy(() -> second.load(1, TpccTestDatabase.LOAD_SEED, (phase, done, total, unit) -> {
                    if (phase.equals("load") && done > 34_500) {
                        throw new IllegalStateException("power cut");
                    }
                }))
                .hasMessage("could not load the data: power cut");
        AtomicLong missing = new AtomicLong();
        second.load(2, TpccTestDatabase.LOAD_SEED, (phase, done, total, unit) -> {
            if (phase.equals("load")) {
                missing.compareAndSet(0, total - done);
            }
        });

        assertThat(missing.get()).isEqualTo(10_000 + 6_000 + 11);
        assertThat(second.inspect().kind()).isEqualTo(DataSetState.Kind.COMPLETE);
        assertThat(TpccTestDatabase.fingerprints(target)).isEqualTo(database.fingerprints());
        assertThat(second.check("before", Progress.SILENT))
                .hasSize(TpccTestDatabase.CHECKS)
                .allMatch(Check::passed);
    }

    @Test
    void aLoadThatDiesLeavesAnIncompleteDataSet() {
        Progress killer = (phase, done, total, unit) -> {
            if (done > 5_000) {
                throw new IllegalStateException("power cut");
            }
        };

        assertThatThrownBy(() -> dataSet.load(2, Seed.DEFAULT, killer))
                .isInstanceOf(HarnessException.class)
                .hasMessage("could not load the data: power cut");

        assertThat(dataSet.inspect().kind()).isEqualTo(DataSetState.Kind.INCOMPLETE);
    }

    @Test
    void tablesOfSomebodyElseAreLeftAlone() {
        execute("CREATE TABLE stock (symbol text)");

        assertThat(dataSet.inspect())
                .usingRecursiveComparison()
                .ignoringFields("load")
                .isEqualTo(new DataSetState(
                        DataSetState.Kind.FOREIGN, "found tables that this tool did not load (stock)"));
        assertThatThrownBy(() -> dataSet.load(1, Seed.DEFAULT, Progress.SILENT)).isInstanceOf(HarnessException.class);
        assertThatThrownBy(dataSet::drop)
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("nothing was dropped");
        execute("SELECT symbol FROM stock");
    }

    @Test
    void theSpaceItNeedsIsMoreThanItTakes() {
        long taken = database.shared()
                .jdbi()
                .withHandle(handle -> handle.select("SELECT sum(pg_total_relation_size(oid)) FROM pg_class"
                                + " WHERE relnamespace = 'shared'::regnamespace AND relkind = 'r'")
                        .mapTo(Long.class)
                        .one());

        assertThat(database.sharedDataSet().bytesNeeded()).isBetween(taken, 4 * taken);
        assertThat(new TpccDataSet(target, new TpccScale(2_000, false)).bytesNeeded())
                .isBetween(200L << 30, 300L << 30);
    }

    @Test
    void anAccountThatMayNotAskForACheckpointGoesWithout() {
        String script = new Scripts(target, TpccDataSet.class, "tpcc/ddl", List.of())
                .statements("checkpoint")
                .get(0);

        target.jdbi().useTransaction(handle -> {
            handle.execute("SET LOCAL ROLE pg_read_all_data");
            assertThatThrownBy(() -> handle.inTransaction(inner -> inner.execute("CHECKPOINT")))
                    .hasMessageContaining("CHECKPOINT");
        });
        target.jdbi().useTransaction(handle -> {
            handle.execute("SET LOCAL ROLE pg_read_all_data");
            handle.execute(script);
        });
    }

    @Test
    void isDescribedByItsScale() {
        assertThat(dataSet.describe()).isEqualTo("TPC-C, 1 warehouse" + TENTH);
        assertThat(new TpccDataSet(target, new TpccScale(10, true)).describe())
                .isEqualTo("TPC-C, 10 warehouses with foreign keys");
    }

    /** A sequence outlives the rollback, so only the very first row fails. */
    private void failTheFirstRowOf(String table) {
        execute("CREATE SEQUENCE attempts");
        execute("CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " IF nextval('attempts') = 1 THEN RAISE EXCEPTION 'try again' USING ERRCODE = '40001'; END IF;"
                + " RETURN NEW; END $$");
        execute("CREATE TRIGGER fail_once BEFORE INSERT ON " + table + " FOR EACH ROW EXECUTE FUNCTION fail_once()");
    }

    private Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        for (TpccTable table : TpccTable.values()) {
            counts.put(
                    table.sqlName(),
                    Long.valueOf(ask("SELECT count(*) FROM " + table.sqlName()).get(0)));
        }
        return counts;
    }

    /** The first column of all rows. */
    private List<String> ask(String sql) {
        return target.jdbi()
                .withHandle(handle -> handle.select(sql).mapTo(String.class).list());
    }

    private void execute(String sql) {
        target.jdbi().useHandle(handle -> {
            try (Statement statement = handle.getConnection().createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        });
    }

    /** A load that is held up before its first row until it is closed, which breaks it off. */
    private final class HeldLoad implements AutoCloseable {

        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);
        private final Thread thread;

        HeldLoad(TpccScale scale, WarehouseRange range) {
            TpccDataSet held = new TpccDataSet(target, scale, range, false, true);
            thread = new Thread(() -> {
                try {
                    held.load(1, Seed.DEFAULT, (phase, done, total, unit) -> hold());
                } catch (IllegalStateException e) {
                    begun.countDown();
                }
            });
            thread.start();
            await(begun);
        }

        boolean isUnderWay() {
            return thread.isAlive();
        }

        private void hold() {
            begun.countDown();
            await(end);
            throw new IllegalStateException("broken off");
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void close() {
            end.countDown();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
