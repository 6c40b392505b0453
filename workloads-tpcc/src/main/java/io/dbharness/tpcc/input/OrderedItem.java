package io.dbharness.tpcc.input;

/**
 * One line of an order.
 *
 * @param item            OL_I_ID; {@link #UNUSED} for the line that makes an order roll back
 * @param supplyWarehouse OL_SUPPLY_W_ID
 * @param quantity        OL_QUANTITY, 1 to 10
 */
public record OrderedItem(int item, int supplyWarehouse, int quantity) {

    /** The item number that no row has (clause 2.4.1.5). */
    public static final int UNUSED = Cardinality.ITEMS + 1;
}
