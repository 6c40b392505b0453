package io.dbharness.tpcc.input;

import java.util.random.RandomGenerator;

/**
 * One emulated terminal.
 *
 * @param warehouse its home
 * @param district  the district whose stock it looks at, constant over the whole run (clause 2.8.1.1)
 * @param range     the warehouses of its client
 * @param uniform   whether it draws a home of the range for each transaction, rather than keep one over the whole run (clause 2.4.1.1)
 */
public record Terminal(int warehouse, int district, WarehouseRange range, boolean uniform) {

    /**
     * The terminal of a user. Users go round the warehouses first, so that any number of users uses as many warehouses as it can and
     * ten a warehouse have ten different districts.
     *
     * @param user from 0
     */
    public static Terminal of(int user, WarehouseRange range, boolean uniform) {
        int district = user / range.size() % Cardinality.DISTRICTS_PER_WAREHOUSE + 1;
        return new Terminal(range.first() + user % range.size(), district, range, uniform);
    }

    /** The home of the next transaction. */
    int home(RandomGenerator random) {
        return uniform ? Draw.between(random, range.first(), range.last()) : warehouse;
    }

    /** Any warehouse of the data set but this home, or the home when it is the only one. */
    int otherThan(int home, RandomGenerator random) {
        if (range.warehouses() == 1) {
            return home;
        }
        int other = Draw.between(random, 1, range.warehouses() - 1);
        return other < home ? other : other + 1;
    }
}
