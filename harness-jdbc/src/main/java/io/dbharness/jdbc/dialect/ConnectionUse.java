package io.dbharness.jdbc.dialect;

/** What a connection is for; decides the driver's settings. */
public enum ConnectionUse {
    /** Carries measured operations: statements stay prepared on the server from their first execution. */
    MEASURED,
    /** Everything else: definitions, loading, checks, server facts. */
    SIDE
}
