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
 * One connection of the driver itself, no proxy around it, with autocommit off unless asked otherwise and its statements prepared once. One thread at a time.
 */
public final class JdbcSession implements Session {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcSession.class);

    private final JdbcDriver driver;
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private boolean autoCommit;
    private @Nullable Connection lease;

    /** Takes over a connection whose autocommit is off already. */
    JdbcSession(Connection connection, JdbcDriver driver) {
        this.driver = driver;
        this.connection = Objects.requireNonNull(connection, "connection");
    }

    /** The driver's connection. Neither close it nor change its autocommit. */
    public Connection connection() {
        return connection;
    }

    /**
     * The session's statement for this text, prepared at the first call and the same object ever after. It keeps its parameters from
     * one use to the next; do not close it.
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
     * Whether each statement is a transaction of its own. Costs nothing when it is so already; otherwise no transaction may be open. A
     * session is opened with it off.
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

    /** Rolls back and forgets statements that a failed attempt had batched but not sent. Throws when the connection is lost. */
    @Override
    public void reset() throws SQLException {
        if (connection.isClosed()) {
            // The driver closes it when it fails. With autocommit there is no rollback that would find out.
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

    /** Ends a connection whose server may not answer any more, from any thread. */
    static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.debug("a connection did not end cleanly", e);
        }
    }

    /** For a connection that is given up: one that cannot be closed is gone already. */
    static void closeSilently(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("a connection did not close cleanly", e);
        }
    }

    /** The pool's own handle on the connection while the session is leased. */
    Connection lease() {
        return Objects.requireNonNull(lease, "the session is not leased");
    }

    void leasedAs(Connection proxy) {
        lease = proxy;
    }
}
