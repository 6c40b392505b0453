package io.dbharness.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jdbi.v3.core.ConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connections for everything that is not measured: opened as needed, a few kept for who asks next, so that neither sampling a server each
 * second nor each step of a load costs it a new session. What a session was set to outlives its use. Never waits. Thread-safe.
 */
public final class SideConnections implements ConnectionFactory, AutoCloseable {

    private static final int VALIDATION_SECONDS = 5;

    private final Supplier<Connection> opener;
    private final int kept;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private boolean closed;

    /** @param kept how many at most sit idle */
    SideConnections(Supplier<Connection> opener, int kept) {
        this.opener = opener;
        this.kept = kept;
    }

    /** One in autocommit mode, to be given back. */
    @Override
    public Connection openConnection() throws SQLException {
        for (Connection found = poll(); found != null; found = poll()) {
            if (found.isValid(VALIDATION_SECONDS)) {
                return found;
            }
            JdbcSession.closeSilently(found);
        }
        return opener.get();
    }

    /** Keeps it, unless enough are kept or something was left open on it. */
    @Override
    public void closeConnection(Connection connection) throws SQLException {
        boolean clean = !connection.isClosed() && connection.getAutoCommit();
        synchronized (idle) {
            if (clean && !closed && idle.size() < kept) {
                idle.addFirst(connection);
                return;
            }
        }
        connection.close();
    }

    /** Closes those that are idle; one that is given back later is closed then. */
    @Override
    public void close() {
        synchronized (idle) {
            closed = true;
        }
        for (Connection found = poll(); found != null; found = poll()) {
            JdbcSession.closeSilently(found);
        }
    }

    private @Nullable Connection poll() {
        synchronized (idle) {
            return idle.pollFirst();
        }
    }
}
