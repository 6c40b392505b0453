package io.dbharness.jdbc;

import io.dbharness.model.TargetUnreachableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections for everything that is not measured. They are opened on demand, and a few are kept, so that sampling a server each second or
 * the steps of a load need no new sessions. Session settings outlive a use. Opening never waits. While a connection is in use for long, the
 * server is checked; if it is unreachable, the connection is aborted. Otherwise a network that drops all packets would block the caller for
 * 15 minutes or forever. Thread-safe.
 */
public final class SideConnections implements ConnectionFactory, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SideConnections.class);
    private static final int VALIDATION_SECONDS = 5;
    private static final long LOOK_MILLIS = 20_000;
    /** The failed checks before connections are aborted: a restart or a failover may last from one check to the next. */
    private static final int LOOKS_IN_VAIN = 3;

    private final Supplier<Connection> opener;
    private final Predicate<SQLException> lost;
    private final int kept;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final Set<Connection> used = Collections.newSetFromMap(new IdentityHashMap<>());
    /** The connections in use at the last check. */
    private List<Connection> usedBefore = List.of();

    private int inVain;
    private @Nullable Timer looking;
    private boolean closed;

    /**
     * Creates a source without open connections.
     *
     * @param lost returns true for a failure to connect that means that the server is unreachable
     * @param kept maximum number of idle connections
     */
    SideConnections(Supplier<Connection> opener, Predicate<SQLException> lost, int kept) {
        this.opener = opener;
        this.lost = lost;
        this.kept = kept;
    }

    /** Returns a connection in autocommit mode, which the caller must return. */
    @Override
    public Connection openConnection() throws SQLException {
        for (Connection found = poll(); found != null; found = poll()) {
            if (found.isValid(VALIDATION_SECONDS)) {
                return use(found);
            }
            JdbcSession.closeSilently(found);
        }
        return use(opener.get());
    }

    private synchronized Connection use(Connection connection) {
        used.add(connection);
        if (looking == null && !closed) {
            looking = new Timer("dbharness-reachable", true);
            looking.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {
                            look();
                        }
                    },
                    LOOK_MILLIS,
                    LOOK_MILLIS);
        }
        return connection;
    }

    /**
     * Work on a connection.
     *
     * @param <T> the result
     */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws SQLException;
    }

    /**
     * Does work on a connection in use, which is aborted at a limit.
     *
     * @param purpose completes "the server did not", for example {@code drop the tables}
     * @param remedy  completes the message, for example {@code end the session that locks the tables}
     * @throws TargetUnreachableException if the work takes longer
     */
    public <T> T within(Duration limit, Connection connection, String purpose, String remedy, Work<T> work)
            throws SQLException {
        TimerTask abort = abortAfter(connection, limit);
        try {
            return work.run();
        } catch (SQLException | JdbiException e) {
            if (abort.cancel()) {
                throw e;
            }
            throw new TargetUnreachableException(
                    "the server did not " + purpose + " within " + limit.toSeconds() + " s; " + remedy, e);
        } finally {
            abort.cancel();
        }
    }

    private synchronized TimerTask abortAfter(Connection connection, Duration limit) {
        TimerTask abort = new TimerTask() {
            @Override
            public void run() {
                JdbcSession.abort(connection);
            }
        };
        Objects.requireNonNull(looking, "no connection is in use").schedule(abort, limit.toMillis());
        return abort;
    }

    /** Keeps the connection, unless enough are kept or a transaction is open on it. */
    @Override
    public void closeConnection(Connection connection) throws SQLException {
        boolean clean = !connection.isClosed() && connection.getAutoCommit();
        synchronized (this) {
            used.remove(connection);
            if (clean && !closed && idle.size() < kept) {
                idle.addFirst(connection);
                return;
            }
        }
        connection.close();
    }

    /** Aborts connections that have been in use since an earlier check, after several consecutive checks without a reachable server. */
    void look() {
        List<Connection> waiting;
        synchronized (this) {
            waiting = usedBefore.stream().filter(used::contains).toList();
            usedBefore = List.copyOf(used);
        }
        if (waiting.isEmpty() || reachable()) {
            inVain = 0;
        } else if (++inVain >= LOOKS_IN_VAIN) {
            LOG.warn("the server is unreachable; aborting {} connections", waiting.size());
            waiting.forEach(JdbcSession::abort);
        }
    }

    /** Returns true if the server responds, including with a refusal. */
    private boolean reachable() {
        try {
            JdbcSession.closeSilently(opener.get());
            return true;
        } catch (TargetUnreachableException e) {
            for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                if (cause instanceof SQLException sql) {
                    return !lost.test(sql);
                }
            }
            return false;
        }
    }

    /** Closes idle connections and aborts those in use. */
    @Override
    public void close() {
        List<Connection> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(used);
            if (looking != null) {
                looking.cancel();
            }
        }
        left.forEach(JdbcSession::abort);
        for (Connection found = poll(); found != null; found = poll()) {
            JdbcSession.closeSilently(found);
        }
    }

    private synchronized @Nullable Connection poll() {
        return idle.pollFirst();
    }
}
