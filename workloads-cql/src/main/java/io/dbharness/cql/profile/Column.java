package io.dbharness.cql.profile;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A column of a profile's table.
 *
 * @param name as the server keeps it
 * @param kind its part in the key
 * @param type of its values
 * @param spec how they are drawn
 */
public record Column(String name, Kind kind, ColumnType<?> type, ColumnSpec spec) {

    /** The part of a column in the key, in the order of columns in a row. */
    public enum Kind {
        PARTITION,
        CLUSTERING,
        STATIC,
        REGULAR
    }

    /** For statements. */
    public String quoted() {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    public boolean isKey() {
        return kind == Kind.PARTITION || kind == Kind.CLUSTERING;
    }

    /** Whether a value that was read is the one that was written. */
    public boolean isSame(@Nullable ByteBuffer written, @Nullable ByteBuffer read) {
        return written == null ? read == null : type.isSame(written, read);
    }

    @Override
    public String toString() {
        return name + " " + kind + " " + type.codec().getCqlType().asCql(true, false) + " size " + spec.size()
                + " population " + spec.population() + " cluster " + spec.cluster();
    }
}
