package io.dbharness.mysql;

import io.dbharness.jdbc.dialect.DriverJar;
import io.dbharness.jdbc.dialect.JdbcDriver;
import io.dbharness.jdbc.dialect.ServerAddress;
import io.dbharness.model.Problems;
import io.dbharness.sut.TargetSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mariadb.jdbc.Driver;

/**
 * Connects to MariaDB, MySQL and compatible products with MariaDB Connector/J. Parameters in the address take precedence over the settings
 * here. Thread-safe.
 */
public final class MysqlDriver implements JdbcDriver {

    private static final String OWN_SCHEME = "jdbc:mariadb:";
    private static final Pattern SCHEME = Pattern.compile("^jdbc:(mariadb|mysql):");

    private static final Pattern ADDRESS =
            Pattern.compile("jdbc:(?:mariadb|mysql):(?:\\w+:)*//([^/?]+)/([^/?]+)(?:\\?(.*))?");

    private static final Pattern PORT = Pattern.compile(":(\\d+)(?=,|$)");
    private static final int GREATEST_PORT = 65_535;

    private static final Pattern USER = Pattern.compile("(?:^|&)user=([^&]*)");

    /** {@code 10.11.6-MariaDB-log}, {@code 8.0.36} or {@code 8.0.11-TiDB-v7.5.0}. */
    private static final Pattern VERSION =
            Pattern.compile("(?:5\\.5\\.5-)?(\\d[\\d.]*)(?:-(MariaDB|TiDB-v([\\d.]+)))?.*");

    /** The error number of a server that has reached its max_prepared_stmt_count. */
    private static final int TOO_MANY_PREPARED = 1461;

    private static final DriverJar JAR =
            new DriverJar("org.mariadb.jdbc:mariadb-java-client", "org/mariadb/jdbc/Driver.class");

    @Override
    public String form() {
        return OWN_SCHEME + "//HOST:PORT/DATABASE";
    }

    @Override
    public boolean accepts(String jdbcUrl) {
        return SCHEME.matcher(jdbcUrl).find();
    }

    @Override
    public Optional<String> missing() {
        return JAR.missingFor(MysqlDriver.class);
    }

    @Override
    public void check(TargetSpec spec, Problems problems) {
        Matcher parts = ADDRESS.matcher(spec.url());
        if (!parts.matches() || !PORT.matcher(parts.group(1)).results().allMatch(port -> isPort(port.group(1)))) {
            problems.add(
                    "the target address '" + spec.url() + "' is not one of MariaDB or MySQL; it looks like " + form()
                            + " or jdbc:mysql://HOST:PORT/DATABASE, with a port between 1 and " + GREATEST_PORT
                            + " and with a database");
        } else {
            ServerAddress.checkUser(MysqlAddress.userIn(parts), spec, problems);
        }
    }

    private static boolean isPort(String text) {
        return text.length() <= 5 && Integer.parseInt(text) > 0 && Integer.parseInt(text) <= GREATEST_PORT;
    }

    @Override
    public Connection connect(TargetSpec spec, ConnectionUse use) {
        // The driver accepts the other scheme only with an option.
        TargetSpec own = new TargetSpec(
                SCHEME.matcher(spec.url()).replaceFirst(OWN_SCHEME),
                spec.user(),
                spec.password(),
                spec.dataDir(),
                spec.options());
        return MysqlAddress.of(own).connect(new Driver(), own, properties(own, use));
    }

    private static Properties properties(TargetSpec spec, ConnectionUse use) {
        Properties properties = new Properties();
        // In milliseconds: long enough for a distant or busy server, short enough after a mistyped address.
        properties.setProperty("connectTimeout", "10000");
        properties.setProperty("socketFactory", BlockingSockets.class.getName());
        // Several statements in one message, and in definitions.
        properties.setProperty("allowMultiQueries", "true");
        // A database of this server is the schema of the tables.
        properties.setProperty("useCatalogTerm", "SCHEMA");
        if (use == ConnectionUse.MEASURED) {
            // From the first execution, with the binary protocol.
            properties.setProperty("useServerPrepStmts", "true");
            // A batch is one message in any case. If the server supports it, the batch is one statement with an array
            // of
            // rows.
            properties.setProperty("useBulkStmts", "true");
            // The harness itself caches the prepared statements of a session.
            properties.setProperty("cachePrepStmts", "false");
        } else {
            // Otherwise locks include neighbouring rows, and a transaction sees only data from before its begin.
            properties.setProperty("transactionIsolation", "READ-COMMITTED");
            // Lock waits must outlast the load of another process and end some time: one day, in seconds.
            properties.setProperty("sessionVariables", "innodb_lock_wait_timeout=86400,lock_wait_timeout=86400");
            properties.setProperty("useBulkStmts", "true");
            // No statement stays prepared: the server limits the prepared statements of all sessions together.
            properties.setProperty("useServerPrepStmts", "false");
        }
        spec.user().ifPresent(user -> properties.setProperty("user", user));
        spec.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
        return properties;
    }

    /**
     * Prepares the statement on the server at once. Otherwise the driver would send the preparation together with the first execution, and
     * wait forever for the answer if the server refuses the preparation (max_prepared_stmt_count). All other failures are reported by the
     * execution.
     */
    @Override
    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            statement.getParameterMetaData();
            return statement;
        } catch (SQLException e) {
            if (e.getErrorCode() != TOO_MANY_PREPARED) {
                return statement;
            }
            statement.close();
            throw e;
        }
    }

    @Override
    public ServerProduct product(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT VERSION(), @@version_comment")) {
            row.next();
            return product(row.getString(1), row.getString(2));
        }
    }

    /** Identifies a product by its version and its version comment. */
    static ServerProduct product(String version, String comment) {
        Matcher said = VERSION.matcher(version);
        String text = version + " " + comment;
        if (!said.matches()) {
            return new ServerProduct(text, "unknown", text);
        }
        String kind = Objects.requireNonNullElse(said.group(2), "");
        if (kind.startsWith("TiDB")) {
            return new ServerProduct("TiDB", said.group(3), text);
        }
        String name = comment.startsWith("Percona") ? "Percona Server" : "MySQL";
        return new ServerProduct(kind.isEmpty() ? name : kind, said.group(1), text);
    }

    /**
     * The server, the database and the user of a login, for messages.
     *
     * @param hosts    {@code host:port}, or several separated by commas
     * @param database name of the database
     * @param user     user of the login, or empty
     */
    private record MysqlAddress(String hosts, String database, String user) implements ServerAddress {

        static MysqlAddress of(TargetSpec spec) {
            Matcher parts = ADDRESS.matcher(spec.url());
            return parts.matches()
                    ? new MysqlAddress(
                            parts.group(1), parts.group(2), spec.user().orElseGet(() -> userIn(parts)))
                    : new MysqlAddress(spec.url(), "", spec.user().orElse(""));
        }

        static String userIn(Matcher parts) {
            Matcher user = USER.matcher(Objects.requireNonNullElse(parts.group(3), ""));
            return user.find() ? user.group(1) : "";
        }

        @Override
        public String product() {
            return "MariaDB or MySQL";
        }

        @Override
        public String place() {
            return hosts + " (database " + database + (user.isEmpty() ? "" : ", user " + user) + ")";
        }

        /** Selects the advice by the error number, as documented in the manuals of both products. */
        @Override
        public String advice(SQLException failure) {
            return switch (failure.getErrorCode()) {
                case 1045, 1698 ->
                    "the server does not let user " + user
                            + " in from this machine; check --user, what --password refers to, and for which hosts the user is made";
                case 1044 ->
                    "user " + user + " may not use database " + database + "; run as an administrator: GRANT ALL ON `"
                            + database + "`.* TO " + user;
                case 1049 -> "there is no database " + database + "; create it or correct the address";
                case 1040, 1203, 1226 ->
                    "the server has no free connection; lower --connections or raise max_connections";
                case 1129, 1130 -> "the server does not accept connections from this machine; grant it access";
                case 1053, 1047 -> "the server is shutting down or not ready; try again when it accepts connections";
                default ->
                    ServerAddress.said(failure).contains("RSA public key")
                            ? "the login of MySQL 8 (caching_sha2_password) needs TLS or the server's key: add sslMode=trust or"
                                    + " allowPublicKeyRetrieval=true to the address"
                            : MysqlAdvice.of(failure, user)
                                    .orElseGet(() -> ServerAddress.adviceByCause(failure, "sslMode"));
            };
        }
    }
}
