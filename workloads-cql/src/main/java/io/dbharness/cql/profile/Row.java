package io.dbharness.cql.profile;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One row of a profile's table. Values of its key are there, others are made when asked for. Immutable. */
public final class Row {

    private final Rows rows;
    private final Rows.Key key;

    Row(Rows rows, Rows.Key key) {
        this.rows = rows;
        this.key = key;
    }

    /** The value of a column, in the order of {@link Profile#columns()}, as it goes over the wire; the same at every call; null for none. */
    public @Nullable ByteBuffer value(int column) {
        return column < key.depth() ? key.value(column) : rows.value(column, key);
    }
}
