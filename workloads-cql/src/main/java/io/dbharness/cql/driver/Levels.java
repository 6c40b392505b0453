package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Consistency levels by their names, either those of conditional statements, which are serial, or those of all others. */
public final class Levels {

    // Not asked of the driver: a workload describes itself without one.
    private static final List<String> PLAIN =
            List.of("any", "one", "two", "three", "quorum", "all", "local_quorum", "each_quorum", "local_one");

    private static final List<String> SERIAL = List.of("serial", "local_serial");

    private Levels() {}

    /** As users write them. */
    public static List<String> words(boolean serial) {
        return serial ? SERIAL : PLAIN;
    }

    /** The level of a name, in any case. */
    public static Optional<ConsistencyLevel> parse(String name, boolean serial) {
        String word = name.toLowerCase(Locale.ROOT);
        return words(serial).contains(word)
                ? Optional.of(DefaultConsistencyLevel.valueOf(word.toUpperCase(Locale.ROOT)))
                : Optional.empty();
    }
}
