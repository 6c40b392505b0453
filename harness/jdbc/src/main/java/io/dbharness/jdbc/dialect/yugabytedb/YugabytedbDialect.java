package io.dbharness.jdbc.dialect.yugabytedb;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.JdbcDriver;
import io.dbharness.jdbc.dialect.JdbcDriver.ServerProduct;
import io.dbharness.jdbc.dialect.RowSink.BulkLoader;
import io.dbharness.jdbc.dialect.pg.CopyRowSink;
import io.dbharness.jdbc.dialect.pg.PgAdvice;
import io.dbharness.jdbc.dialect.pg.PgDriver;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Caveat;
import io.dbharness.model.FailureKind;
import io.dbharness.sut.Finding;
import io.dbharness.sut.Needs;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * YugabyteDB's YSQL. The driver's own parameters, such as load-balance and topology-keys, are passed to it unchanged from the address.
 * Stateless.
 *
 * @param driver driver of the connection
 */
public record YugabytedbDialect(PgDriver driver) implements Dialect {

    private static final Logger LOG = LoggerFactory.getLogger(YugabytedbDialect.class);

    /** YugabyteDB's default, set explicitly for versions with another default. */
    private static final String IN_BATCHES = "WITH (ROWS_PER_TRANSACTION 20000)";

    private static final String SYNTAX_ERROR = "42601";

    private static final String INTERNAL_ERROR = "XX000";

    /** Messages of the storage layer in lower case, more specific ones first. */
    private static final List<Map.Entry<Pattern, FailureKind>> STORAGE_ERRORS = List.of(
            Map.entry(
                    Pattern.compile("restart read required|could not serialize|conflicts with|transaction aborted"
                            + "|expired or aborted|catalog version mismatch|schema version mismatch"),
                    FailureKind.SERIALIZATION),
            Map.entry(Pattern.compile("deadlock"), FailureKind.DEADLOCK),
            Map.entry(
                    Pattern.compile("service unavailable|leader does not have a valid lease"), FailureKind.OVERLOADED),
            Map.entry(Pattern.compile("timed out"), FailureKind.TIMEOUT),
            Map.entry(Pattern.compile("network error"), FailureKind.CONNECTION_LOST));

    private static final String EFFECTIVE_ISOLATION = "yb_effective_transaction_isolation_level";
    private static final String NOT_TRANSACTIONAL = "yb_disable_transactional_writes";

    /** {@code PostgreSQL 15.2-YB-2025.1.0.1-b3 on x86_64-pc-linux-gnu, …}. */
    private static final Pattern VERSION = Pattern.compile("-YB-(\\S+)");

    /** The queries; their text is in {@code jdbc/facts}. */
    private enum Question {
        SETTINGS
    }

    /** For {@link java.util.ServiceLoader}. */
    public YugabytedbDialect() {
        this(SmartDriver.driver());
    }

    @Override
    public List<String> lineage() {
        return List.of("yugabytedb", "postgresql", "ansi");
    }

    @Override
    public Dialect through(JdbcDriver other) {
        return new YugabytedbDialect(PgDriver.of(other));
    }

    @Override
    public boolean recognises(ServerProduct product) {
        return VERSION.matcher(product.text()).find();
    }

    /**
     * Loads with COPY. In autocommit mode the server commits after a fixed number of rows, because one distributed transaction over a whole
     * table is slow. Within the caller's transaction it cannot.
     */
    @Override
    public BulkLoader bulkLoader() {
        return (connection, table, columns) -> {
            if (!connection.getAutoCommit()) {
                return CopyRowSink.open(driver, connection, table, columns, "");
            }
            try {
                return CopyRowSink.open(driver, connection, table, columns, IN_BATCHES);
            } catch (SQLException e) {
                if (!SYNTAX_ERROR.equals(e.getSQLState())) {
                    throw e;
                }
                LOG.info(
                        "this server does not load in batches ({}): loading {} in one transaction",
                        e.getMessage(),
                        table);
                return CopyRowSink.open(driver, connection, table, columns, "");
            }
        };
    }

    @Override
    public Optional<String> advice(SQLException failure, String user) {
        return PgAdvice.of(failure, user);
    }

    @Override
    public List<String> transactionSettings() {
        return PgDriver.transactionSettings();
    }

    @Override
    public List<Finding> limits(Handle handle, Needs needs) {
        return PgDriver.limits(handle, needs);
    }

    @Override
    public Optional<String> epochSeconds() {
        return Optional.of(PgDriver.EPOCH_SECONDS);
    }

    /** {@code tablets} and {@code servers} for SPLIT INTO, {@code apart} and {@code together} for colocation. */
    @Override
    public Map<String, String> scriptVariables(Handle handle) {
        return Cluster.of(handle).scriptVariables();
    }

    /** Returns false: each definition creates a new version of the catalogue, which makes a concurrent definition fail. */
    @Override
    public boolean definesConcurrently() {
        return false;
    }

    @Override
    public void endSessions(Connection session) throws SQLException {
        PgDriver.endSessions(session);
    }

    /**
     * Classifies by PostgreSQL's SQLSTATEs. Internal errors of the storage layer, which older versions report even for conflicts, are
     * classified by their message.
     */
    @Override
    public FailureKind classify(SQLException failure) {
        FailureKind byState = PgDriver.FAILURES.classify(failure);
        return byState == FailureKind.OTHER ? byWords(failure) : byState;
    }

    private static FailureKind byWords(SQLException failure) {
        for (Throwable link : failure) {
            if (link instanceof SQLException sql && INTERNAL_ERROR.equals(sql.getSQLState())) {
                String said = Objects.requireNonNullElse(sql.getMessage(), "").toLowerCase(Locale.ROOT);
                for (Map.Entry<Pattern, FailureKind> words : STORAGE_ERRORS) {
                    if (words.getKey().matcher(said).find()) {
                        return words.getValue();
                    }
                }
            }
        }
        return FailureKind.OTHER;
    }

    /** Queries server and driver about a session and its cluster. */
    @Override
    public ServerFacts facts(Handle handle) {
        Map<String, String> settings = driver.settings(
                handle,
                SqlCatalog.load(Question.class, YugabytedbDialect.class, "jdbc/facts", List.of("yugabytedb"))
                        .sql(Question.SETTINGS));
        String version = handle.select("SELECT version()").mapTo(String.class).one();
        settings.put("version.full", version);
        Cluster cluster = Cluster.of(handle);
        int servers = cluster.places().size();
        settings.put("cluster.servers", servers == 0 ? "unknown" : String.valueOf(servers));
        settings.put(
                "cluster.places", cluster.places().stream().distinct().sorted().collect(Collectors.joining(", ")));
        settings.put("database.colocated", String.valueOf(cluster.colocated()));
        Matcher own = VERSION.matcher(version);
        return own.find()
                ? new ServerFacts("YugabyteDB", own.group(1), settings, caveats(settings))
                : new ServerFacts(
                        "PostgreSQL, by YugabyteDB's driver",
                        handle.select("SHOW server_version").mapTo(String.class).one(),
                        settings,
                        caveats(settings));
    }

    static List<Caveat> caveats(Map<String, String> settings) {
        List<Caveat> caveats = new ArrayList<>();
        if ("on".equals(settings.get(NOT_TRANSACTIONAL))) {
            caveats.add(Caveat.suspect(
                    "NOT_TRANSACTIONAL",
                    NOT_TRANSACTIONAL
                            + " is on: transactions are neither atomic nor isolated; it is for loading only"));
        }
        String asked = settings.getOrDefault("transaction_isolation", "");
        String effective = settings.getOrDefault(EFFECTIVE_ISOLATION, asked);
        if (!effective.equals(asked)) {
            caveats.add(Caveat.suspect(
                    "ISOLATION_DIFFERS", "the session says " + asked + ", the server runs at " + effective));
        }
        return caveats;
    }

    /**
     * The servers behind a session.
     *
     * @param places    placement of each tablet server that accepts sessions, for example {@code aws.us-west-2.us-west-2a}; none if the
     *                  server does not report it
     * @param colocated true if the database is colocated, so that tables share a tablet by default
     */
    private record Cluster(List<String> places, boolean colocated) {

        /** Enough tablets for the cores of a server, and for rebalancing when the cluster grows. */
        private static final int TABLETS_PER_SERVER = 8;

        static Cluster of(Handle handle) {
            return new Cluster(
                    ask(
                            handle.select("SELECT concat_ws('.', cloud, region, zone) FROM yb_servers()")
                                    .mapTo(String.class)::list,
                            "of its cluster",
                            List.of()),
                    ask(
                            handle.select("SELECT yb_is_database_colocated()").mapTo(Boolean.class)::one,
                            "whether its database is colocated",
                            false));
        }

        private static <T> T ask(Supplier<T> question, String about, T otherwise) {
            try {
                return question.get();
            } catch (JdbiException e) {
                LOG.info("the server does not report {}: {}", about, e.getMessage());
                return otherwise;
            }
        }

        /** Returns the variables of the scripts of definitions. */
        Map<String, String> scriptVariables() {
            int servers = Math.max(1, places.size());
            return Map.of(
                    "servers",
                    String.valueOf(servers),
                    "tablets",
                    String.valueOf(TABLETS_PER_SERVER * servers),
                    "together",
                    colocated ? "WITH (COLOCATION = true)" : "",
                    "apart",
                    colocated ? "WITH (COLOCATION = false)" : "");
        }
    }
}
