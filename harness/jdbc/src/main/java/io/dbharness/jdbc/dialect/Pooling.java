package io.dbharness.jdbc.dialect;

/** The relation of a client's session to sessions of the server, which a pooler may switch. */
public enum Pooling {
    /** The session is a session of the server. */
    NONE,
    /** The session keeps a session of the server until its end, or the server is not known. Not each setting can be part of the login. */
    SESSIONS,
    /** The session gets a session of the server for each transaction. */
    TRANSACTIONS,
    /** The session gets a session of the server for each statement; there are no transactions. */
    STATEMENTS
}
