package io.dbharness.tpcc.input;

/**
 * The number of rows of each kind (clauses 1.2.1 and 4.3.3.1), or a percentage of it.
 *
 * @param percent of the specification's customers, orders, items and stock, 1 to 100; the districts are always ten
 */
public record Cardinality(int percent) {

    /** All rows that the specification asks for. */
    public static final Cardinality SPECIFIED = new Cardinality(100);

    public static final int DISTRICTS_PER_WAREHOUSE = 10;
    public static final int MIN_ORDER_LINES = 5;
    public static final int MAX_ORDER_LINES = 15;
    public static final int CARRIERS = 10;
    /** Numbers that make a last name (clause 4.3.2.3). */
    public static final int LAST_NAMES = 1_000;
    /** The most items that there can be. */
    static final int MOST_ITEMS = 100_000;

    public Cardinality {
        if (percent < 1 || percent > 100) {
            throw new IllegalArgumentException("from 1 to 100 percent of the rows, not " + percent);
        }
    }

    public boolean isSpecified() {
        return equals(SPECIFIED);
    }

    public int items() {
        return MOST_ITEMS / 100 * percent;
    }

    public int customersPerDistrict() {
        return 30 * percent;
    }

    public int customersPerWarehouse() {
        return DISTRICTS_PER_WAREHOUSE * customersPerDistrict();
    }

    /** As many as customers: each customer has ordered once. */
    public int ordersPerDistrict() {
        return customersPerDistrict();
    }

    public int ordersPerWarehouse() {
        return DISTRICTS_PER_WAREHOUSE * ordersPerDistrict();
    }

    /** Orders from 1 to this number, 2,100 of 3,000, are loaded as delivered; the rest wait in NEW-ORDER. */
    public int deliveredPerDistrict() {
        return 21 * percent;
    }

    public int newOrdersPerDistrict() {
        return ordersPerDistrict() - deliveredPerDistrict();
    }

    public int newOrdersPerWarehouse() {
        return DISTRICTS_PER_WAREHOUSE * newOrdersPerDistrict();
    }

    /** The last names of customers, 1,000 for 3,000 customers: each has three namesakes on average at every percentage. */
    public int lastNames() {
        return LAST_NAMES / 100 * percent;
    }
}
