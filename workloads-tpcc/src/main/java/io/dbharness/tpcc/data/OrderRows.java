package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dataset.LoadPart.RowWriter;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.Draw;
import java.time.LocalDateTime;
import java.util.random.RandomGenerator;

/**
 * The initial ORDERs of a warehouse, district by district, of which each customer has one, their ORDER-LINEs and the undelivered NEW-ORDERs
 * (clause 4.3.3.1). Immutable.
 */
final class OrderRows {

    private static final int QUANTITY = 5;
    private static final int MAX_AMOUNT_CENTS = 999_999;

    private final int warehouse;
    private final LocalDateTime entered;
    /** O_OL_CNT of each order, which also determines the rows of ORDER-LINE. */
    private final byte[] lineCounts;

    private final Cardinality rows;

    /**
     * Creates the orders of a warehouse.
     *
     * @param rows       number of rows
     * @param entered    O_ENTRY_D, and OL_DELIVERY_D of delivered lines
     * @param lineCounts draws O_OL_CNT
     */
    OrderRows(int warehouse, Cardinality rows, LocalDateTime entered, RandomGenerator lineCounts) {
        this.warehouse = warehouse;
        this.rows = rows;
        this.lineCounts = new byte[rows.ordersPerWarehouse()];
        this.entered = entered;
        for (int order = 0; order < this.lineCounts.length; order++) {
            this.lineCounts[order] =
                    (byte) Draw.between(lineCounts, Cardinality.MIN_ORDER_LINES, Cardinality.MAX_ORDER_LINES);
        }
    }

    long lines() {
        long total = 0;
        for (byte count : lineCounts) {
            total += count;
        }
        return total;
    }

    RowWriter orders(RandomGenerator random) {
        Permutation customers = new Permutation(random);
        return new Columns(random)
                .number(row -> index(row) + 1)
                .number(row -> row / rows.ordersPerDistrict() + 1)
                .constant(warehouse)
                .number(customers::customer)
                .constant(entered)
                .either(
                        row -> index(row) < rows.deliveredPerDistrict(),
                        (sink, row) -> sink.add(Draw.between(random, 1, Cardinality.CARRIERS)),
                        (sink, row) -> sink.addNull())
                .number(row -> lineCounts[row])
                .constant(1)
                .writer();
    }

    /** Writes the order lines; delivered lines have the amount 0. */
    RowWriter orderLines(RandomGenerator random) {
        LineCursor at = new LineCursor();
        return new Columns(random)
                .number(row -> at.nextLine())
                .number(row -> at.order / rows.ordersPerDistrict() + 1)
                .constant(warehouse)
                .number(row -> at.line)
                .between(1, rows.items())
                .constant(warehouse)
                .either(row -> at.delivered(), (sink, row) -> sink.add(entered), (sink, row) -> sink.addNull())
                .constant(QUANTITY)
                .add((sink, row) -> sink.addDecimal(at.delivered() ? 0 : Draw.between(random, 1, MAX_AMOUNT_CENTS), 2))
                .letters(24)
                .writer();
    }

    /** Writes the undelivered orders of each district: the last 900 of 3,000. */
    RowWriter newOrders(RandomGenerator random) {
        return new Columns(random)
                .number(row -> rows.deliveredPerDistrict() + row % rows.newOrdersPerDistrict() + 1)
                .number(row -> row / rows.newOrdersPerDistrict() + 1)
                .constant(warehouse)
                .writer();
    }

    private int index(int order) {
        return order % rows.ordersPerDistrict();
    }

    /** The current line of a load. Not thread-safe. */
    private final class LineCursor {

        private int order;
        private int line;

        /** Advances to the next line and returns its OL_O_ID. */
        int nextLine() {
            if (line == lineCounts[order]) {
                order++;
                line = 0;
            }
            line++;
            return index(order) + 1;
        }

        boolean delivered() {
            return index(order) < rows.deliveredPerDistrict();
        }
    }

    /** O_C_ID: a random permutation of the customers of each district. Not thread-safe. */
    private final class Permutation {

        private final RandomGenerator random;
        private final int[] customers = new int[rows.customersPerDistrict()];

        Permutation(RandomGenerator random) {
            this.random = random;
        }

        int customer(int order) {
            if (index(order) == 0) {
                permute();
            }
            return customers[index(order)];
        }

        /** Permutes with the "inside-out" form of the algorithm of Fisher and Yates. */
        private void permute() {
            for (int i = 0; i < customers.length; i++) {
                int place = random.nextInt(i + 1);
                customers[i] = customers[place];
                customers[place] = i + 1;
            }
        }
    }
}
