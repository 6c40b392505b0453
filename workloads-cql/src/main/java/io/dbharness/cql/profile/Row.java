package io.dbharness.cql.profile;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One row of a profile's table. Values of its key are there, others are made when asked for. Immutable. */
public final class Row {

    private final Rows rows;
    private final ByteBuffer[] keys;
    private final Identity identity;

    /**
     * What the values outside the key are a function of.
     *
     * @param partition the partition's key
     * @param row       the whole key
     * @param place     among the values of the last clustering column
     */
    record Identity(long partition, long row, int place) {}

    Row(Rows rows, ByteBuffer[] keys, Identity identity) {
        this.rows = rows;
        this.keys = keys.clone();
        this.identity = identity;
    }

    /** The value of a column, in the order of {@link Profile#columns()}, as it goes over the wire; the same at every call; null for none. */
    public @Nullable ByteBuffer value(int column) {
        return column < keys.length ? keys[column].duplicate() : rows.value(column, identity);
    }
}
