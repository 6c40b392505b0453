package io.dbharness.cql.profile;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.data.CqlDuration;
import com.datastax.oss.driver.api.core.data.CqlVector;
import com.datastax.oss.driver.api.core.data.TupleValue;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.TupleType;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import io.dbharness.random.Seed;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
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

    private static final long NANOS_OF_DAY = 86_400_000_000_000L;
    private static final byte[] LETTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);

    /** All versions since 3 encode values equally. */
    private static final ProtocolVersion VERSION = ProtocolVersion.DEFAULT;

    private static final Map<String, ColumnType<?>> SCALARS = Map.ofEntries(
            scalar("ascii", TypeCodecs.ASCII, ColumnType::letters),
            scalar("text", TypeCodecs.TEXT, ColumnType::letters),
            scalar("varchar", TypeCodecs.TEXT, ColumnType::letters),
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
            long id = id();
            RandomGenerator own = new Seed(id).stream("value", 0);
            byte[] bytes = new byte[(int) spec.size().draw(own, id)];
            own.nextBytes(bytes);
            return bytes;
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

    private static String letters(Draw draw) {
        byte[] bytes = draw.bytes();
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = LETTERS[bytes[i] & LETTERS.length - 1];
        }
        return new String(bytes, StandardCharsets.US_ASCII);
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
