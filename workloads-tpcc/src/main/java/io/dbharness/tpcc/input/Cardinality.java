package io.dbharness.tpcc.input;

/**
 * The number of rows of each kind (clauses 1.2.1 and 4.3.3.1), or a percentage of it.
 *
 * @param percent percentage of the specified customers, orders, items and stock, 1 to 100; there are always ten districts
 */
public record Cardinality(int percent) {

    /** All specified rows. */
    public static final Cardinality SPECIFIED = new Cardinality(100);

    public static final int DISTRICTS_PER_WAREHOUSE = 10;
    public static final int MIN_ORDER_LINES = 5;
    public static final int MAX_ORDER_LINES = 15;
    public static final int CARRIERS = 10;
    /** The number of last names (clause 4.3.2.3). */
    public static final int LAST_NAMES = 1_000;
    /** The maximum number of items. */
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

    /** Returns the number of orders, which is that of customers: each customer has one order. */
    public int ordersPerDistrict() {
        return customersPerDistrict();
    }

    public int ordersPerWarehouse() {
        return DISTRICTS_PER_WAREHOUSE * ordersPerDistrict();
    }

    /** Returns the number of orders that are loaded as delivered, 2,100 of 3,000; the rest is in NEW-ORDER. */
    public int deliveredPerDistrict() {
        return 21 * percent;
    }

    public int newOrdersPerDistrict() {
        return ordersPerDistrict() - deliveredPerDistrict();
    }

    public int newOrdersPerWarehouse() {
        return DISTRICTS_PER_WAREHOUSE * newOrdersPerDistrict();
    }

    /**
     * Returns the number of last names in use, 1,000 for 3,000 customers, so that on average three customers share a name at every
     * percentage.
     */
    public int lastNames() {
        return LAST_NAMES / 100 * percent;
    }
}
