package io.dbharness.jdbc.dialect;

/** The relation of a client's session to sessions of the server, which a pooler may switch. */
public enum Pooling {
    /** The session is a session of the server, or keeps one until its end. */
    NONE,
    /** The session gets a session of the server for each transaction. */
    TRANSACTIONS,
    /** The session gets a session of the server for each statement; there are no transactions. */
    STATEMENTS
}
