package io.dbharness.tpcc.data;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.tpcc.TpccTestDatabase;
import io.dbharness.workload.Check;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On one district of its own, so that breaking it is cheap; each change is rolled back. */
@Tag("server")
@ExtendWith(TpccTestDatabase.Given.class)
class ConsistencyChecksTest {

    private static final String ROWS = "rows.";

    private final JdbcTarget target;
    private final ConsistencyChecks checks;
    private Connection connection;

    ConsistencyChecksTest(TpccTestDatabase database) {
        target = database.target("tiny", Map.of());
        checks = new ConsistencyChecks(target, TpccTestDatabase.ROWS);
    }

    @BeforeEach
    void begin() throws SQLException {
        connection = target.openConnection();
        connection.setAutoCommit(false);
    }

    @AfterEach
    void rollBack() throws SQLException {
        connection.rollback();
        connection.close();
        target.close();
    }

    @Test
    void allHoldOnAFreshDistrictButThoseThatWantWholeWarehouses() throws SQLException {
        List<Check> found = checks.run(connection, "before");

        assertThat(found)
                .extracting(Check::name)
                .containsExactly(
                        "3.3.2.1",
                        "3.3.2.2",
                        "3.3.2.3",
                        "3.3.2.4",
                        "3.3.2.5",
                        "3.3.2.6",
                        "3.3.2.7",
                        "3.3.2.8",
                        "3.3.2.9",
                        "3.3.2.10",
                        "3.3.2.11",
                        "3.3.2.12",
                        "order-line.amount",
                        "rows.customer",
                        "rows.district",
                        "rows.item",
                        "rows.stock",
                        "stock.order-cnt",
                        "stock.remote-cnt",
                        "stock.ytd");
        assertThat(found).allMatch(check -> check.when().equals("before"));
        assertThat(violations()).isEmpty();
    }

    /** Which conditions a change breaks, and by how many of what they count. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UPDATE warehouse SET w_ytd = w_ytd + 0.01 | 3.3.2.1=1 3.3.2.8=1",
                "UPDATE district SET d_ytd = d_ytd + 0.01 | 3.3.2.1=1 3.3.2.9=1",
                "DELETE FROM warehouse | 3.3.2.8=1",
                "DELETE FROM district | 3.3.2.1=1 3.3.2.2=1 3.3.2.9=1",
                "UPDATE district SET d_next_o_id = 300 | 3.3.2.2=1",
                "UPDATE district SET d_next_o_id = 302 | 3.3.2.2=1",
                "DELETE FROM new_order WHERE no_o_id = 300 | 3.3.2.2=1 3.3.2.5=1 3.3.2.11=1",
                "DELETE FROM new_order WHERE no_o_id = 250 | 3.3.2.3=1 3.3.2.5=1 3.3.2.11=1",
                "UPDATE orders SET o_carrier_id = 3 WHERE o_id = 250 | 3.3.2.5=1 3.3.2.7=1 3.3.2.11=1",
                "UPDATE orders SET o_carrier_id = NULL WHERE o_id = 7 | 3.3.2.5=1 3.3.2.7=1",
                "INSERT INTO new_order VALUES (210, 1, 1) | 3.3.2.5=1 3.3.2.11=1",
                "INSERT INTO new_order VALUES (301, 1, 1) | 3.3.2.2=1 3.3.2.5=1 3.3.2.11=1",
                "UPDATE orders SET o_ol_cnt = o_ol_cnt + 1 WHERE o_id IN (1, 2) | 3.3.2.4=1 3.3.2.6=2",
                "UPDATE orders SET o_ol_cnt = CASE o_id WHEN 1 THEN o_ol_cnt + 1 ELSE o_ol_cnt - 1 END WHERE o_id < 3"
                        + " | 3.3.2.6=2",
                "DELETE FROM order_line WHERE ol_o_id = 299 AND ol_number = 2 | 3.3.2.4=1 3.3.2.6=1",
                "DELETE FROM order_line WHERE ol_o_id = 1 | 3.3.2.4=1 3.3.2.6=1 3.3.2.7=1",
                "UPDATE order_line SET ol_delivery_d = NULL WHERE ol_o_id = 5 AND ol_number = 1 | 3.3.2.7=1",
                "UPDATE order_line SET ol_delivery_d = now() WHERE ol_o_id = 299 AND ol_number = 1"
                        + " | 3.3.2.7=1 3.3.2.10=1 3.3.2.12=1",
                "UPDATE history SET h_amount = 10.01 WHERE h_c_id = 1 | 3.3.2.8=1 3.3.2.9=1 3.3.2.10=1",
                "UPDATE customer SET c_balance = c_balance - 0.01 WHERE c_id < 4 | 3.3.2.10=3 3.3.2.12=3",
                "UPDATE customer SET c_ytd_payment = c_ytd_payment + 1 WHERE c_id = 9 | 3.3.2.12=1",
                "UPDATE order_line SET ol_amount = 0.01 WHERE ol_o_id = 5 AND ol_number = 1 | 3.3.2.10=1 3.3.2.12=1",
                "UPDATE stock SET s_ytd = 1 WHERE s_i_id < 3 | stock.ytd=2",
                "UPDATE stock SET s_order_cnt = 1 WHERE s_i_id = 3 | stock.order-cnt=1",
                "UPDATE stock SET s_remote_cnt = 1 WHERE s_i_id = 3 | stock.remote-cnt=1",
            })
    void aBrokenConditionIsFound(String change, String violations) throws SQLException {
        execute(change);

        assertThat(violations()).isEqualTo(expected(violations));
    }

    /** An order as a New-Order leaves it, by hand: two lines, one of them from warehouse 2. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT 1 | ''",
                "UPDATE stock SET s_ytd = s_ytd + 1 WHERE s_i_id = 8 | stock.ytd=1",
                "UPDATE stock SET s_order_cnt = 2 WHERE s_i_id = 8 | stock.order-cnt=1",
                "UPDATE stock SET s_remote_cnt = 0 WHERE s_i_id = 9 | stock.remote-cnt=1",
                "DELETE FROM stock WHERE s_i_id = 9 | stock.ytd=1 stock.order-cnt=1 stock.remote-cnt=1",
                "UPDATE order_line SET ol_amount = ol_amount + 0.01 WHERE ol_o_id = 301 AND ol_number = 1"
                        + " | order-line.amount=1",
                "DELETE FROM item WHERE i_id = 8 | order-line.amount=1",
            })
    void ordersSinceTheLoadAreTiedToStockAndPrices(String change, String violations) throws SQLException {
        execute("UPDATE district SET d_next_o_id = 302");
        execute("INSERT INTO orders VALUES (301, 1, 1, 4, now(), NULL, 2, 0)");
        execute("INSERT INTO new_order VALUES (301, 1, 1)");
        execute("INSERT INTO order_line SELECT 301, 1, 1, 1, 8, 1, NULL, 3, 3 * i_price, '' FROM item WHERE i_id = 8");
        execute("INSERT INTO order_line SELECT 301, 1, 1, 2, 9, 2, NULL, 4, 4 * i_price, '' FROM item WHERE i_id = 9");
        execute("UPDATE stock SET s_ytd = 3, s_order_cnt = 1 WHERE s_i_id = 8");
        execute("UPDATE stock SET s_w_id = 2, s_ytd = 4, s_order_cnt = 1, s_remote_cnt = 1 WHERE s_i_id = 9");

        execute(change);

        assertThat(violations()).isEqualTo(expected(violations));
    }

    @Test
    void condition11GoesOnToHoldWhenOrdersAreDelivered() throws SQLException {
        execute("DELETE FROM new_order WHERE no_o_id = 211");
        execute("UPDATE orders SET o_carrier_id = 5 WHERE o_id = 211");
        execute("UPDATE order_line SET ol_delivery_d = now() WHERE ol_o_id = 211");
        execute(
                "UPDATE customer SET c_balance = c_balance + (SELECT sum(ol_amount) FROM order_line WHERE ol_o_id = 211)"
                        + " WHERE c_id = (SELECT o_c_id FROM orders WHERE o_id = 211)");

        assertThat(violations()).isEmpty();
    }

    @Test
    void aRowOfTheLoadThatIsMissingIsFound(TpccTestDatabase database) throws SQLException {
        try (JdbcTarget whole = database.target("shared", Map.of());
                Connection here = whole.openConnection();
                Statement statement = here.createStatement()) {
            here.setAutoCommit(false);
            statement.execute("DELETE FROM item WHERE i_id = 10000");
            statement.execute("DELETE FROM district WHERE d_w_id = 2 AND d_id = 10");
            statement.execute("DELETE FROM customer WHERE c_w_id = 1 AND c_d_id < 3 AND c_id = 300");
            statement.execute("DELETE FROM stock WHERE s_w_id = 1 AND s_i_id > 9000");

            List<Check> rows = new ConsistencyChecks(whole, TpccTestDatabase.ROWS)
                    .run(here, "after").stream()
                            .filter(check -> check.name().startsWith(ROWS))
                            .toList();
            here.rollback();

            assertThat(rows)
                    .extracting(check -> check.detail().replaceAll("not so for (.*?):.*", "$1"))
                    .containsExactly("2 districts", "1 warehouses", "1 items", "1 warehouses");
        }
    }

    /** Name to count, of those that fail, without those that a single district cannot meet. */
    private Map<String, String> violations() throws SQLException {
        return checks.run(connection, "after").stream()
                .filter(check -> !check.passed() && !check.name().startsWith(ROWS))
                .collect(toMap(Check::name, check -> check.detail().replaceAll("not so for (\\d+) .*", "$1")));
    }

    private static Map<String, String> expected(String violations) {
        return Arrays.stream(violations.split(" ", -1))
                .filter(part -> !part.isEmpty())
                .map(part -> part.split("=", -1))
                .collect(toMap(part -> part[0], part -> part[1]));
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
