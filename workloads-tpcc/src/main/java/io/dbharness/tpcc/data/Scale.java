package io.dbharness.tpcc.data;

/**
 * What makes two TPC-C data sets alike.
 *
 * @param warehouses  W, at least 1
 * @param foreignKeys whether the server checks the references between the tables
 */
public record Scale(int warehouses, boolean foreignKeys) {

    public Scale {
        if (warehouses < 1) {
            throw new IllegalArgumentException("a data set has at least one warehouse, not " + warehouses);
        }
    }

    @Override
    public String toString() {
        return warehouses
                + (warehouses == 1 ? " warehouse" : " warehouses")
                + (foreignKeys ? " with foreign keys" : "");
    }
}
