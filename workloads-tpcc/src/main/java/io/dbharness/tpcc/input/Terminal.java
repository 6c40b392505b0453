package io.dbharness.tpcc.input;

import java.util.random.RandomGenerator;

/**
 * One emulated terminal.
 *
 * @param warehouse home warehouse
 * @param district  district of its Stock-Level transactions, constant over the whole run (clause 2.8.1.1)
 * @param range     warehouses of its client
 * @param uniform   true if it draws a home from the range for each transaction; false for one home over the whole run (clause 2.4.1.1)
 */
public record Terminal(int warehouse, int district, WarehouseRange range, boolean uniform) {

    /**
     * Creates the terminal of a user. Users are assigned to warehouses in turn, so that any number of users covers as many warehouses as
     * possible, and ten users of a warehouse have ten different districts.
     *
     * @param user number of the user, from 0
     */
    public static Terminal of(int user, WarehouseRange range, boolean uniform) {
        int district = user / range.size() % Cardinality.DISTRICTS_PER_WAREHOUSE + 1;
        return new Terminal(range.first() + user % range.size(), district, range, uniform);
    }

    /** Returns the home of the next transaction. */
    int home(RandomGenerator random) {
        return uniform ? Draw.between(random, range.first(), range.last()) : warehouse;
    }

    /** Draws a warehouse of the data set other than this home, or returns the home if it is the only one. */
    int otherThan(int home, RandomGenerator random) {
        if (range.warehouses() == 1) {
            return home;
        }
        int other = Draw.between(random, 1, range.warehouses() - 1);
        return other < home ? other : other + 1;
    }
}
