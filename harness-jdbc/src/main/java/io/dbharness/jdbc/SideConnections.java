package io.dbharness.jdbc;

import io.dbharness.model.TargetUnreachableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jdbi.v3.core.ConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections for everything that is not measured: opened as needed, a few kept for who asks next, so that neither sampling a server each
 * second nor each step of a load costs it a new session. What a session was set to outlives its use. Never waits. While one is in use for
 * long, it is looked whether the server can still be reached; if not, the connection is cut, since a network that swallows everything would
 * keep its user waiting for a quarter of an hour or for ever. Thread-safe.
 */
public final class SideConnections implements ConnectionFactory, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SideConnections.class);
    private static final int VALIDATION_SECONDS = 5;
    private static final long LOOK_MILLIS = 20_000;
    /** A restart or a failover may take as long as one look and the next. */
    private static final int LOOKS_IN_VAIN = 3;

    private final Supplier<Connection> opener;
    private final Predicate<SQLException> lost;
    private final int kept;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final Set<Connection> used = Collections.newSetFromMap(new IdentityHashMap<>());
    /** In use when it was last looked. */
    private List<Connection> usedBefore = List.of();

    private int inVain;
    private @Nullable Timer looking;
    private boolean closed;

    /**
     * None is open yet.
     *
     * @param lost whether a failure to connect says that the server cannot be reached
     * @param kept how many at most sit idle
     */
    SideConnections(Supplier<Connection> opener, Predicate<SQLException> lost, int kept) {
        this.opener = opener;
        this.lost = lost;
        this.kept = kept;
    }

    /** One in autocommit mode, to be given back. */
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

    /** Keeps it, unless enough are kept or something was left open on it. */
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

    /** Cuts what has been in use since an earlier look when the server could not be reached several times in a row. */
    void look() {
        List<Connection> waiting;
        synchronized (this) {
            waiting = usedBefore.stream().filter(used::contains).toList();
            usedBefore = List.copyOf(used);
        }
        if (waiting.isEmpty() || reachable()) {
            inVain = 0;
        } else if (++inVain >= LOOKS_IN_VAIN) {
            LOG.warn("the server cannot be reached any more; {} connections are cut", waiting.size());
            waiting.forEach(JdbcSession::abort);
        }
    }

    /** Whether it answers, if only to turn this down. */
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

    /** Closes those that are idle and cuts those in use. */
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
