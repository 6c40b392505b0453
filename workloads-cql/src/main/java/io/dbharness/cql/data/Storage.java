package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.util.Locale;

/**
 * How rows are kept and written.
 *
 * @param compaction  of the table
 * @param compression of the table
 * @param replicas    of a keyspace that has to be created; 0 for as many as there are nodes, but at most three
 * @param consistency of all reads and writes
 * @param ttlSeconds  after which measured writes are gone; 0 for never
 */
public record Storage(
        Compaction compaction, Compression compression, int replicas, ConsistencyLevel consistency, int ttlSeconds) {

    /** How a table merges its files. */
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

    /** How a table compresses its blocks; its values are random, so it only costs. */
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

    /** A constant as a user types it. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
