package io.dbharness.cql.data;

import java.util.Locale;

/** How a table compresses its blocks; its values are random, so it only costs. */
public enum Compression {
    NONE(""),
    LZ4("LZ4Compressor"),
    ZSTD("ZstdCompressor"),
    SNAPPY("SnappyCompressor"),
    DEFLATE("DeflateCompressor");

    private final String compressor;

    Compression(String compressor) {
        this.compressor = compressor;
    }

    /** As a user types it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** As a table option. */
    String option() {
        return this == NONE ? "{'enabled': 'false'}" : "{'class': '" + compressor + "'}";
    }
}
