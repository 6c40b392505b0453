package io.dbharness.cql.profile;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One row of a profile's table. The values of its key exist from the start; others are generated on demand. Immutable. */
public final class ProfileRow {

    private final Rows rows;
    private final Rows.Key key;
    private final long version;

    /** @param version time of the write in microseconds since 1970 */
    ProfileRow(Rows rows, Rows.Key key, long version) {
        this.rows = rows;
        this.key = key;
        this.version = version;
    }

    /** Returns this row as another write writes it. */
    public ProfileRow at(long otherVersion) {
        return new ProfileRow(rows, key, otherVersion);
    }

    /** Returns a hash of the key, the same for equal keys. */
    public long id() {
        return key.hash();
    }

    /**
     * Returns the value of a column, in the order of {@link CqlProfile#columns()} and in the native protocol's encoding; null for none. The
     * same at every call.
     */
    public @Nullable ByteBuffer value(int column) {
        return column < key.depth() ? key.value(column) : rows.value(column, key, version);
    }
}
