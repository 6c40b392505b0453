package io.dbharness.tpcc.data;

import io.dbharness.jdbc.dialect.RowSink;

/** The five columns of an address, which warehouses, districts and customers share (clause 4.3.3.1). */
final class Address {

    private Address() {}

    /** Two streets, city, state and zip. */
    static RowSink add(RowSink sink, RandomText text) {
        return sink.add(text.letters(10, 20))
                .add(text.letters(10, 20))
                .add(text.letters(10, 20))
                .add(text.letters(2))
                .add(text.zip());
    }
}
