package io.dbharness.tpcc.input;

import java.util.random.RandomGenerator;

/**
 * NURand(A, x, y) of clause 2.1.6: {@code (((random(0, A) | random(x, y)) + C) % (y - x + 1)) + x}.
 *
 * @param a 255, 1023 or 8191, by the size of the range
 * @param x lowest value
 * @param y highest value
 * @param c constant within [0 .. A] that selects the frequent values
 */
public record NonUniform(int a, int x, int y, int c) {

    /** A of a last name. */
    static final int LAST_NAME_A = 255;
    /** A of a customer number. */
    static final int CUSTOMER_A = 1_023;
    /** A of an item number. */
    static final int ITEM_A = 8_191;

    public NonUniform {
        if (c < 0 || c > a || y < x) {
            throw new IllegalArgumentException("not NURand: A " + a + ", range " + x + ".." + y + ", C " + c);
        }
    }

    /** Creates the distribution of last-name numbers, 0 to 999. */
    public static NonUniform lastName(int c) {
        return lastName(c, Cardinality.SPECIFIED);
    }

    /** Creates the distribution of last-name numbers in use. */
    public static NonUniform lastName(int c, Cardinality rows) {
        return new NonUniform(LAST_NAME_A, 0, rows.lastNames() - 1, c);
    }

    /** Creates the distribution of customer numbers within a district. */
    static NonUniform customer(int c, Cardinality rows) {
        return new NonUniform(CUSTOMER_A, 1, rows.customersPerDistrict(), c);
    }

    /** Creates the distribution of item numbers. */
    static NonUniform item(int c, Cardinality rows) {
        return new NonUniform(ITEM_A, 1, rows.items(), c);
    }

    public int draw(RandomGenerator random) {
        int mixed = Draw.between(random, 0, a) | Draw.between(random, x, y);
        return (mixed + c) % (y - x + 1) + x;
    }
}
