package io.dbharness.jdbc.dialect.sqlserver;

import com.microsoft.sqlserver.jdbc.SQLServerDriver;
import io.dbharness.jdbc.dialect.DriverJar;
import io.dbharness.jdbc.dialect.JdbcDriver;
import io.dbharness.jdbc.dialect.ServerAddress;
import io.dbharness.model.Problems;
import io.dbharness.sut.TargetSpec;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Connects to SQL Server with mssql-jdbc. Parameters in the address take precedence over the settings here. Thread-safe. */
final class SqlserverDriver implements JdbcDriver {

    static final String SCHEME = "jdbc:sqlserver:";

    private static final int GREATEST_PORT = 65_535;

    private static final String FORM = SCHEME + "//HOST:PORT;databaseName=DATABASE";

    private static final String LOOKS_LIKE = "it looks like " + FORM + ", further parameters after semicolons";

    private static final DriverJar JAR =
            new DriverJar("com.microsoft.sqlserver:mssql-jdbc", "com/microsoft/sqlserver/jdbc/SQLServerDriver.class");

    @Override
    public boolean accepts(String jdbcUrl) {
        return jdbcUrl.startsWith(SCHEME);
    }

    @Override
    public String form() {
        return FORM;
    }

    @Override
    public Optional<String> missing() {
        return JAR.missingFor(SqlserverDriver.class);
    }

    @Override
    public void check(TargetSpec spec, Problems problems) {
        try {
            SqlserverAddress address = SqlserverAddress.of(new SQLServerDriver(), spec);
            ServerAddress.checkUser(address.userInUrl(), spec, problems);
            // The driver would detect this only when it connects.
            problems.require(
                    address.port().matches("\\d{1,5}") && Integer.parseInt(address.port()) <= GREATEST_PORT,
                    "the target address '" + spec.url() + "' does not name a port from 1 to " + GREATEST_PORT + "; "
                            + LOOKS_LIKE);
        } catch (SQLException e) {
            problems.add("the target address '" + spec.url() + "' is not one of SQL Server; " + LOOKS_LIKE + " ("
                    + e.getMessage() + ")");
        }
    }

    @Override
    public Connection connect(TargetSpec spec, ConnectionUse use) {
        try {
            SQLServerDriver driver = new SQLServerDriver();
            return SqlserverAddress.of(driver, spec).connect(driver, spec, properties(spec, use));
        } catch (SQLException e) {
            throw new IllegalArgumentException("not an address of SQL Server: " + spec.url(), e);
        }
    }

    /** Returns the product name that the driver reads from the login response. */
    @Override
    public ServerProduct product(Connection connection) throws SQLException {
        DatabaseMetaData server = connection.getMetaData();
        String name = server.getDatabaseProductName();
        return new ServerProduct(name, server.getDatabaseProductVersion(), name);
    }

    static Properties properties(TargetSpec spec, ConnectionUse use) {
        Properties properties = new Properties();
        set(properties, spec, "applicationName", "dbharness");
        // In seconds, from the name resolution to the end of the login.
        set(properties, spec, "loginTimeout", "15");
        // A broken session must be visible in the run; the driver would silently replace it.
        set(properties, spec, "connectRetryCount", "0");
        // Every text column is a varchar: with an nvarchar parameter, the server would convert the column and
        // ignore its index.
        set(properties, spec, "sendStringParametersAsUnicode", "false");
        if (use == ConnectionUse.MEASURED) {
            // From the first execution, not the second, so that all executions of a run are alike.
            set(properties, spec, "enablePrepareOnFirstPreparedStatementCall", "true");
        } else {
            // In milliseconds, a day: waits for locks would have no limit.
            set(properties, spec, "lockTimeout", "86400000");
            // A load sends its batches to tables whose definitions do not change meanwhile.
            set(properties, spec, "cacheBulkCopyMetadata", "true");
        }
        spec.user().ifPresent(user -> properties.setProperty("user", user));
        spec.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
        return properties;
    }

    /** Sets a property unless the address has it, because in this driver properties take precedence over the address. */
    private static void set(Properties properties, TargetSpec spec, String name, String value) {
        Pattern inAddress = Pattern.compile(";\\s*" + name + "\\s*=", Pattern.CASE_INSENSITIVE);
        if (!inAddress.matcher(spec.url()).find()) {
            properties.setProperty(name, value);
        }
    }

    /**
     * The server, the database and the user of a login, for messages.
     *
     * @param host      name or IP address of the host
     * @param port      port number
     * @param database  name of the database, or empty for the user's default
     * @param user      user of the login, or empty
     * @param userInUrl user in the address, or empty
     */
    record SqlserverAddress(String host, String port, String database, String user, String userInUrl)
            implements ServerAddress {

        private static final String TRUST =
                "check the server's certificate against the name in the address; where it is self-signed, on a machine you trust,"
                        + " add ;trustServerCertificate=true to the address, or ;encrypt=false where the server has none";

        /** @throws SQLException if the address does not belong to this driver */
        static SqlserverAddress of(Driver driver, TargetSpec spec) throws SQLException {
            Map<String, String> parsed = new HashMap<>();
            for (DriverPropertyInfo property : driver.getPropertyInfo(spec.url(), new Properties())) {
                parsed.put(property.name, Objects.requireNonNullElse(property.value, ""));
            }
            String inUrl = parsed.getOrDefault("user", "");
            String instance = parsed.getOrDefault("instanceName", "");
            String host = parsed.getOrDefault("serverName", "");
            return new SqlserverAddress(
                    (host.isEmpty() ? "localhost" : host) + (instance.isEmpty() ? "" : "\\" + instance),
                    parsed.getOrDefault("portNumber", ""),
                    parsed.getOrDefault("databaseName", ""),
                    spec.user().orElse(inUrl),
                    inUrl);
        }

        @Override
        public String product() {
            return "SQL Server";
        }

        @Override
        public String place() {
            return host + ":" + port + " (" + (database.isEmpty() ? "default database" : "database " + database)
                    + (user.isEmpty() ? "" : ", user " + user) + ")";
        }

        /** Selects the advice by the error number, as documented for SQL Server and Azure SQL. */
        @Override
        public String advice(SQLException failure) {
            return switch (failure.getErrorCode()) {
                case 18456, 18452 ->
                    "the login of user " + user
                            + " is refused; check --user and what --password refers to, that the login exists and that the server"
                            + " allows SQL Server authentication";
                case 18470, 18486, 18487, 18488 ->
                    "the login of user " + user + " is disabled, locked or expired; ask its administrator";
                case 4060, 4064, 911, 916 ->
                    "there is no database " + database + " that user " + user
                            + " may enter; create it, grant access or correct databaseName in the address";
                case 40615, 40914 -> "Azure's firewall does not let this machine in; add a rule for its address";
                case 40532, 40531 -> "Azure knows no such server; check the host name";
                case 40613, 40197, 17142, 18401, 42108, 42109 ->
                    "the database is not available now; it starts, pauses or moves, so try again";
                case 10928, 10929, 10936, 17809, 40501, 49918, 49919, 49920 ->
                    "the server takes no more sessions now; lower --connections or raise the server's limit";
                default -> adviceByCause(failure);
            };
        }

        private String adviceByCause(SQLException failure) {
            for (Throwable link : failure) {
                if (link instanceof SSLException) {
                    return "no encrypted connection is possible; " + TRUST;
                } else if (link instanceof SocketTimeoutException) {
                    return "it did not answer in time; check the address and any firewall in between";
                }
            }
            return adviceByWords(ServerAddress.said(failure).toLowerCase(Locale.ROOT));
        }

        /** Selects the advice by the message, because the driver quotes system exceptions without chaining them. */
        private String adviceByWords(String said) {
            if (said.contains("refused")) {
                return "nothing accepts connections there; check host and port, and that the server runs and listens on that address";
            } else if (said.contains("timed out")) {
                return "it did not answer in time; check the address and any firewall in between";
            } else if (said.contains("encrypt") || said.contains("ssl")) {
                return "no encrypted connection is possible; " + TRUST;
            } else if (said.contains("pre-login")) {
                return "what answers there is not SQL Server, or hangs up; check host and port";
            } else if (!known()) {
                return "the host name is unknown; check the address";
            }
            return "check the address and the server's log";
        }

        private boolean known() {
            try {
                InetAddress.getByName(host.replaceFirst("\\\\.*", ""));
                return true;
            } catch (UnknownHostException e) {
                return false;
            }
        }
    }
}
