package io.dbharness.cql.profile;

import io.dbharness.distribution.ValueDistribution;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A column of a profile's table.
 *
 * @param name as the server stores it
 * @param kind its role in the key
 * @param type of its values
 * @param spec distributions of its values
 */
public record Column(String name, Kind kind, ColumnType<?> type, Spec spec) {

    /** The role of a column in the key; the constants are in the order of columns within a row. */
    public enum Kind {
        PARTITION,
        CLUSTERING,
        STATIC,
        REGULAR
    }

    /**
     * The distributions of a column's values.
     *
     * @param size       characters of a text, bytes of a blob, elements of a collection; other types ignore it
     * @param population numbers of the possible values: equal numbers make equal values
     * @param cluster    values of a clustering column within one value of the preceding column; other columns ignore it
     */
    record Spec(ValueDistribution size, ValueDistribution population, ValueDistribution cluster) {

        /** The defaults of cassandra-stress for a column without a columnspec. */
        static final Spec DEFAULT = new Spec(
                ValueDistribution.known("uniform(4..8)"),
                ValueDistribution.known("uniform(1..100B)"),
                ValueDistribution.known("fixed(1)"));
    }

    /** Creates a column outside the key whose values a distribution numbers; empty if the type is not known. */
    public static Optional<Column> of(String name, String type, ValueDistribution numbers) {
        Spec spec = new Spec(Spec.DEFAULT.size(), numbers, Spec.DEFAULT.cluster());
        return new ColumnTypes().parse(type).map(known -> new Column(name, Kind.REGULAR, known, spec));
    }

    /** Draws a value in the native protocol's encoding; {@code ordinal} is its position among consecutive draws. */
    public ByteBuffer draw(RandomGenerator random, long ordinal) {
        return type.draw(new ColumnType.Draw(random, ordinal, spec));
    }

    Column with(Spec newSpec) {
        return new Column(name, kind, type, newSpec);
    }

    /** Returns the name in quotes, for statements. */
    public String quoted() {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    /**
     * Parses a value from a file: plain text for a text column, a CQL literal with or without quotes for any other; empty if the text is no
     * such value.
     */
    public Optional<ByteBuffer> read(String text) {
        return type.read(text);
    }

    public boolean isCounter() {
        return type.isCounter();
    }

    /** Returns true if a value that was read equals the written one. Always true for a counter, which holds the sum of all writes. */
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
