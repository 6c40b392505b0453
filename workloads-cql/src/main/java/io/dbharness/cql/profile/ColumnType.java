package io.dbharness.cql.profile;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A type of columns. Immutable.
 *
 * @param codec      between values and what goes over the wire
 * @param maker      of values
 * @param collection whether a value without elements is none
 * @param <T>        of values
 */
record ColumnType<T>(TypeCodec<T> codec, Maker<T> maker, boolean collection) {

    /** All versions since 3 write values alike. */
    private static final ProtocolVersion VERSION = ProtocolVersion.DEFAULT;

    /** Makes a value; the same draw gives the same value. */
    @FunctionalInterface
    interface Maker<T> {
        T make(Draw draw);
    }

    static <T> ColumnType<T> scalar(TypeCodec<T> codec, Maker<T> maker) {
        return new ColumnType<>(codec, maker, false);
    }

    static <T> ColumnType<List<T>> listOf(ColumnType<T> element) {
        return new ColumnType<>(TypeCodecs.listOf(element.codec()), draw -> elements(element, draw), true);
    }

    static <T> ColumnType<Set<T>> setOf(ColumnType<T> element) {
        return new ColumnType<>(
                TypeCodecs.setOf(element.codec()), draw -> new LinkedHashSet<>(elements(element, draw)), true);
    }

    static <K, V> ColumnType<Map<K, V>> mapOf(ColumnType<K> key, ColumnType<V> value) {
        Maker<Map<K, V>> maker = draw -> {
            Map<K, V> map = new LinkedHashMap<>();
            List<K> keys = elements(key, draw);
            for (int i = 0; i < keys.size(); i++) {
                map.put(keys.get(i), value.maker().make(draw.element(i)));
            }
            return map;
        };
        return new ColumnType<>(TypeCodecs.mapOf(key.codec(), value.codec()), maker, true);
    }

    private static <T> List<T> elements(ColumnType<T> type, Draw draw) {
        int count = draw.elements();
        List<T> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add(type.maker().make(draw.element(i)));
        }
        return elements;
    }

    /** A value as it goes over the wire. */
    ByteBuffer draw(Draw draw) {
        return Objects.requireNonNull(codec.encode(maker.make(draw), VERSION), "encoded");
    }

    /** Whether a value that was read is the one that was written; the server keeps sets and maps in an order of its own. */
    boolean isSame(ByteBuffer written, @Nullable ByteBuffer read) {
        if (written.equals(read)) {
            return true;
        }
        return collection && Objects.equals(codec.decode(written, VERSION), codec.decode(read, VERSION));
    }
}
