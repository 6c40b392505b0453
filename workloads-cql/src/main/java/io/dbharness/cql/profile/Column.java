package io.dbharness.cql.profile;

import io.dbharness.distribution.ValueDistribution;
import io.dbharness.model.HarnessException;
import io.dbharness.profile.Derived;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
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
     * @param source     of the values; empty for draws that depend on the key alone
     */
    record Spec(
            ValueDistribution size,
            ValueDistribution population,
            ValueDistribution cluster,
            Optional<ColumnSource> source) {

        /** The defaults of cassandra-stress for a column without a columnspec. */
        static final Spec DEFAULT = new Spec(
                ValueDistribution.known("uniform(4..8)"),
                ValueDistribution.known("uniform(1..100B)"),
                ValueDistribution.known("fixed(1)"),
                Optional.empty());
    }

    /** Creates a column outside the key whose values a distribution numbers; empty if the type is not known. */
    public static Optional<Column> of(String name, String type, ValueDistribution numbers) {
        Spec spec = new Spec(Spec.DEFAULT.size(), numbers, Spec.DEFAULT.cluster(), Optional.empty());
        return new ColumnTypes().parse(type).map(known -> new Column(name, Kind.REGULAR, known, spec));
    }

    /** Draws a value in the native protocol's encoding; {@code ordinal} is its position among consecutive draws. */
    public ByteBuffer draw(RandomGenerator random, long ordinal) {
        return type.draw(new ColumnType.Draw(random, ordinal, spec));
    }

    /** Returns a value from its source: drawn, made from others, or from a file. */
    ByteBuffer value(RandomGenerator random, long ordinal, Function<String, Object> others) {
        return spec.source()
                .map(source -> source.derived()
                        .map(derived -> encode(String.valueOf(derived.of(new Derived.Inputs(random, ordinal, others)))))
                        .or(() -> source.lines()
                                .map(lines -> encode(lines.at(spec.population().draw(random, ordinal)))))
                        .orElseThrow(() -> new HarnessException(name + " has no value without a write")))
                .orElseGet(() -> draw(random, ordinal));
    }

    /** Returns the time of a write as a value; empty unless the column's source is the time and its type holds one. */
    Optional<ByteBuffer> moment(long micros) {
        return spec.source()
                .filter(source -> source.kind() == ColumnSource.Kind.NOW)
                .flatMap(now -> type.moment(micros));
    }

    /** Returns true if the type holds the time of a write. */
    boolean holdsTime() {
        return type.moment(0).isPresent();
    }

    /** Converts a value to what derived values are made of. */
    Object plain(ByteBuffer value) {
        return type.plain(value);
    }

    /** Returns true if the draws 0 to {@code count} - 1 give different values that depend on the place of the draw alone. */
    boolean isDistinct(long count) {
        return spec.source().isEmpty()
                && spec.population().isDistinct(count)
                && type.holdsExactly(
                        spec.population().least(), spec.population().most());
    }

    /** Returns true if each write of a row has another value. */
    public boolean isPerWrite() {
        return spec.source().filter(ColumnSource::isPerWrite).isPresent();
    }

    /** Returns true if the server keeps one time stamp for each value of the column. */
    public boolean hasWriteTime() {
        return kind == Kind.REGULAR && type.isScalar() && !isCounter();
    }

    /** Returns true if a collection that was read has all elements of a written one. */
    public boolean holds(ByteBuffer written, @Nullable ByteBuffer read) {
        return type.holds(written, read);
    }

    /** Returns the elements of a vector. */
    public float[] floats(@Nullable ByteBuffer vector) {
        return type.floats(vector);
    }

    /** Encodes a text as a value of this column. */
    ByteBuffer encode(String text) {
        return read(text).orElseThrow(() -> new HarnessException("'" + text + "' is no value of the column " + name));
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

    /** Returns true for a column that cassandra-stress can write, and for any column of a key. */
    boolean isClassic() {
        return kind == Kind.PARTITION || kind == Kind.CLUSTERING || type.isClassic();
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
                + " population " + spec.population() + " cluster " + spec.cluster()
                + spec.source().map(source -> " value " + source).orElse("");
    }
}
