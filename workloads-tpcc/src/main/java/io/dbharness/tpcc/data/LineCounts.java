package io.dbharness.tpcc.data;

import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.Draw;
import java.util.random.RandomGenerator;

/** O_OL_CNT of a warehouse's initial orders, which decides what ORDER-LINE holds as well. Immutable. */
final class LineCounts {

    private final byte[] counts = new byte[Cardinality.ORDERS_PER_WAREHOUSE];

    LineCounts(RandomGenerator random) {
        for (int order = 0; order < counts.length; order++) {
            counts[order] = (byte) Draw.between(random, Cardinality.MIN_ORDER_LINES, Cardinality.MAX_ORDER_LINES);
        }
    }

    /** Lines of an order, counted from 0 over all districts of the warehouse. */
    int of(int order) {
        return counts[order];
    }

    long total() {
        long total = 0;
        for (byte count : counts) {
            total += count;
        }
        return total;
    }
}
