package io.dbharness.tpcc.operation;

import io.dbharness.tpcc.input.OrderedItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lines of one order as the arrays of one statement: sorted by supplying warehouse and item, so that all orders lock stock rows in the same
 * sequence, and no stock row twice, because a statement updates a row only once. Immutable.
 */
final class OrderLines {

    private static final int NUMBER_BITS = 8;
    private static final int ITEM_BITS = 24;

    final int[] numbers;
    final int[] items;
    final int[] suppliers;
    final int[] quantities;

    private OrderLines(List<OrderedItem> lines, long[] keys) {
        numbers = new int[keys.length];
        items = new int[keys.length];
        suppliers = new int[keys.length];
        quantities = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            int index = (int) keys[i] & ((1 << NUMBER_BITS) - 1);
            OrderedItem line = lines.get(index);
            numbers[i] = index + 1;
            items[i] = line.item();
            suppliers[i] = line.supplyWarehouse();
            quantities[i] = line.quantity();
        }
    }

    /** One element for nearly all orders; one more for each further time that an order repeats a stock row, in the order typed. */
    static List<OrderLines> of(List<OrderedItem> lines) {
        List<OrderLines> passes = new ArrayList<>(1);
        for (long[] left = sortedKeys(lines); left.length > 0; ) {
            long[] first = new long[left.length];
            long[] repeated = new long[left.length];
            int firsts = 0;
            int repeats = 0;
            for (int i = 0; i < left.length; i++) {
                if (i > 0 && left[i] >> NUMBER_BITS == left[i - 1] >> NUMBER_BITS) {
                    repeated[repeats++] = left[i];
                } else {
                    first[firsts++] = left[i];
                }
            }
            passes.add(new OrderLines(lines, Arrays.copyOf(first, firsts)));
            left = Arrays.copyOf(repeated, repeats);
        }
        return passes;
    }

    int size() {
        return numbers.length;
    }

    /** Warehouse, item and place in the order, packed into numbers that sort like the three. */
    private static long[] sortedKeys(List<OrderedItem> lines) {
        long[] keys = new long[lines.size()];
        for (int index = 0; index < keys.length; index++) {
            OrderedItem line = lines.get(index);
            keys[index] = (((long) line.supplyWarehouse() << ITEM_BITS | line.item()) << NUMBER_BITS) | index;
        }
        Arrays.sort(keys);
        return keys;
    }
}
