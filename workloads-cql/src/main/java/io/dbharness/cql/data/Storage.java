package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import io.dbharness.cql.profile.Ratio;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Options of the table and of its writes.
 *
 * @param compaction  of the table
 * @param compression of the table
 * @param replicas    replicas of a new keyspace; 0 for one per node, but at most three
 * @param consistency of all reads and writes
 * @param ttlSeconds  measured writes expire after this time; 0 for never
 * @param populated   share of the columns that measured writes give a value, in the order of their names; empty for all
 */
public record Storage(
        Compaction compaction,
        Compression compression,
        int replicas,
        ConsistencyLevel consistency,
        int ttlSeconds,
        Optional<Ratio> populated) {

    /**
     * Compaction of a table.
     *
     * @param word   as the user gives it
     * @param option of the table
     */
    public record Compaction(String word, String option) {

        /** The strategies with short names. */
        public static final Map<String, String> STRATEGIES = new TreeMap<>(Map.of(
                "size-tiered", "SizeTieredCompactionStrategy",
                "leveled", "LeveledCompactionStrategy",
                "unified", "UnifiedCompactionStrategy",
                "time-window", "TimeWindowCompactionStrategy"));

        private static final Pattern TEXT = Pattern.compile("([\\w.$-]+)((?:,\\w+=[\\w.%+-]+)*)");

        /** Parses a short name or the name of a class, and options of the strategy behind commas; empty for any other text. */
        public static Optional<Compaction> parse(String text) {
            Matcher matcher = TEXT.matcher(text);
            if (!matcher.matches()) {
                return Optional.empty();
            }
            String options = Stream.of(matcher.group(2).split(",", -1))
                    .skip(1)
                    .map(option -> ", '" + option.replace("=", "': '") + "'")
                    .collect(Collectors.joining());
            String strategy = STRATEGIES.getOrDefault(matcher.group(1), matcher.group(1));
            return Optional.of(new Compaction(text, "{'class': '" + strategy + "'" + options + "}"));
        }
    }

    /**
     * Compression of a table's blocks; the values are random, so compression costs time and saves no space.
     *
     * @param word   as the user gives it
     * @param option of the table
     */
    public record Compression(String word, String option) {

        public static final Compression NONE = new Compression("none", "{'enabled': 'false'}");

        /** The classes with short names. */
        public static final Map<String, String> CLASSES = new TreeMap<>(Map.of(
                "lz4", "LZ4Compressor",
                "zstd", "ZstdCompressor",
                "snappy", "SnappyCompressor",
                "deflate", "DeflateCompressor"));

        /** Parses {@code none}, a short name or the name of a class; empty for any other text. */
        public static Optional<Compression> parse(String text) {
            if (text.equals(NONE.word)) {
                return Optional.of(NONE);
            }
            return Optional.of(text)
                    .filter(name -> name.matches("[\\w.$]+"))
                    .map(name -> new Compression(name, "{'class': '" + CLASSES.getOrDefault(name, name) + "'}"));
        }
    }

    /** Returns a constant in the user's spelling. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
