package io.dbharness.jdbc.dialect.sqlserver;

/** The questions of {@link SqlserverProbe}; their text is in {@code jdbc/probe}. */
enum SqlserverStatement {
    SHARES,
    SESSIONS,
    PACE,
    FILES,
    COUNTS
}
