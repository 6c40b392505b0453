package io.dbharness.provisioning.catalogue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One mapping of a data file of this package. A fault in these files is a fault of the program. */
record Row(Map<?, ?> values) {

    static List<Row> list(@Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        return ((List<?>) value).stream().map(Row::of).toList();
    }

    static Row of(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalStateException("not a mapping: " + value);
        }
        return new Row(map);
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    Optional<Row> row(String key) {
        return values.get(key) instanceof Map<?, ?> map ? Optional.of(new Row(map)) : Optional.empty();
    }

    List<Row> rows(String key) {
        return list(values.get(key));
    }

    String text(String key) {
        Object value = values.get(key);
        if (value == null) {
            throw new IllegalStateException("no " + key + " in " + values);
        }
        return value.toString();
    }

    List<String> texts(String key) {
        return values.get(key) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    long whole(String key) {
        return Long.parseLong(text(key));
    }

    int number(String key) {
        return Integer.parseInt(text(key));
    }

    boolean flag(String key) {
        return Boolean.parseBoolean(text(key));
    }

    /** The two figures of a pair of keys that differ by their end; empty when the row has neither. */
    Optional<Performance> performance(String iops, String megabytes) {
        return has(iops) ? Optional.of(new Performance(whole(iops), whole(megabytes))) : Optional.empty();
    }
}
