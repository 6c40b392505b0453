package io.dbharness.jdbc.dialect.pg;

import io.dbharness.jdbc.dialect.DriverJar;
import io.dbharness.jdbc.dialect.FailureTable;
import io.dbharness.jdbc.dialect.JdbcDriver;
import io.dbharness.jdbc.dialect.LimitsQuestion;
import io.dbharness.jdbc.dialect.Pooling;
import io.dbharness.jdbc.dialect.ServerAddress;
import io.dbharness.jdbc.dialect.pg.CopyRowSink.CopyStream;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Problems;
import io.dbharness.sut.Finding;
import io.dbharness.sut.Needs;
import io.dbharness.sut.TargetSpec;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * A driver for PostgreSQL-compatible servers. Parameters in the address take precedence over the settings here, whose names are common to
 * all drivers of the family. Thread-safe.
 *
 * @param product product name for messages, for example {@code PostgreSQL}
 * @param scheme  prefix of its addresses, for example {@code jdbc:postgresql:}
 * @param jar     jar of the driver
 * @param calls   calls of driver-specific classes
 */
public record PgDriver(String product, String scheme, DriverJar jar, Calls calls) implements JdbcDriver {

    /**
     * The kinds of failures for a load, by SQLSTATE as in appendix A of PostgreSQL's documentation. The driver's own failures use class 08.
     * All other codes are {@code OTHER}.
     */
    public static final FailureTable FAILURES = new FailureTable(
            Map.of(),
            Map.of(
                    FailureKind.SERIALIZATION, "40001",
                    FailureKind.DEADLOCK, "40P01",
                    // A lock or the statement exceeded a timeout, or the statement was cancelled.
                    FailureKind.TIMEOUT, "55P03 57014",
                    // Class 53 without 53100 (a full disk) and 53400 (a configured limit): those do not pass by
                    // waiting.
                    FailureKind.OVERLOADED, "53000 53200 53300",
                    // 25P03 and 25P04 end a session idle in a transaction or one whose transaction took too long. 57P01
                    // and on: shut down, crashed, starting up, database dropped, idle session.
                    FailureKind.CONNECTION_LOST, "08 25P03 25P04 57P01 57P02 57P03 57P04 57P05",
                    FailureKind.CONSTRAINT, "23"));

    /** {@code PostgreSQL 18.1 on x86_64-pc-linux-gnu, …} or {@code CockroachDB CCL v23.1.11 (…}, whose second word is the edition. */
    private static final Pattern NAME_AND_VERSION =
            Pattern.compile("(\\D+?)(?: CCL| OSS)? v?(\\d[^ ,]*).*", Pattern.DOTALL);

    /** Part of pgbouncer's answer to BEGIN in statement mode, whose SQLSTATE 08P01 also has other meanings. */
    private static final String NO_TRANSACTIONS = "statement pooling mode";

    /** Ends the harness's sessions by the application name of its connections, which is set below. */
    private static final String END_SESSIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE application_name = 'dbharness' AND pid <> pg_backend_pid()";

    /** As {@link io.dbharness.jdbc.dialect.Dialect#epochSeconds} has it. */
    public static final String EPOCH_SECONDS = "SELECT extract(epoch FROM clock_timestamp())";

    /** Services and extensions that report themselves as PostgreSQL, by a function that only they have. */
    private static final Map<String, String> BY_FUNCTION =
            Map.of("aurora_version", "Aurora PostgreSQL", "citus_version", "Citus");

    private static final String READ_LIMIT = "socketTimeout";

    /** Settings of the server that are part of the login. */
    private static final String OPTIONS = "options";

    /** The server's names of isolation levels. */
    private static final Map<Integer, String> LEVELS = Map.of(
            Connection.TRANSACTION_READ_COMMITTED, "read committed",
            Connection.TRANSACTION_REPEATABLE_READ, "repeatable read",
            Connection.TRANSACTION_SERIALIZABLE, "serializable");

    private static final String FUNCTIONS = "SELECT CAST(proname AS text) FROM pg_catalog.pg_proc"
            + " WHERE proname IN ('aurora_version', 'citus_version') ORDER BY proname";

    /** The calls of driver-specific classes. */
    public interface Calls {

        /** Creates an instance of the driver. */
        Driver jdbc();

        /**
         * Parses an address into properties, including {@code PGHOST}, {@code PGPORT} and {@code PGDBNAME}; null if the address is
         * malformed.
         */
        @Nullable
        Properties parse(String url);

        /** Returns the process id that the driver received at login, from the server or from a pooler. */
        int backend(Connection connection) throws SQLException;

        /** Begins a {@code COPY … FROM STDIN} on a connection of this driver. */
        CopyStream copy(Connection connection, String sql) throws SQLException;

        /** Returns the driver settings of a connection that affect the results of a benchmark. */
        Map<String, String> settings(Connection connection) throws SQLException;
    }

    /** Casts a driver to one of this family. */
    public static PgDriver of(JdbcDriver driver) {
        if (driver instanceof PgDriver pg) {
            return pg;
        }
        throw new IllegalArgumentException("not a driver of PostgreSQL's family: " + driver);
    }

    /**
     * Implements {@link io.dbharness.jdbc.dialect.Dialect#pooling}. A pooler generates the process id that clients receive, because it
     * handles their cancel requests itself. In session mode, no other client gets the server session of a client.
     */
    public Pooling pooling(Connection connection, Supplier<Connection> another) throws SQLException {
        int backend = backend(connection);
        if (backend == calls.backend(connection)) {
            return Pooling.NONE;
        }
        try (Connection other = another.get()) {
            other.setAutoCommit(false);
            boolean changes = backend(other) == backend || backend(connection) != backend;
            other.rollback();
            return changes ? Pooling.TRANSACTIONS : Pooling.SESSIONS;
        } catch (SQLException e) {
            if (ServerAddress.said(e).contains(NO_TRANSACTIONS)) {
                return Pooling.STATEMENTS;
            }
            throw e;
        }
    }

    private static int backend(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return row.getInt(1);
        }
    }

    /**
     * Implements {@link io.dbharness.jdbc.dialect.Dialect#transactionSettings}. Uses one message, and settings for this transaction only,
     * because behind a pooler the next client gets the session. The lock timeout is one day.
     */
    public static List<String> transactionSettings() {
        return List.of("SET TRANSACTION ISOLATION LEVEL READ COMMITTED;"
                + " SELECT set_config(name, CASE name WHEN 'lock_timeout' THEN '86400000' ELSE '0' END, true)"
                + " FROM pg_catalog.pg_settings WHERE name IN ('statement_timeout', 'lock_timeout',"
                + " 'idle_in_transaction_session_timeout', 'transaction_timeout')");
    }

    /** As {@link io.dbharness.jdbc.dialect.Dialect#limits} has it. */
    public static List<Finding> limits(Handle handle, Needs needs) {
        return LimitsQuestion.findings(handle, needs, "postgresql");
    }

    /** As {@link io.dbharness.jdbc.dialect.Dialect#endSessions} has it. */
    public static void endSessions(Connection session) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(END_SESSIONS);
        }
    }

    @Override
    public boolean accepts(String jdbcUrl) {
        return jdbcUrl.startsWith(scheme);
    }

    @Override
    public String form() {
        return scheme + "//HOST:PORT/DATABASE";
    }

    @Override
    public Optional<String> separate(String jdbcUrl, String schema) {
        return Optional.of(jdbcUrl + (jdbcUrl.contains("?") ? "&" : "?") + "currentSchema=" + schema);
    }

    @Override
    public Optional<String> missing() {
        return jar.missingFor(calls.getClass());
    }

    @Override
    public void check(TargetSpec spec, Problems problems) {
        Properties parsed = calls.parse(spec.url());
        if (parsed == null) {
            problems.add("the target address '" + spec.url() + "' is not one of " + product + "; it looks like "
                    + form() + ", with a port between 1 and 65535");
        } else {
            ServerAddress.checkUser(parsed.getProperty("user", ""), spec, problems);
        }
    }

    @Override
    public Connection connect(TargetSpec spec, ConnectionUse use) {
        return opener(spec, use, parsed(spec), properties(spec, use)).get();
    }

    /** Logs in with the level if connections are opened often, because a statement would be one of five round trips. */
    @Override
    public Optional<Supplier<Connection>> openerAt(TargetSpec spec, int isolation) {
        String level = LEVELS.get(isolation);
        if (level == null || !opensOften(spec, ConnectionUse.MEASURED)) {
            return Optional.empty();
        }
        Properties parsed = parsed(spec);
        if (parsed.getProperty(OPTIONS) != null) {
            return Optional.empty();
        }
        Properties properties = properties(spec, ConnectionUse.MEASURED);
        properties.setProperty(OPTIONS, "-c default_transaction_isolation=" + level.replace(" ", "\\ "));
        return Optional.of(opener(spec, ConnectionUse.MEASURED, parsed, properties));
    }

    private Properties parsed(TargetSpec spec) {
        return Objects.requireNonNullElseGet(calls.parse(spec.url()), Properties::new);
    }

    private Supplier<Connection> opener(TargetSpec spec, ConnectionUse use, Properties parsed, Properties properties) {
        // The driver looks for its file of defaults on the whole class path once an instance.
        Driver driver = calls.jdbc();
        PgAddress address = PgAddress.of(product, parsed, spec);
        boolean limitsLogin = opensOften(spec, use) && parsed.getProperty(READ_LIMIT) == null;
        return () -> {
            Connection connection = address.connect(driver, spec, properties);
            if (limitsLogin) {
                try {
                    connection.setNetworkTimeout(Runnable::run, 0);
                } catch (SQLException e) {
                    throw address.unreachable(e);
                }
            }
            return connection;
        };
    }

    /**
     * Returns true for connections that a load opens again and again, where a thread for each login would cost half of the client's work.
     */
    private static boolean opensOften(TargetSpec spec, ConnectionUse use) {
        return use != ConnectionUse.SIDE && spec.options().containsKey("reconnect");
    }

    private static Properties properties(TargetSpec spec, ConnectionUse use) {
        Properties properties = new Properties();
        properties.setProperty("ApplicationName", "dbharness");
        // Servers from this version on accept the name in the start-up message; a separate statement would cost a round
        // trip for each connection.
        properties.setProperty("assumeMinServerVersion", "9.0");
        properties.setProperty("tcpKeepAlive", "true");
        // In seconds: long enough for a distant or busy server, short enough after a mistyped address.
        properties.setProperty("connectTimeout", "10");
        // Also covers the start-up messages. Only with this limit do the drivers connect in a separate thread, so that
        // an interrupt takes effect.
        if (opensOften(spec, use)) {
            // Limits each read of a login instead, in seconds; removed after it.
            properties.setProperty(READ_LIMIT, "15");
        } else {
            properties.setProperty("loginTimeout", "15");
        }
        // A time limit for the answer to the TLS request would leave the socket non-blocking, which
        // costs each statement a poll and a second read; the login limit covers that wait.
        properties.setProperty("sslResponseTimeout", "0");
        // The driver must send the statements of a workload unchanged, without rewriting them.
        properties.setProperty("reWriteBatchedInserts", "false");
        if (use == ConnectionUse.MEASURED) {
            // From the first execution, not the sixth, so that the plan and the binary format are constant during a
            // run.
            properties.setProperty("prepareThreshold", "1");
        } else {
            // In seconds, a day: waits for locks would have no limit outside of transactions.
            properties.setProperty("queryTimeout", "86400");
            // Named statements would remain on a session that a pooler gives to the next client.
            properties.setProperty("prepareThreshold", "0");
            // A load sends 64 KB at a time, which the driver would split into its default of 8 KB.
            properties.setProperty("maxSendBufferSize", String.valueOf(64 * 1024));
        }
        spec.user().ifPresent(user -> properties.setProperty("user", user));
        spec.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
        return properties;
    }

    @Override
    public ServerProduct product(Connection connection) throws SQLException {
        String text = firstText(
                connection, "SELECT version()", connection.getMetaData().getDatabaseProductName());
        return product(text, firstText(connection, FUNCTIONS, ""));
    }

    /** Identifies a product by its version text, and by its identifying function if it has one. */
    public static ServerProduct product(String text, String function) {
        Matcher said = NAME_AND_VERSION.matcher(text);
        String name = said.matches() ? said.group(1) : text;
        return new ServerProduct(
                BY_FUNCTION.getOrDefault(function, name), said.matches() ? said.group(2) : "unknown", text);
    }

    private static String firstText(Connection connection, String sql, String otherwise) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? Objects.requireNonNullElse(row.getString(1), otherwise) : otherwise;
        }
    }

    /** Returns the answers to a query of names ({@code name}) and values ({@code current_setting}), and the driver's settings. */
    public Map<String, String> settings(Handle handle, String sql) {
        Map<String, String> settings = new TreeMap<>();
        handle.select(sql)
                .map((row, context) -> Map.entry(row.getString("name"), row.getString("current_setting")))
                .forEach(setting -> settings.put(setting.getKey(), setting.getValue()));
        try {
            settings.putAll(calls.settings(handle.getConnection()));
        } catch (SQLException e) {
            throw new ConnectionException(e);
        }
        return settings;
    }

    /**
     * The server, the database and the user of a login, for messages.
     *
     * @param product  name of the product
     * @param hosts    {@code host:port}, or several separated by commas
     * @param database name of the database
     * @param user     user of the login
     */
    private record PgAddress(String product, String hosts, String database, String user) implements ServerAddress {

        static PgAddress of(String product, Properties parsed, TargetSpec spec) {
            String[] names = text("PGHOST", parsed, "localhost").split(",", -1);
            String[] ports = text("PGPORT", parsed, "5432").split(",", -1);
            StringBuilder hosts = new StringBuilder();
            for (int i = 0; i < names.length; i++) {
                hosts.append(i == 0 ? "" : ",")
                        .append(names[i])
                        .append(':')
                        .append(ports[Math.min(i, ports.length - 1)]);
            }
            String fallback = spec.user().orElseGet(() -> System.getProperty("user.name"));
            String user = text("user", parsed, fallback);
            return new PgAddress(product, hosts.toString(), text("PGDBNAME", parsed, user), user);
        }

        @Override
        public String place() {
            return hosts + " (database " + database + ", user " + user + ")";
        }

        @Override
        public String advice(SQLException failure) {
            String state = Objects.requireNonNullElse(failure.getSQLState(), "");
            String said = ServerAddress.said(failure);
            if (state.equals("08004") && said.contains("SSL")) {
                return "the server offers no TLS; leave sslmode out of the address, or turn ssl on at the server";
            } else if (state.equals("28000") && (said.contains("no encryption") || said.contains("SSL off"))) {
                return "the server lets this client in only with TLS, if at all; put sslmode=require into the address";
            }
            return switch (state) {
                case "28P01" ->
                    "the password of user " + user + " is wrong; check --user and what --password refers to";
                case "28000" ->
                    "the server does not let user " + user
                            + " in; check that the user exists and that pg_hba.conf admits this client";
                case "3D000" -> "there is no database " + database + "; create it or correct the address";
                case "42501" ->
                    "user " + user + " may not connect to database " + database
                            + "; run as its owner: GRANT CONNECT ON DATABASE \"" + database + "\" TO \"" + user + '"';
                case "53300" -> "the server has no free connection; lower --connections or raise max_connections";
                case "57P03" -> "the server is starting up or shutting down; try again when it accepts connections";
                case "08004" -> "the server turned the login down; if it wants a password, give --password env:NAME";
                default -> PgAdvice.of(failure, user).orElseGet(() -> ServerAddress.adviceByCause(failure, "sslmode"));
            };
        }

        private static String text(String property, Properties parsed, String fallback) {
            String value = parsed.getProperty(property, "");
            return value.isEmpty() ? fallback : value;
        }
    }
}
