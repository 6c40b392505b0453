package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Data sets with a hundredth of the rows behave like whole ones. */
@Tag("server")
@ExtendWith(TpccTestDatabase.Given.class)
class RowsPercentTest {

    private static final int TRANSACTIONS = 230;

    private final JdbcTarget target;

    RowsPercentTest(TpccTestDatabase database) {
        target = database.target("hundredth", Map.of());
    }

    @BeforeEach
    void load() {
        dataSet("1").load(2, TpccTestDatabase.LOAD_SEED, Progress.SILENT);
    }

    @AfterEach
    void drop() {
        dataSet("1").drop();
        target.close();
    }

    @Test
    void aHundredthOfTheRowsIsLoadedAndNamed() {
        assertThat(dataSet("1").describe()).isEqualTo("TPC-C, 2 warehouses with 1 % of the rows");
        assertThat(rows("item")).isEqualTo(1_000);
        assertThat(rows("stock")).isEqualTo(2_000);
        assertThat(rows("customer")).isEqualTo(600);
        assertThat(rows("history")).isEqualTo(600);
        assertThat(rows("orders")).isEqualTo(600);
        assertThat(rows("new_order")).isEqualTo(180);
        assertThat(rows("district")).isEqualTo(20);
        assertThat(dataSet("1").bytesNeeded()).isEqualTo(dataSet("100").bytesNeeded() / 100);
    }

    @ParameterizedTest
    @EnumSource
    void allChecksHoldBeforeAndAfterTransactions(Mode mode) throws Exception {
        BoundWorkload<JdbcSession> workload = bind("1", mode);
        OperationSource<JdbcSession> source = workload.source(0, new Seed(3));
        assertHolds(workload.dataSet().check("before", Progress.SILENT));

        try (SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            JdbcSession session = sessions.acquire();
            for (int i = 0; i < TRANSACTIONS; i++) {
                source.next().execute(session);
            }
        }

        assertHolds(workload.dataSet().check("after", Progress.SILENT));
        assertThat(rows("orders")).isGreaterThan(600 + TRANSACTIONS / 3);
    }

    /** Otherwise a measurement would go on with rows that were loaded for a test. */
    @Test
    void dataOfAnotherPercentageAreRefused() {
        DataSet whole = dataSet("100");

        assertThat(whole.inspect().kind()).isEqualTo(DataSetState.Kind.DIFFERENT);
        assertThat(whole.inspect().detail()).contains("2 warehouses with 1 % of the rows");
    }

    @Test
    void aRowThatIsMissingIsFound() {
        target.jdbi().useHandle(handle -> {
            handle.execute("DELETE FROM customer WHERE c_w_id = 1 AND c_d_id = 3 AND c_id = 30");
            handle.execute("DELETE FROM item WHERE i_id = 1000");
            handle.execute("DELETE FROM stock WHERE s_w_id = 2 AND s_i_id = 7");
            handle.execute("UPDATE orders SET o_carrier_id = NULL WHERE o_w_id = 1 AND o_d_id = 1 AND o_id = 21");
        });

        assertThat(dataSet("1").check("after", Progress.SILENT))
                .filteredOn(check -> !check.passed())
                .extracting(Check::name)
                .contains("rows.customer", "rows.item", "rows.stock", "3.3.2.5");
    }

    private static void assertHolds(List<Check> checks) {
        assertThat(checks).hasSize(TpccTestDatabase.CHECKS).allMatch(Check::passed);
    }

    private long rows(String table) {
        return target.jdbi()
                .withHandle(handle -> handle.select("SELECT count(*) FROM " + table)
                        .mapTo(Long.class)
                        .one());
    }

    private DataSet dataSet(String percent) {
        return bind(percent, Mode.INTERACTIVE).dataSet();
    }

    private BoundWorkload<JdbcSession> bind(String percent, Mode mode) {
        Problems problems = new Problems();
        Map<String, String> given = Map.of("warehouses", "2", "mode", mode.word(), "rows-percent", percent);
        Parameters parameters = Parameters.of(new Tpcc().descriptor().parameters(), given, problems);
        problems.throwIfAny();
        return new Tpcc().bind(target, parameters);
    }
}
