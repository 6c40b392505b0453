package io.dbharness.jdbc;

import io.dbharness.jdbc.dialect.ConnectionUse;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.ServerFacts;
import io.dbharness.jdbc.sql.PlainSql;
import io.dbharness.model.Caveat;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.target.FailureClassifier;
import io.dbharness.target.ServerProbe;
import io.dbharness.target.SessionSource;
import io.dbharness.target.Target;
import io.dbharness.target.TargetInfo;
import io.dbharness.target.TargetSpec;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * A database reached by JDBC. Measured operations run on {@link JdbcSession}s with plain prepared statements; everything else goes
 * through {@link #jdbi()} or, for loading, {@link #sideConnections(int)}. Thread-safe.
 */
public final class JdbcTarget implements Target<JdbcSession> {

    /** One for a sampler, one for whatever else goes on; more would only sit idle on the server. */
    private static final int KEPT = 2;

    private final Dialect dialect;
    private final TargetSpec spec;
    private final JdbcOptions options;
    private final IsolationLevels isolationLevels;
    private final SideConnections sideConnections;
    private final Jdbi jdbi;

    JdbcTarget(Dialect dialect, TargetSpec spec, JdbcOptions options) {
        this.dialect = dialect;
        this.spec = spec;
        this.options = options;
        this.isolationLevels = new IsolationLevels(dialect.isolationLevels());
        this.sideConnections = sideConnections(KEPT);
        this.jdbi = PlainSql.on(Jdbi.create(sideConnections));
    }

    public Dialect dialect() {
        return dialect;
    }

    /**
     * For everything that is not measured. It has its own connections, opened as needed and a few of them kept: what a handle sets for
     * its session outlives it, so set within a transaction ({@code SET LOCAL}).
     */
    public Jdbi jdbi() {
        return jdbi;
    }

    /**
     * A connection of the caller's own: autocommit and isolation are as the driver and the server give them.
     *
     * @throws TargetUnreachableException when it cannot be opened
     */
    public Connection openConnection() {
        return dialect.connect(spec, ConnectionUse.SIDE);
    }

    /**
     * Connections like that for one piece of work, for example a load; the caller's to close.
     *
     * @param kept how many at most sit idle meanwhile
     */
    public SideConnections sideConnections(int kept) {
        return new SideConnections(this::openConnection, kept);
    }

    @Override
    public Class<JdbcSession> sessionType() {
        return JdbcSession.class;
    }

    /** Asks a session that is set up as measured ones are. */
    @Override
    public TargetInfo info() {
        Connection connection = openMeasured();
        try (Handle handle = PlainSql.on(Jdbi.open(connection))) {
            // Isolation stays as it is; but with autocommit off Jdbi would see a transaction left open.
            connection.setAutoCommit(true);
            String effective = isolationLevels.describe(connection.getTransactionIsolation());
            return describe(dialect.facts(handle), effective);
        } catch (SQLException e) {
            throw new HarnessException("cannot read the settings of the target: " + e.getMessage(), e);
        }
    }

    @Override
    public SessionSource<JdbcSession> dedicatedSessions() {
        return new DedicatedSessions(() -> new JdbcSession(openMeasured()));
    }

    /** All {@code size} sessions are open when it returns; throws {@link TargetUnreachableException} when they cannot be. */
    @Override
    public SessionSource<JdbcSession> leasedSessions(int size) {
        return new LeasedSessions(size, MeasuredConnections.open(size, this::openMeasured));
    }

    @Override
    public FailureClassifier failures() {
        return this::classify;
    }

    @Override
    public OptionalLong usableBytes() {
        return options.usableBytes();
    }

    @Override
    public ServerProbe probe() {
        return dialect.probe(this::openConnection);
    }

    /** Closes what serves {@link #jdbi()}; session sources and connections are their owners' to close. */
    @Override
    public void close() {
        sideConnections.close();
    }

    /** The address without credentials. */
    @Override
    public String toString() {
        return JdbcUrl.withoutUser(spec.url());
    }

    private Connection openMeasured() {
        Connection connection = dialect.connect(spec, ConnectionUse.MEASURED);
        try {
            connection.setTransactionIsolation(isolationLevels.number(options.isolation()));
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            JdbcSession.closeSilently(connection);
            throw new TargetUnreachableException("a session was opened but cannot be set up: " + e.getMessage(), e);
        }
    }

    private TargetInfo describe(ServerFacts facts, String effectiveIsolation) {
        String requested = options.isolation().text();
        Map<String, String> settings = new TreeMap<>(facts.settings());
        settings.putAll(LeasedSessions.settings());
        settings.put("isolation.requested", requested);
        settings.put("isolation.effective", effectiveIsolation);
        List<Caveat> caveats = new ArrayList<>(facts.caveats());
        if (!requested.equals(effectiveIsolation)) {
            caveats.add(Caveat.suspect(
                    "ISOLATION_DIFFERS", "asked for " + requested + ", the session runs at " + effectiveIsolation));
        }
        return new TargetInfo(facts.product(), facts.version(), toString(), settings, caveats);
    }

    private FailureKind classify(Throwable failure) {
        for (Throwable link = failure; link != null; link = link.getCause()) {
            if (link instanceof SQLException sql) {
                return dialect.classify(sql);
            }
            if (link instanceof IOException) {
                return FailureKind.CONNECTION_LOST;
            }
        }
        return FailureKind.OTHER;
    }
}
