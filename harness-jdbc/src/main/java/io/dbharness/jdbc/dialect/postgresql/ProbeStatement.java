package io.dbharness.jdbc.dialect.postgresql;

/** The questions of {@link PostgresqlProbe}; their text is in {@code jdbc/probe}. */
enum ProbeStatement {
    DATABASE,
    CHECKPOINTS,
    CHECKPOINTS_TO_16,
    WRITES,
    WRITES_TO_15,
    WAL,
    WAL_BYTES,
    SESSIONS,
    PACE,
    SIZE
}
