package io.dbharness.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * What a pool fills itself from: first the connections opened beforehand, so that the user hears at once when one of them cannot be
 * opened, then new ones. Thread-safe.
 */
final class MeasuredConnections implements DataSource, AutoCloseable {

    private final Supplier<Connection> opener;
    private final Queue<Connection> ready = new ConcurrentLinkedQueue<>();

    private MeasuredConnections(Supplier<Connection> opener) {
        this.opener = opener;
    }

    /** Opens so many connections; when one fails, closes those before it and passes the failure on. */
    static MeasuredConnections open(int count, Supplier<Connection> opener) {
        MeasuredConnections connections = new MeasuredConnections(opener);
        try {
            for (int i = 0; i < count; i++) {
                connections.ready.add(opener.get());
            }
            return connections;
        } catch (RuntimeException e) {
            connections.close();
            throw e;
        }
    }

    @Override
    public Connection getConnection() {
        Connection opened = ready.poll();
        return opened == null ? opener.get() : opened;
    }

    /** Closes those that nobody has taken. */
    @Override
    public void close() {
        for (Connection left = ready.poll(); left != null; left = ready.poll()) {
            JdbcSession.closeSilently(left);
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the credentials are the target's own");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("no log writer");
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("no log writer");
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // The dialect bounds the time to connect by itself.
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("no logger");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
