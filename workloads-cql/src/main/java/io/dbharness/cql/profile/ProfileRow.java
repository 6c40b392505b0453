package io.dbharness.cql.profile;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One row of a profile's table. The values of its key exist from the start; others are generated on demand. Immutable. */
public final class ProfileRow {

    private final Rows rows;
    private final Rows.Key key;

    ProfileRow(Rows rows, Rows.Key key) {
        this.rows = rows;
        this.key = key;
    }

    /**
     * Returns the value of a column, in the order of {@link CqlProfile#columns()} and in the native protocol's encoding; null for none. The
     * same at every call.
     */
    public @Nullable ByteBuffer value(int column) {
        return column < key.depth() ? key.value(column) : rows.value(column, key);
    }
}
