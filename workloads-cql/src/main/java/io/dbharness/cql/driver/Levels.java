package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Parses consistency levels. Conditions of conditional writes take serial levels only, and other statements take the ordinary ones. A read
 * accepts a serial level too; it then sees conditional writes that are still under way.
 */
public final class Levels {

    // A constant rather than a question to the driver: a workload describes itself without the driver.
    private static final List<String> SERIAL = List.of("serial", "local_serial");

    private static final List<String> ALL = Stream.concat(
                    Stream.of(
                            "any", "one", "two", "three", "quorum", "all", "local_quorum", "each_quorum", "local_one"),
                    SERIAL.stream())
            .toList();

    private Levels() {}

    /** Returns the names of the levels in the spelling of users. */
    public static List<String> words(boolean serial) {
        return serial ? SERIAL : ALL;
    }

    /** Returns the level with this name, in any case. */
    public static Optional<ConsistencyLevel> parse(String name, boolean serial) {
        String word = name.toLowerCase(Locale.ROOT);
        return words(serial).contains(word)
                ? Optional.of(DefaultConsistencyLevel.valueOf(word.toUpperCase(Locale.ROOT)))
                : Optional.empty();
    }

    /** Returns the level at which rows are written where reads are at {@code level}: a write cannot be at a serial level. */
    public static ConsistencyLevel ofWrites(ConsistencyLevel level) {
        if (level == ConsistencyLevel.SERIAL) {
            return ConsistencyLevel.QUORUM;
        }
        return level == ConsistencyLevel.LOCAL_SERIAL ? ConsistencyLevel.LOCAL_QUORUM : level;
    }

    /** Returns the number of replicas that must answer at a level that names a number, otherwise 1. */
    public static int replicas(ConsistencyLevel level) {
        return level == ConsistencyLevel.THREE ? 3 : level == ConsistencyLevel.TWO ? 2 : 1;
    }
}
