package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.Operation;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.TransactionInput.CustomerChoice;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderedItem;
import io.dbharness.tpcc.input.TransactionInput.PaymentInput;
import io.dbharness.tpcc.operation.Mode;
import io.dbharness.tpcc.operation.TpccTransactions;
import io.dbharness.tpcc.operation.TransactionType;
import io.dbharness.workload.Check;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Progress;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What other implementations of this workload were found to do wrong, each seen from the data that it leaves behind. */
@Tag("server")
@ParameterizedClass
@EnumSource(Mode.class)
@ExtendWith(TpccTestDatabase.Given.class)
class PeerDefectsTest {

    private static final int TERMINALS_OF_ONE_WAREHOUSE = 10;

    private final TpccTestDatabase database;
    private final TpccTransactions transactions;
    private final SessionSource<JdbcSession> sessions;
    private final JdbcSession session;

    PeerDefectsTest(Mode mode, TpccTestDatabase database) {
        this.database = database;
        this.transactions = database.transactions(mode);
        this.sessions = database.shared().dedicatedSessions();
        this.session = sessions.acquire();
    }

    @AfterEach
    void close() {
        session.close();
        sessions.close();
    }

    /** Not only those up to the terminal's own. */
    @Test
    void everyTerminalDeliversInAllTenDistricts() throws Exception {
        Map<Integer, Long> before = waitingByDistrict();

        for (int terminal = 0; terminal < TERMINALS_OF_ONE_WAREHOUSE; terminal++) {
            next(terminal * TpccTestDatabase.SHARED_WAREHOUSES, TransactionType.DELIVERY)
                    .execute(session);
        }

        Map<Integer, Long> after = waitingByDistrict();
        assertThat(before).hasSize(10);
        before.forEach(
                (district, waiting) -> assertThat(after).containsEntry(district, waiting - TERMINALS_OF_ONE_WAREHOUSE));
    }

    @Test
    void anOrderRolledBackLeavesNothing() throws Exception {
        String everything = "SELECT (SELECT count(*) FROM orders) || ' ' || (SELECT count(*) FROM new_order) || ' '"
                + " || (SELECT count(*) FROM order_line) || ' ' || (SELECT sum(d_next_o_id) FROM district) || ' '"
                + " || (SELECT sum(s_ytd) || ' ' || sum(s_order_cnt) || ' ' || sum(s_quantity) FROM stock)";
        String before = ask(everything);

        for (int district = 1; district <= 10; district++) {
            NewOrderInput input = order(district, new OrderedItem(district, 2, 3), new OrderedItem(11, 1, 2), unused());
            assertThat(transactions.newOrder(session, input)).isEmpty();
        }

        assertThat(ask(everything)).isEqualTo(before);
        assertThat(ask("SELECT count(*) FROM order_line WHERE ol_i_id > 100000"))
                .isEqualTo("0");
    }

    @Test
    void theFirstOrderAfterOneRolledBackHasTheNextNumber() throws Exception {
        int first = transactions
                .newOrder(session, order(4, new OrderedItem(12, 1, 1)))
                .orElseThrow()
                .orderId();
        transactions.newOrder(session, order(4, new OrderedItem(12, 1, 1), unused()));

        assertThat(transactions
                        .newOrder(session, order(4, new OrderedItem(12, 1, 1)))
                        .orElseThrow()
                        .orderId())
                .isEqualTo(first + 1);
    }

    @Test
    void countersOfEveryStockRowAgreeWithItsOrderLines() throws Exception {
        for (int user = 0; user < 4; user++) {
            OperationSource<JdbcSession> terminal = terminal(user);
            for (int i = 0; i < 46; i++) {
                terminal.next().execute(session);
            }
        }

        assertThat(database.sharedDataSet().check("after", Progress.SILENT))
                .filteredOn(check -> check.name().startsWith("stock."))
                .hasSize(3)
                .allMatch(Check::passed);
    }

    /** The line, the stock row that it takes from and the counter of remote orders are all at the supplying warehouse. */
    @Test
    void remoteLinesTakeRemoteStock() throws Exception {
        int home = stock(1, "s_order_cnt");
        int homeRemote = stock(1, "s_remote_cnt");
        int away = stock(2, "s_order_cnt");
        int awayRemote = stock(2, "s_remote_cnt");

        transactions.newOrder(session, order(5, new OrderedItem(13, 2, 4)));

        assertThat(List.of(stock(1, "s_order_cnt"), stock(1, "s_remote_cnt"))).containsExactly(home, homeRemote);
        assertThat(List.of(stock(2, "s_order_cnt"), stock(2, "s_remote_cnt")))
                .containsExactly(away + 1, awayRemote + 1);
    }

    /** Sums that binary floating point misses. */
    @Test
    void moneyIsAddedToTheCent() throws Exception {
        String sums = "SELECT c_balance - (SELECT w_ytd FROM warehouse WHERE w_id = 1)"
                + " - (SELECT d_ytd FROM district WHERE d_w_id = 1 AND d_id = 6) - c_ytd_payment"
                + " FROM customer WHERE c_w_id = 1 AND c_d_id = 6 AND c_id = 7";
        BigDecimal before = new BigDecimal(ask(sums));

        BigDecimal paid = BigDecimal.ZERO;
        for (int i = 0; i < 60; i++) {
            int cents = 499_999 - 1_111 * i;
            transactions.payment(session, new PaymentInput(1, 6, new CustomerChoice(1, 6, false, 7), cents));
            paid = paid.add(BigDecimal.valueOf(cents, 2));
        }

        assertThat(new BigDecimal(ask(sums))).isEqualTo(before.subtract(paid.multiply(BigDecimal.valueOf(4))));
    }

    @Test
    void moneyIsDecimalInEveryColumn() {
        assertThat(ask("SELECT count(*) FROM information_schema.columns WHERE table_schema = 'shared'"
                        + " AND column_name IN ('w_ytd', 'd_ytd', 'c_balance', 'c_ytd_payment', 'c_credit_lim', 'h_amount',"
                        + " 'ol_amount', 'i_price', 'w_tax', 'd_tax', 'c_discount') AND data_type = 'numeric'"))
                .isEqualTo("11");
    }

    private Map<Integer, Long> waitingByDistrict() {
        return database.shared()
                .jdbi()
                .withHandle(handle -> handle.select(
                                "SELECT no_d_id, count(*) FROM new_order WHERE no_w_id = 1" + " GROUP BY no_d_id")
                        .map((row, context) -> Map.entry(row.getInt(1), row.getLong(2)))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    private Invocation<JdbcSession> next(int user, TransactionType type) {
        OperationSource<JdbcSession> terminal = terminal(user);
        Operation wanted = type.operation();
        Invocation<JdbcSession> invocation = terminal.next();
        while (!invocation.operation().equals(wanted)) {
            invocation = terminal.next();
        }
        return invocation;
    }

    private OperationSource<JdbcSession> terminal(int user) {
        Seed seed = new Seed(5);
        return Terminals.all(TpccTestDatabase.SHARED_WAREHOUSES, TpccTestDatabase.ROWS)
                .source(user, transactions, seed, RunConstants.draw(17, seed));
    }

    private int stock(int warehouse, String column) {
        return Integer.parseInt(ask("SELECT " + column + " FROM stock WHERE s_i_id = 13 AND s_w_id = " + warehouse));
    }

    private static NewOrderInput order(int district, OrderedItem... lines) {
        return new NewOrderInput(1, district, 1, List.of(lines));
    }

    private static OrderedItem unused() {
        return new OrderedItem(OrderedItem.UNUSED, 1, 1);
    }

    private String ask(String sql) {
        return database.shared()
                .jdbi()
                .withHandle(handle -> handle.select(sql).mapTo(String.class).one());
    }
}
