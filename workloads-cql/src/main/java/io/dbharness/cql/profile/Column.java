package io.dbharness.cql.profile;

import io.dbharness.distribution.Distribution;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A column of a profile's table.
 *
 * @param name as the server keeps it
 * @param kind its part in the key
 * @param type of its values
 * @param spec how they are drawn
 */
public record Column(String name, Kind kind, ColumnType<?> type, Spec spec) {

    /** The part of a column in the key, in the order of columns in a row. */
    public enum Kind {
        PARTITION,
        CLUSTERING,
        STATIC,
        REGULAR
    }

    /**
     * How the values of a column are drawn.
     *
     * @param size       characters of a text, bytes of a blob, elements of a collection; of no use to other types
     * @param population which values there are: each number stands for one
     * @param cluster    how many values of a clustering column there are within one value of the column before it; of no use to others
     */
    record Spec(Distribution size, Distribution population, Distribution cluster) {

        /** What cassandra-stress takes for a column that its profile leaves out. */
        static final Spec DEFAULT = new Spec(
                Distribution.known("uniform(4..8)"),
                Distribution.known("uniform(1..100B)"),
                Distribution.known("fixed(1)"));
    }

    /** A value as it goes over the wire, the one of this place among those drawn one after the other. */
    ByteBuffer draw(RandomGenerator random, long ordinal) {
        return type.draw(new ColumnType.Draw(random, ordinal, spec));
    }

    Column with(Spec newSpec) {
        return new Column(name, kind, type, newSpec);
    }

    /** For statements. */
    public String quoted() {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    /** A value as a file has it: a text as it is, anything else as CQL writes it, in quotes or not; empty when it is none. */
    public Optional<ByteBuffer> read(String text) {
        return type.read(text);
    }

    public boolean isCounter() {
        return type.isCounter();
    }

    /** Whether a value that was read is the one that was written; a counter holds what all writes have added, so any number is. */
    public boolean isSame(@Nullable ByteBuffer written, @Nullable ByteBuffer read) {
        if (isCounter()) {
            return read != null;
        }
        return written == null ? read == null : type.isSame(written, read);
    }

    @Override
    public String toString() {
        return name + " " + kind + " " + type.codec().getCqlType().asCql(true, false) + " size " + spec.size()
                + " population " + spec.population() + " cluster " + spec.cluster();
    }
}
