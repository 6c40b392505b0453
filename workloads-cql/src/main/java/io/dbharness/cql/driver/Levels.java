package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Consistency levels by their names, either those of conditional statements, which are serial, or those of all others. */
public final class Levels {

    private Levels() {}

    /** As users write them. */
    public static List<String> words(boolean serial) {
        return Arrays.stream(DefaultConsistencyLevel.values())
                .filter(level -> level.isSerial() == serial)
                .map(level -> level.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** The level of a name, in any case. */
    public static Optional<ConsistencyLevel> parse(String name, boolean serial) {
        String word = name.toLowerCase(Locale.ROOT);
        return words(serial).contains(word)
                ? Optional.of(DefaultConsistencyLevel.valueOf(word.toUpperCase(Locale.ROOT)))
                : Optional.empty();
    }
}
