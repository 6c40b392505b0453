package io.dbharness.tpcc.input;

import java.util.random.RandomGenerator;

/**
 * Where the terminals of a client are at home.
 *
 * @param slice      the warehouses that are homes
 * @param warehouses how many there are in all; remote ones are any of them
 * @param uniform    whether a terminal draws a home for each transaction, rather than keep one over the whole run (clause 2.4.1.1)
 */
public record Territory(Slice slice, int warehouses, boolean uniform) {

    public Territory {
        if (slice.last() > warehouses) {
            throw new IllegalArgumentException("no warehouses " + slice + " among " + warehouses);
        }
    }

    /** Terminals that keep their homes, in all warehouses. */
    public static Territory all(int warehouses) {
        return new Territory(Slice.all(warehouses), warehouses, false);
    }

    /**
     * The terminal of a user. Users go round the warehouses first, so that any number of users uses as many warehouses as it can and
     * ten a warehouse have ten different districts.
     *
     * @param user from 0
     */
    public Terminal terminal(int user) {
        int district = user / slice.size() % Cardinality.DISTRICTS_PER_WAREHOUSE + 1;
        return new Terminal(slice.first() + user % slice.size(), district, warehouses);
    }

    /** The home of a terminal's next transaction. */
    int home(Terminal terminal, RandomGenerator random) {
        return uniform ? Draw.between(random, slice.first(), slice.last()) : terminal.warehouse();
    }
}
