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

/** Reaches MariaDB, MySQL and their relatives through MariaDB Connector/J. Parameters in the address win over the settings here. Thread-safe. */
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

    /** Error of a server that has as many prepared statements as its max_prepared_stmt_count allows. */
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
        // The driver takes the other scheme only with an option.
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
        // Milliseconds; long enough for a distant or busy server, short enough for a person who mistyped an address.
        properties.setProperty("connectTimeout", "10000");
        properties.setProperty("socketFactory", BlockingSockets.class.getName());
        // Several statements in one message, and in definitions.
        properties.setProperty("allowMultiQueries", "true");
        // What the server calls a database is the schema that tables are in.
        properties.setProperty("useCatalogTerm", "SCHEMA");
        if (use == ConnectionUse.MEASURED) {
            // From the first execution on, in the binary protocol.
            properties.setProperty("useServerPrepStmts", "true");
            // A batch is one message either way. Where the server takes that, it is one statement with an array of
            // rows.
            properties.setProperty("useBulkStmts", "true");
            // The harness keeps a session's statements itself, prepared once each.
            properties.setProperty("cachePrepStmts", "false");
        } else {
            // Otherwise locks of one row take its neighbours too, and a transaction sees only what was there when it
            // began.
            properties.setProperty("transactionIsolation", "READ-COMMITTED");
            // Who waits for another's load waits until it has ended: a day, in seconds.
            properties.setProperty("sessionVariables", "innodb_lock_wait_timeout=86400");
            properties.setProperty("useBulkStmts", "true");
            // Nothing stays prepared: the server counts the statements of all sessions, and refuses one too many.
            properties.setProperty("useServerPrepStmts", "false");
        }
        spec.user().ifPresent(user -> properties.setProperty("user", user));
        spec.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
        return properties;
    }

    /**
     * Has the server prepare the statement at once. With its first execution the driver sends both together, and waits for ever for the answer
     * to the execution when the server refuses the preparation (max_prepared_stmt_count). Any other failure comes back with the execution.
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

    /** A product by its version and by the comment of who built it. */
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
     * @param hosts    one {@code host:port} or several with commas
     * @param database its name
     * @param user     who logs in, or empty
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

        /** By the number of the server's error; the list is in the manuals of both products. */
        @Override
        public String advice(SQLException failure) {
            return switch (failure.getErrorCode()) {
                case 1045, 1698 ->
                    "the server does not let user " + user
                            + " in from this machine; check --user, what --password refers to, and for which hosts the user is made";
                case 1044 -> "user " + user + " may not use database " + database + "; grant access to it";
                case 1049 -> "there is no database " + database + "; create it or correct the address";
                case 1040, 1203, 1226 ->
                    "the server has no free connection; lower --connections or raise max_connections";
                case 1129, 1130 -> "the server does not accept connections from this machine; grant it access";
                case 1053, 1047 -> "the server is shutting down or not ready; try again when it accepts connections";
                default ->
                    ServerAddress.said(failure).contains("RSA public key")
                            ? "the login of MySQL 8 (caching_sha2_password) needs TLS or the server's key: add sslMode=trust or"
                                    + " allowPublicKeyRetrieval=true to the address"
                            : ServerAddress.adviceByCause(failure, "sslMode");
            };
        }
    }
}
