package io.dbharness.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jdbi.v3.core.ConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connections for everything that is not measured: opened as needed, a few kept for the next handle, so that sampling a server does not
 * cost it a new session each second. Never waits. Thread-safe.
 */
final class SideConnections implements ConnectionFactory, AutoCloseable {

    /** One for a sampler, one for whatever else goes on; more would only sit idle on the server. */
    private static final int KEPT = 2;

    private static final int VALIDATION_SECONDS = 5;

    private final Supplier<Connection> opener;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private boolean closed;

    SideConnections(Supplier<Connection> opener) {
        this.opener = opener;
    }

    @Override
    public Connection openConnection() throws SQLException {
        for (Connection kept = poll(); kept != null; kept = poll()) {
            if (kept.isValid(VALIDATION_SECONDS)) {
                return kept;
            }
            JdbcSession.closeSilently(kept);
        }
        return opener.get();
    }

    /** Keeps it, unless enough are kept or something was left open on it. */
    @Override
    public void closeConnection(Connection connection) throws SQLException {
        boolean clean = !connection.isClosed() && connection.getAutoCommit();
        if (!clean || !offer(connection)) {
            connection.close();
        }
    }

    @Override
    public void close() {
        synchronized (idle) {
            closed = true;
        }
        for (Connection kept = poll(); kept != null; kept = poll()) {
            JdbcSession.closeSilently(kept);
        }
    }

    private @Nullable Connection poll() {
        synchronized (idle) {
            return idle.pollFirst();
        }
    }

    private boolean offer(Connection connection) {
        synchronized (idle) {
            if (closed || idle.size() >= KEPT) {
                return false;
            }
            idle.addFirst(connection);
            return true;
        }
    }
}
