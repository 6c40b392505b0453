package io.dbharness.tpcc.data;

import io.dbharness.tpcc.input.Cardinality;

/**
 * The scale of a TPC-C data set, equal for interchangeable data sets.
 *
 * @param warehouses  number of warehouses, W, at least 1
 * @param rows        number of rows of each warehouse, and of items
 * @param foreignKeys true if the server checks the references between the tables
 */
public record TpccScale(int warehouses, Cardinality rows, boolean foreignKeys) {

    public TpccScale {
        if (warehouses < 1) {
            throw new IllegalArgumentException("a data set has at least one warehouse, not " + warehouses);
        }
    }

    /** Creates a scale with warehouses of the specified size. */
    public TpccScale(int warehouses, boolean foreignKeys) {
        this(warehouses, Cardinality.SPECIFIED, foreignKeys);
    }

    @Override
    public String toString() {
        return warehouses
                + (warehouses == 1 ? " warehouse" : " warehouses")
                + (rows.isSpecified() ? "" : " with " + rows.percent() + " % of the rows")
                + (foreignKeys ? " with foreign keys" : "");
    }
}
