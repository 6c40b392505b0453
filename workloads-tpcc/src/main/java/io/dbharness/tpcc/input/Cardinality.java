package io.dbharness.tpcc.input;

/** How many rows of each kind there are (clauses 1.2.1 and 4.3.3.1). */
public final class Cardinality {

    public static final int ITEMS = 100_000;
    public static final int DISTRICTS_PER_WAREHOUSE = 10;
    public static final int CUSTOMERS_PER_DISTRICT = 3_000;
    public static final int CUSTOMERS_PER_WAREHOUSE = DISTRICTS_PER_WAREHOUSE * CUSTOMERS_PER_DISTRICT;
    /** As many as customers: each customer has ordered once. */
    public static final int ORDERS_PER_DISTRICT = CUSTOMERS_PER_DISTRICT;

    public static final int ORDERS_PER_WAREHOUSE = DISTRICTS_PER_WAREHOUSE * ORDERS_PER_DISTRICT;
    /** Orders 1 to 2,100 of a district are loaded as delivered, the rest wait in NEW-ORDER. */
    public static final int DELIVERED_PER_DISTRICT = 2_100;

    public static final int NEW_ORDERS_PER_DISTRICT = ORDERS_PER_DISTRICT - DELIVERED_PER_DISTRICT;
    public static final int NEW_ORDERS_PER_WAREHOUSE = DISTRICTS_PER_WAREHOUSE * NEW_ORDERS_PER_DISTRICT;
    public static final int MIN_ORDER_LINES = 5;
    public static final int MAX_ORDER_LINES = 15;
    public static final int CARRIERS = 10;
    /** Numbers that make a last name (clause 4.3.2.3). */
    public static final int LAST_NAMES = 1_000;

    private Cardinality() {}
}
