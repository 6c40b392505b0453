package io.dbharness.jdbc.dialect;

/** How a client's session relates to sessions of the server: a pooler in between may give it others. */
public enum Pooling {
    /** It is a session of the server, or keeps one as long as it lasts. */
    NONE,
    /** It has a session of the server for a transaction at a time; the next one may have another. */
    TRANSACTIONS,
    /** It has a session of the server for a statement at a time; there are no transactions. */
    STATEMENTS
}
