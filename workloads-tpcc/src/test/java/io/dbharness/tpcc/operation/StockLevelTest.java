package io.dbharness.tpcc.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.tpcc.TpccTestDatabase;
import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.input.TransactionInput.OrderedItem;
import io.dbharness.tpcc.input.TransactionInput.StockLevelInput;
import java.util.List;
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
class StockLevelTest {

    private final Shop shop;

    StockLevelTest(Mode mode, TpccTestDatabase database) {
        shop = new Shop(database, mode);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    /** The 20 orders are of items 501 to 505 only, the one before them of others; of the five two are below 15, one is at 15. */
    @Test
    void countsDifferentItemsBelowTheThresholdInTheLast20Orders() throws Exception {
        order(601, 602, 603, 604, 605);
        for (int n = 0; n < 20; n++) {
            order(501, 502, 503, 504, 505);
        }
        shop.change("UPDATE stock SET s_quantity = 90 WHERE s_w_id = 1 AND s_i_id BETWEEN 501 AND 505");
        shop.change("UPDATE stock SET s_quantity = 14 WHERE s_w_id = 1 AND s_i_id IN (501, 502)");
        shop.change("UPDATE stock SET s_quantity = 15 WHERE s_w_id = 1 AND s_i_id = 503");
        shop.change("UPDATE stock SET s_quantity = 1 WHERE s_w_id = 1 AND s_i_id BETWEEN 601 AND 605");
        shop.change("UPDATE stock SET s_quantity = 1 WHERE s_w_id = 2 AND s_i_id BETWEEN 501 AND 505");

        assertThat(level(15)).isEqualTo(2);
        assertThat(level(16)).isEqualTo(3);
        assertThat(level(10)).isZero();
    }

    private int level(int threshold) throws Exception {
        return shop.transactions().stockLevel(shop.session(), new StockLevelInput(1, 8, threshold));
    }

    private void order(int... items) throws Exception {
        List<OrderedItem> lines = IntStream.of(items)
                .mapToObj(item -> new OrderedItem(item, 1, 1))
                .toList();
        shop.transactions().newOrder(shop.session(), new NewOrderInput(1, 8, 1, lines));
    }
}
