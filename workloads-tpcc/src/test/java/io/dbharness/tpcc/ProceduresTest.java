package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.data.TpccDataSet;
import io.dbharness.tpcc.input.WarehouseRange;
import io.dbharness.tpcc.operation.Procedures;
import io.dbharness.workload.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** In a schema without tables: the procedures look at them only when they are called. */
@Tag("server")
@ExtendWith(TpccTestDatabase.Given.class)
class ProceduresTest {

    private static final List<String> NAMES =
            List.of("tpcc_delivery", "tpcc_new_order", "tpcc_order_status", "tpcc_payment", "tpcc_stock_level");

    private final JdbcTarget target;

    ProceduresTest(TpccTestDatabase database) {
        target = database.target("stored", Map.of());
        new Procedures(target).drop();
    }

    @AfterEach
    void close() {
        new Procedures(target).drop();
        target.close();
    }

    @Test
    void installingTwiceLeavesThemAlone() {
        new Procedures(target).install();
        List<String> first = functions("oid::text");

        new Procedures(target).install();

        assertThat(functions("proname")).isEqualTo(NAMES);
        assertThat(functions("oid::text")).isEqualTo(first);
    }

    @Test
    void severalClientsMayInstallAtOnce() throws Exception {
        int clients = 4;
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        Callable<Boolean> install = () -> {
            new Procedures(target).install();
            return true;
        };

        List<Future<Boolean>> futures = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            futures.add(threads.submit(install));
        }
        for (Future<Boolean> future : futures) {
            assertThat(future.get()).isTrue();
        }
        threads.shutdown();

        assertThat(functions("proname")).isEqualTo(NAMES);
    }

    @Test
    void thoseOfAnotherVersionAreReplaced() {
        new Procedures(target).install();
        List<String> bodies = functions("prosrc");
        execute("COMMENT ON FUNCTION tpcc_stock_level IS 'dbharness older'");
        execute("DROP FUNCTION tpcc_delivery");
        execute("CREATE FUNCTION tpcc_delivery(one integer) RETURNS integer LANGUAGE sql AS 'SELECT 1'");
        execute("COMMENT ON FUNCTION tpcc_delivery IS 'dbharness older'");

        new Procedures(target).install();

        assertThat(functions("prosrc")).isEqualTo(bodies);
    }

    @Test
    void oneThatIsMissingComesBack() {
        new Procedures(target).install();
        execute("DROP FUNCTION tpcc_payment");

        new Procedures(target).install();

        assertThat(functions("proname")).isEqualTo(NAMES);
    }

    @Test
    void aFunctionThatThisToolDidNotMakeIsNeitherReplacedNorDropped() {
        execute("CREATE FUNCTION tpcc_delivery(one integer) RETURNS integer LANGUAGE sql AS 'SELECT 1'");
        List<String> own = functions("oid::text");

        assertThatThrownBy(() -> new Procedures(target).install())
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("found objects that this tool did not make (tpcc_delivery); drop them yourself");
        new Procedures(target).drop();
        beginALoad();
        dataSet(true).drop();

        assertThat(functions("oid::text")).isEqualTo(own);
        execute("DROP FUNCTION tpcc_delivery(integer)");
    }

    @Test
    void aFunctionOfTheSameNameWithOtherParametersSurvivesTheDrop() {
        new Procedures(target).install();
        execute("CREATE FUNCTION tpcc_delivery(one text) RETURNS integer LANGUAGE sql AS 'SELECT 1'");

        new Procedures(target).drop();

        assertThat(functions("oid::regprocedure::text")).containsExactly("tpcc_delivery(text)");
        execute("DROP FUNCTION tpcc_delivery(text)");
    }

    /** Also where this run would not call them: an earlier one may have. */
    @Test
    void theyGoWithTheTables() {
        new Procedures(target).install();
        dataSet(false).drop();
        assertThat(functions("proname")).as("without tables nothing is dropped").isEqualTo(NAMES);
        beginALoad();

        dataSet(false).drop();

        assertThat(functions("proname")).isEmpty();
    }

    @Test
    void theyComeBeforeARunThatCallsThem() {
        TpccDataSet notCalled = dataSet(false);
        TpccDataSet called = dataSet(true);

        notCalled.settle(Progress.SILENT);
        assertThat(functions("proname")).isEmpty();

        called.settle(Progress.SILENT);
        assertThat(functions("proname")).isEqualTo(NAMES);

        beginALoad();
        called.drop();
        assertThat(functions("proname")).isEmpty();
        called.settle(Progress.SILENT);
        assertThat(functions("proname")).isEqualTo(NAMES);
    }

    private TpccDataSet dataSet(boolean called) {
        return new TpccDataSet(target, TpccTestDatabase.scale(1), WarehouseRange.all(1), called, true);
    }

    /** Makes the tables and their marker. */
    private void beginALoad() {
        assertThatThrownBy(() -> dataSet(false).load(1, Seed.DEFAULT, (phase, done, total, unit) -> {
                    throw new IllegalStateException("enough");
                }))
                .hasMessage("enough");
    }

    private void execute(String sql) {
        target.jdbi().useHandle(handle -> handle.execute(sql));
    }

    private List<String> functions(String column) {
        return target.jdbi()
                .withHandle(handle -> handle.select("SELECT " + column
                                + " FROM pg_proc WHERE pronamespace = current_schema()::regnamespace ORDER BY proname")
                        .mapTo(String.class)
                        .list());
    }
}
