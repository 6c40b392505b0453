package io.dbharness.jdbc;

import io.dbharness.jdbc.dialect.JdbcDriver;
import io.dbharness.sut.Session;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of the driver without a proxy. Autocommit is off by default, and each statement is prepared once. For one thread at a time.
 */
public final class JdbcSession implements Session {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcSession.class);

    private final JdbcDriver driver;
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private boolean autoCommit;
    private @Nullable Connection lease;

    /** Takes over a connection with autocommit off. */
    JdbcSession(Connection connection, JdbcDriver driver) {
        this.driver = driver;
        this.connection = Objects.requireNonNull(connection, "connection");
    }

    /** Returns the driver's connection. The caller must neither close it nor change its autocommit. */
    public Connection connection() {
        return connection;
    }

    /**
     * Returns the session's statement for this text, which is prepared at the first call and then reused. The statement keeps its
     * parameters between uses and must not be closed.
     */
    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = driver.prepare(connection, sql);
            prepared.put(sql, statement);
        }
        return statement;
    }

    /**
     * Sets autocommit: if true, each statement is its own transaction. Costs nothing if unchanged; otherwise no transaction may be open.
     * Off in a new session.
     */
    public void autoCommit(boolean on) throws SQLException {
        if (autoCommit != on) {
            connection.setAutoCommit(on);
            autoCommit = on;
        }
    }

    public void commit() throws SQLException {
        connection.commit();
    }

    public void rollback() throws SQLException {
        connection.rollback();
    }

    /** Rolls back, and discards statements that a failed attempt has batched but not sent. Throws if the connection is lost. */
    @Override
    public void reset() throws SQLException {
        if (connection.isClosed()) {
            // The driver closes a failed connection. With autocommit, no rollback would detect that.
            throw new SQLException("the connection was lost", "08003");
        }
        if (!autoCommit) {
            connection.rollback();
        }
        for (PreparedStatement statement : prepared.values()) {
            statement.clearBatch();
        }
    }

    @Override
    public void close() {
        closeSilently(connection);
    }

    @Override
    public void abort() {
        abort(connection);
    }

    /** Aborts a connection whose server may not respond. May be called from any thread. */
    static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.debug("a connection did not end cleanly", e);
        }
    }

    /** Closes an abandoned connection; ignores failures, which mean that it is already gone. */
    static void closeSilently(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("a connection did not close cleanly", e);
        }
    }

    /** Returns the pool's proxy of the connection while the session is leased. */
    Connection lease() {
        return Objects.requireNonNull(lease, "the session is not leased");
    }

    void leasedAs(Connection proxy) {
        lease = proxy;
    }
}
