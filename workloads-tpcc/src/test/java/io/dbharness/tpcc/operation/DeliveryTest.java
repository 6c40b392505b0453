package io.dbharness.tpcc.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.sut.SessionSource;
import io.dbharness.tpcc.TpccTestDatabase;
import io.dbharness.tpcc.input.TransactionInput.DeliveryInput;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("server")
@ParameterizedClass
@EnumSource(Mode.class)
@ExtendWith(TpccTestDatabase.Given.class)
class DeliveryTest {

    private static final String OLDEST =
            "SELECT min(no_o_id) FROM new_order WHERE no_w_id = 2 GROUP BY no_d_id ORDER BY no_d_id";

    private final TpccTestDatabase database;
    private final Shop shop;

    DeliveryTest(Mode mode, TpccTestDatabase database) {
        this.database = database;
        shop = new Shop(database, mode);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void deliversTheOldestOrderOfEachOfTheTenDistricts() throws Exception {
        List<Integer> oldest = shop.numbers(OLDEST);

        Map<Integer, Integer> delivered = deliver(shop.session());

        assertThat(delivered.keySet()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(delivered.values()).containsExactlyElementsOf(oldest);
        assertThat(shop.numbers(OLDEST))
                .containsExactlyElementsOf(
                        oldest.stream().map(order -> order + 1).toList());
    }

    @Test
    void marksOrderAndLinesAndChargesTheCustomer() throws Exception {
        int order = shop.numbers(OLDEST).get(3);
        String customer = " FROM customer JOIN orders ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id"
                + " WHERE o_w_id = 2 AND o_d_id = 4 AND o_id = " + order;
        BigDecimal balance = new BigDecimal(shop.ask("SELECT c_balance" + customer));
        int deliveries = shop.number("SELECT c_delivery_cnt" + customer);
        String lines = " FROM order_line WHERE ol_w_id = 2 AND ol_d_id = 4 AND ol_o_id = " + order;
        BigDecimal amount = new BigDecimal(shop.ask("SELECT sum(ol_amount)" + lines));

        deliver(shop.session());

        assertThat(amount).isPositive();
        assertThat(shop.ask("SELECT c_balance" + customer))
                .isEqualTo(balance.add(amount).toPlainString());
        assertThat(shop.number("SELECT c_delivery_cnt" + customer)).isEqualTo(deliveries + 1);
        assertThat(shop.number("SELECT o_carrier_id FROM orders WHERE o_w_id = 2 AND o_d_id = 4 AND o_id = " + order))
                .isEqualTo(7);
        assertThat(shop.number("SELECT count(*)" + lines + " AND ol_delivery_d IS NULL"))
                .isZero();
    }

    @Test
    void aDistrictWithoutWaitingOrdersIsSkipped() throws Exception {
        shop.change("CREATE TABLE aside AS SELECT * FROM new_order WHERE no_w_id = 2 AND no_d_id = 6");
        shop.change("DELETE FROM new_order WHERE no_w_id = 2 AND no_d_id = 6");

        Map<Integer, Integer> delivered = deliver(shop.session());

        assertThat(delivered.keySet()).containsExactly(1, 2, 3, 4, 5, 7, 8, 9, 10);
        shop.change("INSERT INTO new_order SELECT * FROM aside");
        shop.change("DROP TABLE aside");
    }

    /** Neither the same order twice nor one left out, although all of them start with the same oldest rows. */
    @Test
    void deliveriesAtTheSameTimeTakeDifferentOrders() throws Exception {
        List<Integer> oldest = shop.numbers(OLDEST);
        int sessions = 4;
        int each = 3;
        ExecutorService threads = Executors.newFixedThreadPool(sessions);
        Callable<List<Map<Integer, Integer>>> work = () -> deliverRepeatedly(each);

        List<Future<List<Map<Integer, Integer>>>> futures = new ArrayList<>();
        IntStream.range(0, sessions).forEach(i -> futures.add(threads.submit(work)));
        List<Map<Integer, Integer>> delivered = new ArrayList<>();
        for (Future<List<Map<Integer, Integer>>> future : futures) {
            delivered.addAll(future.get());
        }
        threads.shutdown();

        for (int district = 1; district <= 10; district++) {
            int key = district;
            int first = oldest.get(district - 1);
            assertThat(delivered.stream().map(orders -> orders.get(key)))
                    .containsExactlyInAnyOrderElementsOf(IntStream.range(first, first + sessions * each)
                            .boxed()
                            .toList());
        }
        assertThat(shop.violations()).isEmpty();
    }

    private List<Map<Integer, Integer>> deliverRepeatedly(int times) throws Exception {
        try (SessionSource<JdbcSession> sessions = database.shared().dedicatedSessions()) {
            JdbcSession session = sessions.acquire();
            List<Map<Integer, Integer>> delivered = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                delivered.add(deliver(session));
            }
            return delivered;
        }
    }

    private Map<Integer, Integer> deliver(JdbcSession session) throws Exception {
        return shop.transactions().delivery(session, new DeliveryInput(2, 7));
    }
}
