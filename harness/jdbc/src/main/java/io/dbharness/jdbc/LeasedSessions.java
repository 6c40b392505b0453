package io.dbharness.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.dbharness.jdbc.dialect.JdbcDriver;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.SessionSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * A fixed number of sessions, shared through HikariCP. The pool assigns connections; the session uses the driver's own connection and keeps
 * its prepared statements across leases. So the pool's proxy is never on the measured path. Thread-safe.
 */
final class LeasedSessions implements SessionSource<JdbcSession> {

    /**
     * The time that an acquire waits before it checks the reason: all sessions are busy, and it continues to wait, or none can be opened.
     */
    private static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(10);

    /** Connections that are opened in advance and used by the pool first, so that a failure to connect is reported at once. */
    private final Queue<Connection> opened = new ConcurrentLinkedQueue<>();

    private final HikariDataSource pool;
    private final JdbcDriver driver;
    private final Map<Connection, JdbcSession> sessions = new ConcurrentHashMap<>();

    /** Opens all sessions; if one fails, closes the earlier ones and passes the failure on. */
    LeasedSessions(int size, Supplier<Connection> opener, JdbcDriver driver) {
        this.driver = driver;
        HikariConfig config = new HikariConfig();
        config.setPoolName("dbharness-sessions");
        config.setDataSource(asDataSource(opener));
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(size);
        config.setAutoCommit(false);
        config.setConnectionTimeout(ACQUIRE_TIMEOUT.toMillis());
        // The pool must not act by itself during a load: no rotation, no shrinking, no pings of idle sessions.
        config.setMaxLifetime(0);
        config.setIdleTimeout(0);
        config.setKeepaliveTime(0);
        try {
            for (int i = 0; i < size; i++) {
                opened.add(opener.get());
            }
            this.pool = new HikariDataSource(config);
        } catch (PoolInitializationException e) {
            closeOpened();
            throw new TargetUnreachableException("a session broke as soon as it was open: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            closeOpened();
            throw e;
        }
    }

    /** Returns the settings of the pool for the result. */
    static Map<String, String> settings() {
        // Below this idle time, Hikari skips the liveness check of a connection; the property is Hikari's own.
        long trustedMillis = Long.getLong("com.zaxxer.hikari.aliveBypassWindowMs", 500);
        return Map.of(
                "pool.product", "HikariCP",
                "pool.maxLifetime", "unlimited",
                "pool.keepalive", "off",
                "pool.connectionTest", "Connection.isValid",
                "pool.connectionTestAfterIdleMillis", Long.toString(trustedMillis));
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
        // The pool fills itself in the background and may have been closed while doing so.
        closeOpened();
        sessions.clear();
    }

    private JdbcSession sessionOf(Connection physical) throws SQLException {
        JdbcSession session = sessions.get(physical);
        if (session != null) {
            return session;
        }
        // A new connection replaces a broken one. Not every replacement is reported: Hikari drops connections that fail
        // its test.
        for (Iterator<Connection> known = sessions.keySet().iterator(); known.hasNext(); ) {
            if (known.next().isClosed()) {
                known.remove();
            }
        }
        session = new JdbcSession(physical, driver);
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

    /** Returns a data source for the pool, which only requests connections. The dialect limits the time to connect. */
    private DataSource asDataSource(Supplier<Connection> opener) {
        InvocationHandler handler = (proxy, method, arguments) -> switch (method.getName()) {
            case "getConnection" -> Objects.requireNonNullElseGet(opened.poll(), opener);
            case "setLoginTimeout" -> null;
            case "toString" -> "measured connections";
            default -> throw new SQLFeatureNotSupportedException(method.getName());
        };
        return (DataSource) Proxy.newProxyInstance(
                LeasedSessions.class.getClassLoader(), new Class<?>[] {DataSource.class}, handler);
    }

    private void closeOpened() {
        for (Connection left = opened.poll(); left != null; left = opened.poll()) {
            JdbcSession.closeSilently(left);
        }
    }
}
