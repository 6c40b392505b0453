package io.dbharness.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.testkit.shared.BuildServer;
import io.dbharness.tpcc.Tpcc;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/** The same seeded load and transactions on PostgreSQL and, in each mode, on MariaDB. */
@Tag("server")
@EnabledIf(value = "io.dbharness.mysql.Mariadb#isInstalled", disabledReason = "mariadb-server is not installed")
@ExtendWith(Mariadb.Given.class)
@Timeout(240)
class SameDataAsPostgresqlTest {

    private static final Tpcc TPCC = new Tpcc();

    private static final int TERMINALS = 4;
    private static final int TRANSACTIONS = 240;

    /** Every column of every table but the times, which the server draws; of those, whether they are there. */
    private static final Map<String, String> COMPARED = Map.of(
            "warehouse", "*",
            "district", "*",
            "customer",
                    "c_id, c_d_id, c_w_id, c_first, c_middle, c_last, c_street_1, c_zip, c_phone, c_credit, c_credit_lim, c_discount, c_balance,"
                            + " c_ytd_payment, c_payment_cnt, c_delivery_cnt, c_data",
            "history", "h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_amount, h_data",
            "new_order", "*",
            "orders", "o_id, o_d_id, o_w_id, o_c_id, o_carrier_id, o_ol_cnt, o_all_local",
            "order_line",
                    "ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, CASE WHEN ol_delivery_d IS NULL THEN 1 ELSE 0 END,"
                            + " ol_quantity, ol_amount, ol_dist_info",
            "item", "*",
            "stock", "*");

    @Test
    void everyModeAnswersTheSameAndLeavesTheSameRows(Mariadb mariadb) throws Exception {
        Left expected;
        try (JdbcTarget target = new JdbcTargetProvider().open(BuildServer.postgresql("mysql_like"))) {
            expected = run(target, "interactive");
        }
        assertThat(expected.outcomes()).contains("NewOrder ROLLED_BACK_AS_SPECIFIED", "Delivery COMPLETED");

        for (String mode : List.of("interactive", "interactive-row", "compound", "procedures")) {
            try (JdbcTarget target = mariadb.target("same_" + mode.replace('-', '_'))) {
                Left left = run(target, mode);
                assertThat(left.outcomes()).as(mode).containsExactlyElementsOf(expected.outcomes());
                assertThat(left.rows()).as(mode).isEqualTo(expected.rows());
            }
        }
    }

    /**
     * What a run leaves.
     *
     * @param outcomes of the transactions
     * @param rows     a number that all rows of a table make, in whatever order, by table
     */
    private record Left(List<String> outcomes, Map<String, String> rows) {}

    private static Left run(JdbcTarget target, String mode) throws Exception {
        Problems problems = new Problems();
        Parameters parameters = Parameters.of(
                TPCC.descriptor().parameters(),
                // A tenth of the rows are enough for each transaction to find some of every kind.
                Map.of("mode", mode, "warehouses", "1", "rows-percent", "10", "think-time", "none"),
                problems);
        problems.throwIfAny();
        BoundWorkload<JdbcSession> tpcc = TPCC.bind(target, parameters);
        tpcc.dataSet().load(2, Seed.DEFAULT, Progress.SILENT);
        List<OperationSource<JdbcSession>> terminals = new ArrayList<>();
        for (int user = 0; user < TERMINALS; user++) {
            terminals.add(tpcc.source(user, new Seed(77)));
        }
        List<String> outcomes = new ArrayList<>();
        try (SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            JdbcSession session = sessions.acquire();
            for (int i = 0; i < TRANSACTIONS; i++) {
                Invocation<JdbcSession> invocation =
                        terminals.get(i % TERMINALS).next();
                outcomes.add(invocation.operation().name() + " " + invocation.execute(session));
            }
        }
        assertThat(tpcc.dataSet().check("after", Progress.SILENT)).as(mode).allMatch(Check::passed);
        return new Left(
                outcomes,
                target.jdbi().withHandle(handle -> rows(handle.getConnection().createStatement())));
    }

    private static Map<String, String> rows(Statement statement) throws SQLException {
        Map<String, String> tables = new TreeMap<>();
        for (Map.Entry<String, String> table : COMPARED.entrySet()) {
            long sum = 0;
            long count = 0;
            try (ResultSet rows = statement.executeQuery("SELECT " + table.getValue() + " FROM " + table.getKey())) {
                while (rows.next()) {
                    sum += text(rows).hashCode() * 2_654_435_761L;
                    count++;
                }
            }
            tables.put(table.getKey(), count + " rows, " + sum);
        }
        return tables;
    }

    /** Products differ in whether they give back the blanks at the end of a text of fixed length. */
    private static String text(ResultSet row) throws SQLException {
        StringBuilder text = new StringBuilder();
        for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
            String value = row.getString(column);
            text.append(value == null ? "null" : value.stripTrailing()).append('|');
        }
        return text.toString();
    }
}
