package io.dbharness.tpcc.operation;

import io.dbharness.tpcc.input.TransactionInput.OrderedItem;
import java.util.Arrays;
import java.util.List;

/**
 * The lines of one order as arrays. First are the lines with the first use of a stock row, sorted by supplying warehouse and item. So all
 * orders lock stock rows in the same order, and one statement can update them together. Then follow the lines that repeat a stock row, in
 * the order typed, because each must see the update of the one before. Immutable.
 */
final class OrderLines {

    private static final int NUMBER_BITS = 8;
    private static final int NUMBER_MASK = (1 << NUMBER_BITS) - 1;
    private static final int ITEM_BITS = 24;

    final int[] numbers;
    final int[] items;
    final int[] suppliers;
    final int[] quantities;
    /** The number of lines that do not repeat a stock row. */
    final int firsts;

    private OrderLines(List<OrderedItem> lines, int[] sequence, int firsts) {
        this.firsts = firsts;
        numbers = new int[sequence.length];
        items = new int[sequence.length];
        suppliers = new int[sequence.length];
        quantities = new int[sequence.length];
        for (int i = 0; i < sequence.length; i++) {
            OrderedItem line = lines.get(sequence[i]);
            numbers[i] = sequence[i] + 1;
            items[i] = line.item();
            suppliers[i] = line.supplyWarehouse();
            quantities[i] = line.quantity();
        }
    }

    private OrderLines(OrderLines all, int from, int to) {
        numbers = Arrays.copyOfRange(all.numbers, from, to);
        items = Arrays.copyOfRange(all.items, from, to);
        suppliers = Arrays.copyOfRange(all.suppliers, from, to);
        quantities = Arrays.copyOfRange(all.quantities, from, to);
        firsts = to - from;
    }

    static OrderLines of(List<OrderedItem> lines) {
        long[] keys = sortedKeys(lines);
        int[] sequence = new int[keys.length];
        int firsts = 0;
        int repeats = 0;
        for (int i = 0; i < keys.length; i++) {
            int index = (int) keys[i] & NUMBER_MASK;
            if (i > 0 && keys[i] >> NUMBER_BITS == keys[i - 1] >> NUMBER_BITS) {
                sequence[keys.length - ++repeats] = index;
            } else {
                sequence[firsts++] = index;
            }
        }
        Arrays.sort(sequence, firsts, sequence.length);
        return new OrderLines(lines, sequence, firsts);
    }

    int size() {
        return numbers.length;
    }

    /** Returns O_ALL_LOCAL: true if every line is supplied by this warehouse. */
    boolean allFrom(int warehouse) {
        for (int supplier : suppliers) {
            if (supplier != warehouse) {
                return false;
            }
        }
        return true;
    }

    /** Returns the lines that do not repeat a stock row; this object if there are no repeats. */
    OrderLines withoutRepeats() {
        return firsts == size() ? this : new OrderLines(this, 0, firsts);
    }

    /** Returns one line only. */
    OrderLines only(int index) {
        return new OrderLines(this, index, index + 1);
    }

    /** Packs warehouse, item and position in the order into numbers with the same sort order. */
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
