package io.dbharness.cql.profile;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.data.CqlDuration;
import com.datastax.oss.driver.api.core.data.CqlVector;
import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.ListType;
import com.datastax.oss.driver.api.core.type.SetType;
import com.datastax.oss.driver.api.core.type.TupleType;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import io.dbharness.profile.Content;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A type that a column of a profile's table may have. A numeric type uses the drawn number as the value. Immutable.
 *
 * @param codec      converts values to and from the native protocol's encoding
 * @param maker      of values
 * @param collection true if a value without elements equals null
 * @param <T>        of values
 */
record ColumnType<T>(TypeCodec<T> codec, Maker<T> maker, boolean collection) {

    /** From the begin of the Gregorian calendar to 1970, in units of 100 ns. */
    private static final long GREGORIAN_TICKS = 0x01B21DD213814000L;

    private static final long NANOS_OF_DAY = 86_400_000_000_000L;
    /** All versions since 3 encode values equally. */
    private static final ProtocolVersion VERSION = ProtocolVersion.DEFAULT;

    private static final Map<String, ColumnType<?>> SCALARS = Map.ofEntries(
            scalar("ascii", TypeCodecs.ASCII, draw -> Content.letters(draw.bytes())),
            scalar("text", TypeCodecs.TEXT, draw -> Content.letters(draw.bytes())),
            scalar("varchar", TypeCodecs.TEXT, draw -> Content.letters(draw.bytes())),
            scalar("blob", TypeCodecs.BLOB, draw -> ByteBuffer.wrap(draw.bytes())),
            scalar("int", TypeCodecs.INT, draw -> (int) draw.id()),
            scalar("bigint", TypeCodecs.BIGINT, Draw::id),
            scalar("smallint", TypeCodecs.SMALLINT, draw -> (short) draw.id()),
            scalar("tinyint", TypeCodecs.TINYINT, draw -> (byte) draw.id()),
            scalar("varint", TypeCodecs.VARINT, draw -> BigInteger.valueOf(draw.id())),
            scalar("decimal", TypeCodecs.DECIMAL, draw -> BigDecimal.valueOf(draw.id())),
            scalar("double", TypeCodecs.DOUBLE, draw -> (double) draw.id()),
            scalar("float", TypeCodecs.FLOAT, draw -> (float) draw.id()),
            scalar("boolean", TypeCodecs.BOOLEAN, draw -> draw.id() % 2 != 0),
            scalar("uuid", TypeCodecs.UUID, draw -> uuid(draw.id())),
            scalar("timeuuid", TypeCodecs.TIMEUUID, draw -> Uuids.startOf(draw.id())),
            scalar("timestamp", TypeCodecs.TIMESTAMP, draw -> Instant.ofEpochMilli(draw.id())),
            scalar("date", TypeCodecs.DATE, ColumnType::date),
            scalar("time", TypeCodecs.TIME, draw -> LocalTime.ofNanoOfDay(Math.floorMod(draw.id(), NANOS_OF_DAY))),
            scalar("inet", TypeCodecs.INET, ColumnType::inet),
            scalar("duration", TypeCodecs.DURATION, draw -> CqlDuration.newInstance(0, 0, draw.id())),
            scalar("counter", TypeCodecs.COUNTER, Draw::id));

    /**
     * The input of a value.
     *
     * @param random  generator of this value only
     * @param ordinal position of the value among consecutive draws
     * @param spec    of its column
     */
    record Draw(RandomGenerator random, long ordinal, Column.Spec spec) {

        /** Draws the number of the value. */
        long id() {
            return spec.population().draw(random, ordinal);
        }

        /** Returns the draw of the n-th element of a collection. */
        Draw element(int n) {
            return new Draw(random, ordinal + n, spec);
        }

        /** Returns bytes whose length and content depend on the drawn number only. */
        byte[] bytes() {
            return Content.of(id(), spec.size());
        }
    }

    /** Makes a value; the same draw gives the same value. */
    @FunctionalInterface
    interface Maker<T> {
        T make(Draw draw);
    }

    /** Returns a scalar type by its name in any case; empty for any other name. */
    static Optional<ColumnType<?>> scalar(String name) {
        return Optional.ofNullable(SCALARS.get(name.toLowerCase(Locale.ROOT)));
    }

    private static <T> Map.Entry<String, ColumnType<?>> scalar(String name, TypeCodec<T> codec, Maker<T> maker) {
        return Map.entry(name, new ColumnType<>(codec, maker, false));
    }

    static <T> ColumnType<List<T>> listOf(ColumnType<T> element) {
        return new ColumnType<>(TypeCodecs.listOf(element.codec), element::elements, true);
    }

    static <T> ColumnType<Set<T>> setOf(ColumnType<T> element) {
        return new ColumnType<>(
                TypeCodecs.setOf(element.codec), draw -> new LinkedHashSet<>(element.elements(draw)), true);
    }

    static <K, V> ColumnType<Map<K, V>> mapOf(ColumnType<K> key, ColumnType<V> value) {
        Maker<Map<K, V>> maker = draw -> {
            Map<K, V> map = new LinkedHashMap<>();
            List<K> keys = key.elements(draw);
            for (int i = 0; i < keys.size(); i++) {
                map.put(keys.get(i), value.maker.make(draw.element(i)));
            }
            return map;
        };
        return new ColumnType<>(TypeCodecs.mapOf(key.codec, value.codec), maker, true);
    }

    static <T> ColumnType<CqlVector<T>> vectorOf(ColumnType<T> element, int dimensions) {
        Maker<CqlVector<T>> maker = draw -> CqlVector.newInstance(element.elements(draw, dimensions));
        return new ColumnType<>(TypeCodecs.vectorOf(dimensions, element.codec), maker, false);
    }

    /** Returns the type of tuples and of user-defined types, which have the same encoding. */
    static ColumnType<TupleValue> tupleOf(List<ColumnType<?>> parts) {
        TupleType type = DataTypes.tupleOf(
                parts.stream().map(part -> part.codec.getCqlType()).toArray(DataType[]::new));
        Maker<TupleValue> maker = draw -> {
            TupleValue value = type.newValue();
            for (int i = 0; i < parts.size(); i++) {
                value = value.setBytesUnsafe(i, parts.get(i).draw(draw.element(i)));
            }
            return value;
        };
        return new ColumnType<>(TypeCodecs.tupleOf(type), maker, false);
    }

    /** Makes the elements of a collection of this type. */
    private List<T> elements(Draw draw) {
        return elements(draw, (int) draw.spec().size().draw(draw.random(), draw.ordinal()));
    }

    private List<T> elements(Draw draw, int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> maker.make(draw.element(n)))
                .toList();
    }

    /** Makes a UUID of version 4. */
    private static UUID uuid(long id) {
        return new UUID((id & ~0xF000L) | 0x4000L, (id & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L);
    }

    /** Makes a date; the server counts days in 32 bits. */
    private static LocalDate date(Draw draw) {
        int days = (int) draw.id();
        return LocalDate.ofEpochDay(days);
    }

    private static InetAddress inet(Draw draw) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).putInt(0, (int) draw.id());
        return Objects.requireNonNull(TypeCodecs.INET.decode(bytes, VERSION), "four bytes");
    }

    /** Makes a value in the native protocol's encoding. */
    ByteBuffer draw(Draw draw) {
        return Objects.requireNonNull(codec.encode(maker.make(draw), VERSION), "encoded");
    }

    Optional<ByteBuffer> read(String text) {
        boolean letters =
                codec.getCqlType().equals(DataTypes.TEXT) || codec.getCqlType().equals(DataTypes.ASCII);
        return letters
                ? literal("'" + text.replace("'", "''") + "'")
                : literal(text.strip()).or(() -> literal("'" + text.strip() + "'"));
    }

    /** Parses a CQL literal; empty if the text is no value of this type. */
    private Optional<ByteBuffer> literal(String text) {
        try {
            return Optional.ofNullable(codec.encode(codec.parse(text), VERSION));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns true for a type that is neither a collection nor made of parts. */
    boolean isScalar() {
        return SCALARS.containsValue(this);
    }

    /** Encodes the time of a write; empty for a type that holds no time. */
    Optional<ByteBuffer> moment(long micros) {
        DataType type = codec.getCqlType();
        if (type.equals(DataTypes.TIMESTAMP)) {
            return Optional.ofNullable(TypeCodecs.TIMESTAMP.encode(Instant.ofEpochMilli(micros / 1_000), VERSION));
        }
        if (type.equals(DataTypes.TIMEUUID)) {
            return Optional.ofNullable(TypeCodecs.TIMEUUID.encode(timeUuid(micros), VERSION));
        }
        return type.equals(DataTypes.BIGINT)
                ? Optional.ofNullable(TypeCodecs.BIGINT.encode(micros, VERSION))
                : Optional.empty();
    }

    /** Makes a UUID of version 1 from a time alone, which no two writes of a process share. */
    private static UUID timeUuid(long micros) {
        long ticks = micros * 10 + GREGORIAN_TICKS;
        long most = (ticks << Integer.SIZE)
                | ((ticks >>> Integer.SIZE & 0xFFFF) << Short.SIZE)
                | 0x1000
                | (ticks >>> (Integer.SIZE + Short.SIZE) & 0xFFF);
        return new UUID(most, Long.MIN_VALUE | (micros & 0x3FFF_FFFF_FFFF_FFFFL));
    }

    /** Converts a value to what derived values are made of: a whole number or a text. */
    Object plain(ByteBuffer value) {
        Object decoded = Objects.requireNonNull(codec.decode(value, VERSION), "a value");
        return decoded instanceof Number number
                        && !(decoded instanceof BigDecimal)
                        && !(decoded instanceof Double)
                        && !(decoded instanceof Float)
                ? (Object) number.longValue()
                : decoded.toString();
    }

    /** Returns true if a collection that was read has all elements of a written one. */
    boolean holds(ByteBuffer written, @Nullable ByteBuffer read) {
        return read != null
                && codec.decode(written, VERSION) instanceof Collection<?> part
                && codec.decode(read, VERSION) instanceof Collection<?> whole
                && whole.containsAll(part);
    }

    /** Returns the elements of a vector. */
    float[] floats(@Nullable ByteBuffer value) {
        if (!(codec.decode(value, VERSION) instanceof CqlVector<?> vector)) {
            throw new IllegalArgumentException("no vector: " + codec.getCqlType());
        }
        float[] elements = new float[vector.size()];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = ((Number) vector.get(i)).floatValue();
        }
        return elements;
    }

    /** Returns true for the types that cassandra-stress writes: all scalars but durations, and lists and sets of them. */
    boolean isClassic() {
        return isClassic(codec.getCqlType());
    }

    private static boolean isClassic(DataType type) {
        return type instanceof ListType list
                ? isScalar(list.getElementType())
                : type instanceof SetType set ? isScalar(set.getElementType()) : isScalar(type);
    }

    private static boolean isScalar(DataType type) {
        return !type.equals(DataTypes.DURATION)
                && SCALARS.values().stream()
                        .anyMatch(scalar -> scalar.codec.getCqlType().equals(type));
    }

    /** Returns true for a type of whole numbers that has all numbers of a range. */
    boolean holdsExactly(long least, long most) {
        return codec.equals(TypeCodecs.BIGINT)
                || (codec.equals(TypeCodecs.INT) && least >= Integer.MIN_VALUE && most <= Integer.MAX_VALUE);
    }

    boolean isCounter() {
        return codec.getCqlType().equals(DataTypes.COUNTER);
    }

    /** Returns true if a value that was read equals the written one. The server sorts sets and maps, so their order is ignored. */
    boolean isSame(ByteBuffer written, @Nullable ByteBuffer read) {
        return written.equals(read)
                || ((read != null || collection)
                        && Objects.equals(codec.decode(written, VERSION), codec.decode(read, VERSION)));
    }
}
