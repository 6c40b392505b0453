package io.dbharness.jdbc.dialect.pg;

import java.sql.SQLException;

/** One {@code COPY … FROM STDIN} under way, as a driver offers it. One thread. */
public interface CopyStream {

    void write(byte[] buffer, int offset, int length) throws SQLException;

    /** Ends the copy; how many rows the server took. */
    long end() throws SQLException;

    /** Abandons the copy; the server keeps none of its rows. */
    void cancel() throws SQLException;

    /** Whether it has neither ended nor failed. */
    boolean active();

    /** Begins copies on a connection. */
    @FunctionalInterface
    interface Starter {
        CopyStream start(String sql) throws SQLException;
    }
}
