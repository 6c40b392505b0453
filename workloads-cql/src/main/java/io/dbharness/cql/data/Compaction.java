package io.dbharness.cql.data;

import java.util.Locale;

/** How a table merges its files. */
public enum Compaction {
    SIZE_TIERED("SizeTieredCompactionStrategy"),
    LEVELED("LeveledCompactionStrategy"),
    UNIFIED("UnifiedCompactionStrategy"),
    TIME_WINDOW("TimeWindowCompactionStrategy");

    private final String strategy;

    Compaction(String strategy) {
        this.strategy = strategy;
    }

    /** As a user types it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As a table option. */
    String option() {
        return "{'class': '" + strategy + "'}";
    }
}
