package io.dbharness.jdbc.dialect.sqlserver;

import com.microsoft.sqlserver.jdbc.ISQLServerConnection;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.FailureTable;
import io.dbharness.jdbc.dialect.FixedWidth;
import io.dbharness.jdbc.dialect.Isolation;
import io.dbharness.jdbc.dialect.JdbcDriver;
import io.dbharness.jdbc.dialect.JdbcDriver.ServerProduct;
import io.dbharness.jdbc.dialect.LimitsQuestion;
import io.dbharness.jdbc.dialect.RowSink.BulkLoader;
import io.dbharness.jdbc.dialect.ServerAddress;
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
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/** SQL Server 2019 and later, and Azure SQL. Stateless. */
public final class SqlserverDialect implements Dialect {

    /**
     * The kinds of failures for a load, by error number, from SQL Server's list of database engine errors and Azure SQL's pages on
     * transient connection errors and resource governance. Other failures are classified by the driver's SQLSTATE.
     */
    private static final FailureTable FAILURES = new FailureTable(
            Map.of(
                    FailureKind.DEADLOCK, "1205",
                    // Snapshot isolation: another transaction changed the row or the table's definition first (3960,
                    // 3961).
                    // Memory-optimised tables: a commit dependency failed, a write conflict, a read or a serializable
                    // validation failed.
                    FailureKind.SERIALIZATION, "3960 3961 41301 41302 41305 41325",
                    // SET LOCK_TIMEOUT has passed.
                    FailureKind.TIMEOUT, "1222",
                    // No memory for the query within its time, or at all (701, 8645, 8651).
                    // Azure: too many requests or sessions for the tier, the service is busy.
                    FailureKind.OVERLOADED, "701 8645 8651 10928 10929 10936 40501 49918 49919 49920",
                    // Azure moves the database to another node or scales it: for a while no session can be opened.
                    // The session was killed (596); the server is shutting down (6005).
                    // The network, as the server or the system numbers it (20 to 233, 100xx).
                    FailureKind.CONNECTION_LOST,
                            "926 4060 4221 40143 40197 40540 40613 42108 42109 596 6005 20 64 121 233 10053 10054 10060",
                    // No null here, referenced or checked, unique index, primary key or unique constraint, too long.
                    FailureKind.CONSTRAINT, "515 547 2601 2627 2628 8152"),
            // The driver's own failures have no number.
            Map.of(
                    FailureKind.CONNECTION_LOST, "08",
                    FailureKind.SERIALIZATION, "40001",
                    FailureKind.TIMEOUT, "HYT00 HY008",
                    FailureKind.CONSTRAINT, "23"));

    private static final Pattern DENIED =
            Pattern.compile("The (\\w+(?: \\w+)*) permission was denied on the (?:object|column) '([^']+)'");

    private static final String OTHER_SESSIONS =
            "SELECT session_id FROM sys.dm_exec_sessions WHERE program_name = 'dbharness' AND session_id <> @@SPID";

    /** The session has ended since it was listed. */
    private static final int NO_SUCH_SESSION = 6106;

    /** A log of this size need not grow in a run of minutes. */
    private static final long LARGE_LOG_MB = 1024;

    private static final String AZURE_SQL_DATABASE = "5";

    /** Names of Azure products, which report themselves as numbers (SERVERPROPERTY, EngineEdition). */
    private static final Map<String, String> PRODUCTS = Map.of(
            AZURE_SQL_DATABASE,
            "Azure SQL Database",
            "6",
            "Azure Synapse",
            "8",
            "Azure SQL Managed Instance",
            "9",
            "Azure SQL Edge");

    /** The queries; their text is in {@code jdbc/facts}. */
    private enum Question {
        SERVER("server properties"),
        CONFIGURATION("sys.configurations"),
        DATABASE("sys.databases"),
        FILES("sys.database_files"),
        LOG("sys.dm_db_log_stats"),
        TIER("service objective"),
        MACHINE("sys.dm_os_sys_info");

        private final String subject;

        Question(String subject) {
            this.subject = subject;
        }
    }

    private final SqlserverDriver driver = new SqlserverDriver();

    /** For {@link java.util.ServiceLoader}. */
    public SqlserverDialect() {}

    @Override
    public List<String> lineage() {
        return List.of("sqlserver", "ansi");
    }

    @Override
    public JdbcDriver driver() {
        return driver;
    }

    @Override
    public boolean recognises(ServerProduct product) {
        return product.name().startsWith("Microsoft SQL Server");
    }

    /** Returns three locking levels of the standard, and SNAPSHOT, which the database must allow. */
    @Override
    public Map<Isolation, Integer> isolationLevels() {
        return Map.of(
                Isolation.READ_COMMITTED, Connection.TRANSACTION_READ_COMMITTED,
                Isolation.REPEATABLE_READ, Connection.TRANSACTION_REPEATABLE_READ,
                Isolation.SNAPSHOT, ISQLServerConnection.TRANSACTION_SNAPSHOT,
                Isolation.SERIALIZABLE, Connection.TRANSACTION_SERIALIZABLE);
    }

    /** Queries the server, because the driver returns the last number that was set. */
    @Override
    public int isolation(Connection session) throws SQLException {
        String level =
                one(session, "SELECT transaction_isolation_level FROM sys.dm_exec_sessions WHERE session_id = @@SPID");
        return switch (level) {
            case "1" -> Connection.TRANSACTION_READ_UNCOMMITTED;
            case "2" -> Connection.TRANSACTION_READ_COMMITTED;
            case "3" -> Connection.TRANSACTION_REPEATABLE_READ;
            case "4" -> Connection.TRANSACTION_SERIALIZABLE;
            case "5" -> ISQLServerConnection.TRANSACTION_SNAPSHOT;
            default -> Connection.TRANSACTION_NONE;
        };
    }

    @Override
    public List<String> refusals(ServerProduct product, Connection connection, Isolation isolation)
            throws SQLException {
        if (one(connection, "SELECT CAST(SERVERPROPERTY('babelfish') AS varchar(10))")
                .equals("1")) {
            return List.of(
                    "this server is Babelfish for PostgreSQL, which is not supported: it lacks some of the T-SQL used here;"
                            + " use SQL Server or Azure SQL, or its PostgreSQL port with jdbc:postgresql:");
        }
        boolean allowed = isolation != Isolation.SNAPSHOT
                || one(connection, "SELECT snapshot_isolation_state FROM sys.databases WHERE database_id = DB_ID()")
                        .equals("1");
        return allowed
                ? List.of()
                : List.of("--isolation snapshot needs a database that allows it; have its owner run"
                        + " ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON, or use another level");
    }

    /** Returns the single value of a query; empty for no row or null. */
    private static String one(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            return answer.next() ? Objects.requireNonNullElse(answer.getString(1), "") : "";
        }
    }

    /** Uses COUNT_BIG, because COUNT returns an int. */
    @Override
    public String rowCount() {
        return "COUNT_BIG(*)";
    }

    /**
     * Returns false: a batch that ends with fewer open transactions than it began with fails with error 266, although its COMMIT has taken
     * effect.
     */
    @Override
    public boolean endsEarlierTransactions() {
        return false;
    }

    /**
     * Executes KILL outside of a transaction, because it is refused within one. Throws if no session is seen: without the right to see the
     * server's state, an account sees only the asking session.
     */
    @Override
    public void endSessions(Connection session) throws SQLException {
        session.setAutoCommit(true);
        List<Integer> others = new ArrayList<>();
        try (Statement statement = session.createStatement()) {
            try (ResultSet ids = statement.executeQuery(OTHER_SESSIONS)) {
                while (ids.next()) {
                    others.add(ids.getInt(1));
                }
            }
            if (others.isEmpty()) {
                throw new SQLException("no other session of this program is seen; run GRANT VIEW SERVER STATE,"
                        + " or in Azure SQL Database GRANT VIEW DATABASE STATE, for this account");
            }
            for (int other : others) {
                end(statement, other);
            }
        }
    }

    private static void end(Statement statement, int session) throws SQLException {
        try {
            statement.execute("KILL " + session);
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_SESSION) {
                throw e;
            }
        }
    }

    @Override
    public FailureKind classify(SQLException failure) {
        return FAILURES.classify(failure);
    }

    /** By the server's error numbers for a full file and for a lack of memory. */
    @Override
    public boolean isExhausted(SQLException failure) {
        return List.of(1105, 9002, 701, 8645, 8651).contains(failure.getErrorCode());
    }

    /** Selects the advice by the server's documented error number. */
    @Override
    public Optional<String> advice(SQLException failure, String user) {
        return advice(failure.getErrorCode(), ServerAddress.said(failure), '[' + user + ']');
    }

    private static Optional<String> advice(int number, String said, String user) {
        Matcher denied = DENIED.matcher(said);
        return Optional.ofNullable(
                switch (number) {
                    case 229, 230 ->
                        denied.find()
                                ? "run as its owner: GRANT " + denied.group(1) + " ON " + denied.group(2) + " TO "
                                        + user
                                : "user " + user + " lacks a right for this; have the owner grant it";
                    case 262, 2760 ->
                        "run as the owner of the database: ALTER ROLE db_ddladmin ADD MEMBER " + user
                                + ", or GRANT ALTER ON SCHEMA::dbo TO " + user + " with GRANT CREATE TABLE TO " + user;
                    case 3906, 3908 -> "the database takes no writes; connect to the primary, or set it READ_WRITE";
                    case 1088 ->
                        "the object is missing, or user " + user
                                + " may not alter it; run as its owner: GRANT ALTER ON SCHEMA::dbo TO " + user;
                    case 3952 ->
                        "have the owner of the database run ALTER DATABASE CURRENT SET ALLOW_SNAPSHOT_ISOLATION ON, or use another"
                                + " --isolation";
                    case 1222 ->
                        "SET LOCK_TIMEOUT has passed: another session holds a lock; wait until it ends, or end it";
                    case 1105, 9002 ->
                        "a file of the database or its log is full; make room, or choose a smaller scale";
                    case 207, 208, 2812 ->
                        "something is missing, or is not as this tool made it; correct the statement, or drop the data set and"
                                + " load it again";
                    default -> null;
                });
    }

    @Override
    public List<String> transactionSettings() {
        return List.of("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }

    @Override
    public List<Finding> limits(Handle handle, Needs needs) {
        return LimitsQuestion.findings(handle, needs, "sqlserver");
    }

    @Override
    public Optional<String> epochSeconds() {
        return Optional.of("SELECT DATEDIFF_BIG(microsecond, '1970-01-01', SYSUTCDATETIME()) / 1e6");
    }

    @Override
    public BulkLoader bulkLoader() {
        return BulkCopyRowSink::open;
    }

    /** Sets one text, because there are no arrays. */
    @Override
    public void setIntegers(PreparedStatement statement, int index, int[] values) throws SQLException {
        statement.setString(index, FixedWidth.text(values));
    }

    @Override
    public ServerProbe probe(Supplier<Connection> connections) {
        return SqlserverProbe.of(connections);
    }

    /**
     * Queries server and driver about a session. Views that a compatible product lacks, or that the account may not see, are recorded as
     * missing and omitted.
     */
    @Override
    public ServerFacts facts(Handle handle) {
        SqlCatalog<Question> sql =
                SqlCatalog.load(Question.class, SqlserverDialect.class, "jdbc/facts", List.of("sqlserver"));
        Map<String, String> settings = new TreeMap<>();
        for (Question question : Question.values()) {
            try {
                handle.select(sql.sql(question)).mapToMap().forEach(row -> put(row, settings));
            } catch (JdbiException e) {
                settings.put(
                        "missing." + question.subject,
                        String.valueOf(e.getMessage()).lines().findFirst().orElse("no message"));
            }
        }
        settings.put("driver.name", handle.queryMetadata(DatabaseMetaData::getDriverName));
        settings.put("driver.version", handle.queryMetadata(DatabaseMetaData::getDriverVersion));
        String version = settings.getOrDefault("server.ProductVersion", "unknown");
        String product =
                PRODUCTS.getOrDefault(settings.getOrDefault("server.EngineEdition", ""), "Microsoft SQL Server");
        return new ServerFacts(product, version, settings, caveats(settings));
    }

    /** Adds a row with a name and a value, or a row whose column names are the names. Jdbi's maps contain null for SQL nulls. */
    private static void put(Map<String, Object> row, Map<String, String> settings) {
        if (row.containsKey("name")) {
            put(String.valueOf(row.get("name")), row.get("value"), settings);
        } else {
            row.forEach((name, value) -> put(name, value, settings));
        }
    }

    private static void put(String name, @Nullable Object value, Map<String, String> settings) {
        if (value != null) {
            settings.put(name, value.toString());
        }
    }

    /** Returns settings that can make a run lose transactions, stall, or both. */
    static List<Caveat> caveats(Map<String, String> settings) {
        List<Caveat> caveats = new ArrayList<>();
        if ("FORCED".equals(settings.get("database.delayed_durability"))) {
            caveats.add(Caveat.suspect(
                    "NOT_DURABLE",
                    "DELAYED_DURABILITY is FORCED: a crash can lose transactions that this run counts as committed"));
        }
        logGrows(settings).ifPresent(caveats::add);
        if ("1".equals(settings.get("database.auto_update_statistics"))
                && "0".equals(settings.get("database.auto_update_statistics_async"))) {
            caveats.add(Caveat.note(
                    "STATISTICS_WAIT",
                    "AUTO_UPDATE_STATISTICS_ASYNC is OFF: a statement whose statistics are out of date waits until they"
                            + " are made again"));
        }
        if ("0".equals(settings.get("database.target_recovery_seconds"))) {
            caveats.add(Caveat.note(
                    "CHECKPOINT_BURSTS",
                    "TARGET_RECOVERY_TIME is 0: checkpoints write all changed pages at once instead of a few all the"
                            + " time; the default since SQL Server 2016 is 60 seconds"));
        }
        return List.copyOf(caveats);
    }

    private static Optional<Caveat> logGrows(Map<String, String> settings) {
        long megabytes = Long.parseLong(settings.getOrDefault("files.log_mb", String.valueOf(LARGE_LOG_MB)));
        String growth = settings.getOrDefault("files.log_growth", "none");
        // On that product, the service sizes the log.
        boolean managed = AZURE_SQL_DATABASE.equals(settings.get("server.EngineEdition"));
        if (managed || megabytes >= LARGE_LOG_MB || growth.equals("none")) {
            return Optional.empty();
        }
        return Optional.of(Caveat.note(
                "LOG_GROWS",
                "the log has " + megabytes + " MB and grows by " + growth
                        + " at a time, while every commit waits; below " + LARGE_LOG_MB
                        + " MB that is likely in a run: give it its size before (ALTER DATABASE … MODIFY FILE)"));
    }
}
