package io.dbharness.mysql;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.FailureTable;
import io.dbharness.jdbc.dialect.FixedWidth;
import io.dbharness.jdbc.dialect.Isolation;
import io.dbharness.jdbc.dialect.JdbcDriver.ServerProduct;
import io.dbharness.jdbc.dialect.RowSink.BulkLoader;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Caveat;
import io.dbharness.model.FailureKind;
import io.dbharness.sut.Finding;
import io.dbharness.sut.Needs;
import io.dbharness.sut.ServerProbe;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;

/** MariaDB from 10.6 and MySQL from 8.0. Stateless. */
public record MysqlDialect(List<String> lineage, MysqlDriver driver) implements Dialect {

    /**
     * The kinds of failures for a load, by error number; numbers below 4000 are common to both products. Other failures are classified by
     * the driver's SQLSTATE, in which a lost connection has class 08.
     */
    private static final FailureTable FAILURES = new FailureTable(
            Map.of(
                    FailureKind.DEADLOCK, "1213",
                    // Another transaction changed the row since the transaction's snapshot. Galera and Group
                    // Replication
                    // report such conflicts as deadlocks or at the commit (3101).
                    FailureKind.SERIALIZATION, "1020 3101 9007",
                    // innodb_lock_wait_timeout; a statement that was cancelled or exceeded a time limit.
                    FailureKind.TIMEOUT, "1205 1317 1969 3024",
                    // No more connections, for all or for this user; no memory; no more locks or threads.
                    FailureKind.OVERLOADED, "1040 1203 1226 1037 1038 1041 1135 1206",
                    // Shut down, killed, a cluster node that is not ready, a server that is read-only after a failover.
                    FailureKind.CONNECTION_LOST, "1053 1927 1047 1290 1836 2006 2013",
                    // No null here, duplicate keys, references, too long or out of range, checks.
                    FailureKind.CONSTRAINT, "1048 1062 1216 1217 1264 1265 1364 1406 1451 1452 1557 1586 3819 4025"),
            Map.of(
                    FailureKind.CONNECTION_LOST, "08",
                    FailureKind.SERIALIZATION, "40001",
                    FailureKind.CONSTRAINT, "23"));

    private static final int NEWEST_MARIADB = 12;
    private static final int NEWEST_MYSQL = 9;

    /** Values of the settings by which a server requires a primary key of each table. */
    private static final Pattern KEYS_WANTED = Pattern.compile("^(ON|ENFORCING|MASTER)$|REQUIRED_PRIMARY_KEY");

    private static final List<String> MARIADB = List.of("mariadb", "mysql", "ansi");

    private static final Set<String> PRODUCTS = Set.of("MariaDB", "MySQL", "Percona Server");

    private static final String OTHER_SESSIONS = "SELECT id FROM information_schema.processlist"
            + " WHERE user = SUBSTRING_INDEX(USER(), '@', 1) AND db = DATABASE() AND id <> CONNECTION_ID()";

    /** The session had ended before it could be killed. */
    private static final int NO_SUCH_THREAD = 1094;

    /** The longer queries; their text is in {@code jdbc/facts}. */
    private enum Question {
        SETTINGS,
        SIZE
    }

    /** For {@link java.util.ServiceLoader}. */
    public MysqlDialect() {
        this(List.of("mysql", "ansi"), new MysqlDriver());
    }

    /** Returns a dialect for MariaDB, which has statements that MySQL lacks. */
    @Override
    public Dialect of(ServerProduct product) {
        return product.name().equals("MariaDB") ? new MysqlDialect(MARIADB, driver) : this;
    }

    /** Includes MariaDB, which is detected only when the server is queried. */
    @Override
    public Set<String> names() {
        return Set.copyOf(MARIADB);
    }

    @Override
    public boolean recognises(ServerProduct product) {
        return PRODUCTS.contains(product.name());
    }

    /** Requires the first versions with SKIP LOCKED, which separates concurrent loads. */
    @Override
    public List<String> refusals(ServerProduct product, Connection connection, Isolation isolation) {
        boolean mariadb = product.name().equals("MariaDB");
        boolean old = PRODUCTS.contains(product.name()) && (mariadb ? product.isBefore(10, 6) : product.isBefore(8, 0));
        return old
                ? List.of(product.name() + " " + product.version()
                        + " is too old: it has no FOR UPDATE SKIP LOCKED, which keeps concurrent"
                        + " loads apart; this tool needs "
                        + (mariadb ? "MariaDB 10.6" : "MySQL 8.0") + " or later")
                : List.of();
    }

    /** Returns {@code key}: a key column for a table without a key, if the server requires one. */
    @Override
    public Map<String, String> scriptVariables(Handle handle) {
        return Map.of("key", wantsKeys(handle) ? ", row_id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY" : "");
    }

    private static boolean wantsKeys(Handle handle) {
        return handle
                .select("SHOW VARIABLES WHERE variable_name IN ('innodb_force_primary_key',"
                        + " 'sql_require_primary_key', 'pxc_strict_mode', 'wsrep_mode')")
                .map((row, context) -> row.getString(2))
                .stream()
                .anyMatch(value -> KEYS_WANTED.matcher(value).find());
    }

    @Override
    public List<Finding> limits(Handle handle, Needs needs) {
        return MysqlLimits.of(handle, wantsKeys(handle)).findings(needs);
    }

    @Override
    public Optional<String> epochSeconds() {
        return Optional.of("SELECT UNIX_TIMESTAMP(NOW(6))");
    }

    @Override
    public FailureKind classify(SQLException failure) {
        return FAILURES.classify(failure);
    }

    @Override
    public Optional<String> advice(SQLException failure, String user) {
        return MysqlAdvice.of(failure, user);
    }

    /** By the server's error numbers for a full disk, a full table and a lack of memory. */
    @Override
    public boolean isExhausted(SQLException failure) {
        return Set.of(1021, 1114, 1037, 1038, 1041).contains(failure.getErrorCode());
    }

    /** Sets session timeouts; only MariaDB reads the comment, with settings that MySQL lacks. */
    @Override
    public List<String> transactionSettings() {
        return List.of(
                "SET SESSION wait_timeout = 86400 /*M!100300 , max_statement_time = 0, idle_transaction_timeout = 0,"
                        + " idle_write_transaction_timeout = 0, idle_readonly_transaction_timeout = 0 */");
    }

    @Override
    public BulkLoader bulkLoader() {
        return LoadData::open;
    }

    /** Sets one text, because there are no arrays. */
    @Override
    public void setIntegers(PreparedStatement statement, int index, int[] values) throws SQLException {
        statement.setString(index, FixedWidth.text(values));
    }

    /** Ends the sessions of the same user in the same database, because the server does not store application names. */
    @Override
    public void endSessions(Connection session) throws SQLException {
        List<Long> others = new ArrayList<>();
        try (Statement statement = session.createStatement()) {
            try (ResultSet ids = statement.executeQuery(OTHER_SESSIONS)) {
                while (ids.next()) {
                    others.add(ids.getLong(1));
                }
            }
            for (long other : others) {
                end(statement, other);
            }
        }
    }

    private static void end(Statement statement, long session) throws SQLException {
        try {
            statement.execute("KILL " + session);
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_THREAD) {
                throw e;
            }
        }
    }

    /** Returns false: a definition commits the transaction before it. */
    @Override
    public boolean definesInTransactions() {
        return false;
    }

    @Override
    public ServerProbe probe(Supplier<Connection> connections) {
        return MysqlProbe.of(connections);
    }

    @Override
    public ServerFacts facts(Handle handle) {
        SqlCatalog<Question> sql = SqlCatalog.load(Question.class, MysqlDialect.class, "jdbc/facts", List.of("mysql"));
        Map<String, String> settings = new TreeMap<>();
        handle.select(sql.sql(Question.SETTINGS))
                .map((row, context) -> Map.entry(row.getString(1), row.getString(2)))
                .forEach(setting -> settings.put(setting.getKey(), setting.getValue()));
        handle.select(sql.sql(Question.SIZE))
                .mapTo(Long.class)
                .findFirst()
                .ifPresent(bytes -> settings.put("database.bytes", String.valueOf(bytes)));
        settings.put(
                "driver.version",
                handle.queryMetadata(DatabaseMetaData::getDriverName) + " "
                        + handle.queryMetadata(DatabaseMetaData::getDriverVersion));
        ServerProduct product = MysqlDriver.product(
                settings.getOrDefault("version", "unknown"), settings.getOrDefault("version_comment", ""));
        List<Caveat> caveats = caveats(settings);
        product.newerThan(product.name().equals("MariaDB") ? NEWEST_MARIADB : NEWEST_MYSQL)
                .ifPresent(caveats::add);
        return new ServerFacts(product.name(), product.version(), settings, caveats);
    }

    /** Returns settings with which a crash can lose or corrupt committed transactions. */
    static List<Caveat> caveats(Map<String, String> settings) {
        List<Caveat> caveats = new ArrayList<>();
        String flush = settings.getOrDefault("innodb_flush_log_at_trx_commit", "1");
        if (!flush.equals("1") && !flush.equals("3")) {
            caveats.add(notDurable("innodb_flush_log_at_trx_commit is " + flush));
        }
        if ("ON".equals(settings.get("log_bin")) && !"1".equals(settings.getOrDefault("sync_binlog", "1"))) {
            caveats.add(notDurable("sync_binlog is " + settings.get("sync_binlog")));
        }
        if (Set.of("OFF", "0").contains(settings.getOrDefault("innodb_doublewrite", "ON"))) {
            caveats.add(notDurable("innodb_doublewrite is off"));
        }
        return caveats;
    }

    private static Caveat notDurable(String setting) {
        return Caveat.suspect(
                "NOT_DURABLE", setting + ": a crash can lose transactions that this run counts as committed");
    }
}
