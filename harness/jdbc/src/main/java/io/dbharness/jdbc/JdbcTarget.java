package io.dbharness.jdbc;

import io.dbharness.jdbc.JdbcTargetProvider.JdbcUrl;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.Dialect.ServerFacts;
import io.dbharness.jdbc.dialect.JdbcDriver.ConnectionUse;
import io.dbharness.jdbc.dialect.JdbcDriver.ServerProduct;
import io.dbharness.jdbc.dialect.Pooling;
import io.dbharness.jdbc.dialect.ServerAddress;
import io.dbharness.jdbc.sql.PlainSql;
import io.dbharness.model.Caveat;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.Finding;
import io.dbharness.sut.Needs;
import io.dbharness.sut.Needs.Access;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.Target;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.sut.TargetInfo;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * A database that is accessed with JDBC. Measured operations run on {@link JdbcSession}s with plain prepared statements; everything else
 * uses {@link #jdbi()} or, for loading, {@link #sideConnections(int)}. Thread-safe.
 */
public final class JdbcTarget implements Target<JdbcSession> {

    /** One for a sampler and one for other work; more would be idle on the server. */
    private static final int KEPT = 2;

    private static final int LONGEST_ANSWER_SECONDS = 5;

    private static final String BEYOND_THE_POOL =
            "a pooler in session mode needs a server connection for each session: raise its pool (pgbouncer: default_pool_size),"
                    + " or lower --connections or --idle-connections";

    private static final Pattern USER = Pattern.compile("(?<=[?&;])user(?:name)?=([^&;]+)", Pattern.CASE_INSENSITIVE);

    private final Dialects dialects;
    private final Dialect ofAddress;
    private final TargetSpec spec;
    private final JdbcOptions options;
    private final SideConnections sideConnections;
    private final ServerFailures failures;
    private final GuardedJdbi jdbi;

    /** Opens measured connections at the isolation level of the options; empty if the level needs a statement. */
    private final Optional<Supplier<Connection>> openerAtLevel;

    /** The dialect of the server; null before the first query. Concurrent queries are harmless. */
    private volatile Dialects.@Nullable Choice choice;

    /** The effect of a pooler on sessions; null before the first query. Concurrent queries are harmless. */
    private volatile @Nullable Pooling pooling;

    /** @param ofAddress dialect whose driver accepts the address */
    JdbcTarget(Dialects dialects, Dialect ofAddress, TargetSpec spec, JdbcOptions options) {
        this.dialects = dialects;
        this.ofAddress = ofAddress;
        this.spec = spec;
        this.options = options;
        this.choice = options.dialect()
                .map(dialect -> new Dialects.Choice(dialect, Optional.empty()))
                .orElse(null);
        this.openerAtLevel = ofAddress.driver().openerAt(spec, options.isolationNumber());
        this.sideConnections = sideConnections(KEPT);
        this.failures = new ServerFailures(toString(), user(), this::nearestDialect);
        this.jdbi = new GuardedJdbi(
                sideConnections, failures, () -> nearestDialect().transactionSettings(), GuardedJdbi.LONGEST_QUESTION);
    }

    /**
     * Returns the dialect of the server. The first call queries the server, because several products share one form of address. An
     * unrecognised product gets the dialect of its address.
     *
     * @throws TargetUnreachableException when no connection can be opened
     * @throws UsageException             if nothing can run on this server, or not at the requested isolation level
     */
    public Dialect dialect() {
        return choice().dialect();
    }

    private Dialects.Choice choice() {
        Dialects.Choice known = choice;
        if (known == null) {
            known = jdbi.ask(handle -> choose(handle.getConnection()));
            choice = known;
        }
        return known;
    }

    /**
     * Detects a pooler between client and server.
     *
     * @throws UsageException if the pooler does not support transactions
     */
    private Pooling pooling() {
        Pooling known = pooling;
        if (known == null) {
            known = jdbi.ask(handle -> pooling(choice(), handle.getConnection()));
            pooling = known;
        }
        return known;
    }

    private Pooling pooling(Dialects.Choice server, Connection connection) throws SQLException {
        // Unrecognised products may return any answer.
        Pooling found = server.unknown().isPresent()
                ? Pooling.SESSIONS
                : server.dialect().pooling(connection, this::openConnection);
        if (found == Pooling.STATEMENTS) {
            throw new UsageException(List.of("a pooler in statement mode is between this client and " + this
                    + ", which has no transactions; use its session or transaction mode"));
        }
        return found;
    }

    private Dialects.Choice choose(Connection connection) throws SQLException {
        ServerProduct product = ofAddress.driver().product(connection);
        Dialects.Choice found = dialects.choose(ofAddress, product);
        List<String> refusals = found.dialect().refusals(product, connection, options.isolation());
        if (!refusals.isEmpty()) {
            throw new UsageException(refusals);
        }
        pooling = pooling(found, connection);
        return found;
    }

    /**
     * Returns Jdbi for everything that is not measured. It has its own connections, opened on demand; a few are kept. Settings of a session
     * outlive the handle, so set them within a transaction ({@code SET LOCAL}).
     */
    public GuardedJdbi jdbi() {
        return jdbi;
    }

    /**
     * Describes a failure that a server or the network reported outside of measured operations.
     *
     * @param purpose completes "could not", for example {@code read the marker}
     */
    public HarnessException failure(String purpose, Throwable failure) {
        return failures.of(purpose, failure);
    }

    /** Returns the dialect of the address if the server was not queried yet. */
    private Dialect nearestDialect() {
        Dialects.Choice known = choice;
        return known == null ? ofAddress : known.dialect();
    }

    private String user() {
        Matcher inUrl = USER.matcher(spec.url());
        return spec.user().orElseGet(() -> inUrl.find() ? inUrl.group(1) : "USER");
    }

    /**
     * Opens a connection for the caller, with the autocommit and isolation defaults of driver and server.
     *
     * @throws TargetUnreachableException if the connection cannot be opened
     */
    public Connection openConnection() {
        return ofAddress.driver().connect(spec, ConnectionUse.SIDE);
    }

    /**
     * Returns a source of such connections for one task, for example a load. The caller must close it.
     *
     * @param kept maximum number of idle connections
     */
    public SideConnections sideConnections(int kept) {
        return new SideConnections(
                this::openConnection, failure -> classify(failure) == FailureKind.CONNECTION_LOST, kept);
    }

    @Override
    public Class<JdbcSession> sessionType() {
        return JdbcSession.class;
    }

    /** Queries the server in a session with the settings of measured ones. */
    @Override
    public TargetInfo info() {
        Connection connection = openMeasured();
        try (Handle handle = PlainSql.on(Jdbi.open(connection))) {
            // Isolation is unchanged, but with autocommit off Jdbi would find an open transaction.
            connection.setAutoCommit(true);
            String effective = options.describeIsolation(dialect().isolation(connection));
            String requested = options.isolation().text();
            ServerFacts facts = facts(handle);
            Map<String, String> settings = new TreeMap<>(facts.settings());
            settings.putAll(LeasedSessions.settings());
            settings.put("dialect", dialect().name());
            settings.put("isolation.requested", requested);
            settings.put("isolation.effective", effective);
            List<Caveat> caveats = new ArrayList<>(facts.caveats());
            if (pooling() == Pooling.TRANSACTIONS) {
                settings.put("pooler", "transaction mode");
                caveats.add(Caveat.note(
                        "POOLED",
                        "a pooler in transaction mode is in between: statements are not prepared on the server, and"
                                + " response times have the pooler's share"));
            }
            if (!requested.equals(effective)) {
                caveats.add(Caveat.suspect(
                        "ISOLATION_DIFFERS", "asked for " + requested + ", the session runs at " + effective));
            }
            return new TargetInfo(facts.product(), facts.version(), toString(), settings, caveats);
        } catch (SQLException | JdbiException e) {
            throw failure("read the settings of the target", e);
        }
    }

    /**
     * Returns the obstacles to an access of this account, each with the statement that mends it. Changes nothing.
     *
     * @param access that is wanted
     */
    public List<Finding> obstacles(Access access) {
        return jdbi.ask(
                handle -> new ServerPreflight(dialect(), failures, new Needs(access, 0, 0, 0)).obstacles(handle));
    }

    /** Asks a session that is set up as measured ones. A pooler shares the server's connections, so one of them is enough. */
    @Override
    public List<Finding> preflight(Needs needs, RunClock clock) {
        Connection connection = openMeasured();
        try (Handle handle = PlainSql.on(Jdbi.open(connection))) {
            connection.setAutoCommit(true);
            boolean pooled = pooling() == Pooling.TRANSACTIONS;
            Needs asked = pooled ? new Needs(needs.access(), 1, 0, needs.bytes()) : needs;
            return new ServerPreflight(dialect(), failures, asked).findings(handle, clock);
        } catch (SQLException | JdbiException e) {
            throw failure("compare the server with what is needed", e);
        }
    }

    @Override
    public SessionSource<JdbcSession> dedicatedSessions() {
        return new DedicatedSessions(() -> new JdbcSession(openMeasured(), ofAddress.driver()));
    }

    /** Opens {@code size} sessions before it returns; throws {@link TargetUnreachableException} if one cannot be opened. */
    @Override
    public SessionSource<JdbcSession> leasedSessions(int size) {
        return new LeasedSessions(size, this::openMeasured, ofAddress.driver());
    }

    @Override
    public FailureClassifier failures() {
        return this::classify;
    }

    @Override
    public OptionalLong usableBytes() {
        return options.usableBytes();
    }

    /** Makes a round trip with an empty query, or with the closest equivalent that the server accepts. */
    @Override
    public boolean roundTrip(JdbcSession session) throws SQLException {
        if (!session.connection().isValid(LONGEST_ANSWER_SECONDS)) {
            throw new SQLException("no answer within " + LONGEST_ANSWER_SECONDS + " s");
        }
        return true;
    }

    @Override
    public void endSessions() {
        try (Connection connection = openConnection()) {
            dialect().endSessions(connection);
        } catch (SQLException e) {
            throw failure("end the sessions", e);
        }
    }

    @Override
    public ServerProbe probe() {
        return dialect().probe(this::openConnection);
    }

    /** Closes the connections of {@link #jdbi()}. Callers close their session sources and connections. */
    @Override
    public void close() {
        sideConnections.close();
    }

    /** Returns the address without credentials. */
    @Override
    public String toString() {
        return JdbcUrl.withoutUser(spec.url());
    }

    private Connection openMeasured() {
        boolean pooled = pooling() == Pooling.TRANSACTIONS;
        Optional<Supplier<Connection>> ready = pooling() == Pooling.NONE ? openerAtLevel : Optional.empty();
        Connection connection = ready.map(Supplier::get)
                .orElseGet(
                        () -> ofAddress.driver().connect(spec, pooled ? ConnectionUse.POOLED : ConnectionUse.MEASURED));
        try {
            if (pooled) {
                requireIsolation(connection);
            } else if (ready.isEmpty()) {
                setIsolation(connection);
            }
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            JdbcSession.closeSilently(connection);
            throw new TargetUnreachableException(
                    "a session was opened but cannot be set up: " + ServerAddress.said(e), e);
        }
    }

    /** Behind a pooler in session mode, the first statement of a session beyond the pool waits until another session ends. */
    private void setIsolation(Connection connection) throws SQLException {
        SideConnections.Work<Boolean> setting = () -> {
            connection.setTransactionIsolation(options.isolationNumber());
            return true;
        };
        if (pooling() == Pooling.SESSIONS && !spec.options().containsKey("reconnect")) {
            sideConnections.within(options.setUp(), connection, "set up a session", BEYOND_THE_POOL, setting);
        } else {
            setting.run();
        }
    }

    /**
     * Rejects a level other than the default behind a pooler: setting it would affect one server session and the next client that gets it.
     */
    private void requireIsolation(Connection connection) throws SQLException {
        String found = options.describeIsolation(dialect().isolation(connection));
        if (!found.equals(options.isolation().text())) {
            JdbcSession.closeSilently(connection);
            throw new UsageException(List.of("a pooler in transaction mode is between this client and " + this
                    + ": its sessions run at " + found + ", and --isolation "
                    + options.isolation().text()
                    + " cannot be set for them; use the pooler's session mode, or make it the user's default on the server"
                    + " (default_transaction_isolation) and have the pooler reconnect"));
        }
    }

    /** Queries the facts of the server. An unrecognised product may not support the queries of the nearest dialect. */
    private ServerFacts facts(Handle handle) {
        Optional<ServerProduct> unknown = choice().unknown();
        if (unknown.isEmpty()) {
            return dialect().facts(handle);
        }
        ServerProduct product = unknown.get();
        Map<String, String> settings = new TreeMap<>(Map.of("version.full", product.text()));
        List<Caveat> caveats = new ArrayList<>();
        String note = "no dialect is made for " + product.name() + ", so it is used as "
                + dialect().name() + "; treat its failures and settings with caution";
        settings.put("dialect.note", note);
        caveats.add(Caveat.note("NEAREST_DIALECT", note));
        try {
            ServerFacts nearest = dialect().facts(handle);
            settings.putAll(nearest.settings());
            caveats.addAll(nearest.caveats());
        } catch (JdbiException e) {
            settings.put(
                    "missing.facts",
                    String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
        return new ServerFacts(product.name(), product.version(), settings, caveats);
    }

    private FailureKind classify(Throwable failure) {
        for (Throwable link = failure; link != null; link = link.getCause()) {
            if (link instanceof SQLException sql) {
                return nearestDialect().classify(sql);
            }
            if (link instanceof IOException) {
                return FailureKind.CONNECTION_LOST;
            }
        }
        return FailureKind.OTHER;
    }

    /** The session of one worker, opened on first use and again after a failure. Not thread-safe. */
    private static final class DedicatedSessions implements SessionSource<JdbcSession> {

        private final Supplier<JdbcSession> opener;
        private @Nullable JdbcSession session;

        DedicatedSessions(Supplier<JdbcSession> opener) {
            this.opener = opener;
        }

        @Override
        public JdbcSession acquire() {
            if (session == null) {
                session = opener.get();
            }
            return session;
        }

        @Override
        public void release(JdbcSession released) {
            // The worker keeps its session.
        }

        @Override
        public void discard(JdbcSession broken) {
            broken.close();
            session = null;
        }

        @Override
        public void close() {
            if (session != null) {
                discard(session);
            }
        }
    }
}
