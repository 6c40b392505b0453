package io.dbharness.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.target.SessionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A fixed number of sessions shared through HikariCP. The pool decides who gets which connection; the session behind it is the driver's
 * own connection and keeps its prepared statements from lease to lease, so the pool's proxy is never on the measured path. Thread-safe.
 */
final class LeasedSessions implements SessionSource<JdbcSession> {

    /** How long an acquire waits before it asks why: because the sessions are busy (it waits on) or because none can be opened. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Below this idle time Hikari trusts a connection without asking the server; the property is Hikari's own. */
    private static final String BYPASS_PROPERTY = "com.zaxxer.hikari.aliveBypassWindowMs";

    private static final long DEFAULT_BYPASS_MILLIS = 500;

    private final MeasuredConnections connections;
    private final HikariDataSource pool;
    private final Map<Connection, JdbcSession> sessions = new ConcurrentHashMap<>();

    /** Takes over the connections, which are as many as the size says. */
    LeasedSessions(int size, MeasuredConnections connections) {
        this.connections = connections;
        this.pool = pool(size, connections);
    }

    private static HikariDataSource pool(int size, MeasuredConnections connections) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("dbharness-sessions");
        config.setDataSource(connections);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(size);
        config.setAutoCommit(false);
        config.setConnectionTimeout(PATIENCE.toMillis());
        // Nothing may happen behind the load's back: no rotation, no shrinking, no pings of idle sessions.
        config.setMaxLifetime(0);
        config.setIdleTimeout(0);
        config.setKeepaliveTime(0);
        try {
            return new HikariDataSource(config);
        } catch (PoolInitializationException e) {
            connections.close();
            throw new TargetUnreachableException("a session broke as soon as it was open: " + e.getMessage(), e);
        }
    }

    /** What the pool does on its own, for the result. */
    static Map<String, String> settings() {
        return Map.of(
                "pool.product", "HikariCP",
                "pool.maxLifetime", "unlimited",
                "pool.keepalive", "off",
                "pool.connectionTest", "Connection.isValid",
                "pool.connectionTestAfterIdleMillis",
                        Long.getLong(BYPASS_PROPERTY, DEFAULT_BYPASS_MILLIS).toString());
    }

    @Override
    public JdbcSession acquire() {
        while (true) {
            try {
                Connection lease = pool.getConnection();
                JdbcSession session = sessionOf(lease.unwrap(Connection.class));
                session.leasedAs(lease);
                return session;
            } catch (SQLException e) {
                throwUnlessBusy(e);
            }
        }
    }

    @Override
    public void release(JdbcSession session) {
        try {
            session.lease().close();
        } catch (SQLException e) {
            discard(session);
        }
    }

    @Override
    public void discard(JdbcSession session) {
        sessions.remove(session.connection());
        pool.evictConnection(session.lease());
    }

    @Override
    public void close() {
        pool.close();
        // The pool fills itself in the background and may have been stopped in the middle of it.
        connections.close();
        sessions.clear();
    }

    private JdbcSession sessionOf(Connection physical) throws SQLException {
        JdbcSession session = sessions.get(physical);
        if (session != null) {
            return session;
        }
        // A new connection replaces one that broke, perhaps without our hearing of it: Hikari drops those that fail its
        // test.
        for (Iterator<Connection> known = sessions.keySet().iterator(); known.hasNext(); ) {
            if (known.next().isClosed()) {
                known.remove();
            }
        }
        session = new JdbcSession(physical);
        sessions.put(physical, session);
        return session;
    }

    private static void throwUnlessBusy(SQLException failure) {
        if (Thread.currentThread().isInterrupted()) {
            throw new HarnessException("interrupted while waiting for a session", failure);
        }
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof TargetUnreachableException unreachable) {
                throw new TargetUnreachableException(String.valueOf(unreachable.getMessage()), failure);
            }
        }
        if (failure.getCause() != null || !(failure instanceof SQLTransientConnectionException)) {
            throw new TargetUnreachableException("no session can be opened: " + failure.getMessage(), failure);
        }
    }
}
