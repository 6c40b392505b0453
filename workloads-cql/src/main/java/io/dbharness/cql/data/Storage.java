package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.util.Locale;

/**
 * Options of the table and of its writes.
 *
 * @param compaction  of the table
 * @param compression of the table
 * @param replicas    replicas of a new keyspace; 0 for one per node, but at most three
 * @param consistency of all reads and writes
 * @param ttlSeconds  measured writes expire after this time; 0 for never
 */
public record Storage(
        Compaction compaction, Compression compression, int replicas, ConsistencyLevel consistency, int ttlSeconds) {

    /** Compaction strategy of a table. */
    public enum Compaction {
        SIZE_TIERED("SizeTieredCompactionStrategy"),
        LEVELED("LeveledCompactionStrategy"),
        UNIFIED("UnifiedCompactionStrategy"),
        TIME_WINDOW("TimeWindowCompactionStrategy");

        /** As a table option. */
        final String option;

        Compaction(String strategy) {
            this.option = "{'class': '" + strategy + "'}";
        }
    }

    /** Compression of a table's blocks; the values are random, so compression costs time and saves no space. */
    public enum Compression {
        NONE("{'enabled': 'false'}"),
        LZ4("{'class': 'LZ4Compressor'}"),
        ZSTD("{'class': 'ZstdCompressor'}"),
        SNAPPY("{'class': 'SnappyCompressor'}"),
        DEFLATE("{'class': 'DeflateCompressor'}");

        /** As a table option. */
        final String option;

        Compression(String option) {
            this.option = option;
        }
    }

    /** Returns a constant in the user's spelling. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
