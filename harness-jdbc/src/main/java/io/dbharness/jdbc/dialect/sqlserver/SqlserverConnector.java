package io.dbharness.jdbc.dialect.sqlserver;

import com.microsoft.sqlserver.jdbc.SQLServerDriver;
import io.dbharness.jdbc.dialect.ConnectionUse;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.target.TargetSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Enters SQL Server through mssql-jdbc. Parameters in the address win over the settings here. Thread-safe. */
final class SqlserverConnector {

    static final String SCHEME = "jdbc:sqlserver:";

    /** From the name's look-up to the end of the login. */
    private static final String LOGIN_SECONDS = "15";

    private static final int GREATEST_PORT = 65_535;

    private static final String LOOKS_LIKE =
            "it looks like " + SCHEME + "//HOST:PORT;databaseName=DATABASE, further parameters after semicolons";

    private final SQLServerDriver driver = new SQLServerDriver();

    void check(TargetSpec spec, Problems problems) {
        try {
            SqlserverAddress address = SqlserverAddress.of(driver, spec);
            String inUrl = address.userInUrl();
            if (!inUrl.isEmpty()
                    && spec.user().isPresent()
                    && !spec.user().get().equals(inUrl)) {
                problems.add("the target address names the user '" + inUrl + "', --user says '"
                        + spec.user().get() + "'; keep one of them");
            }
            // The driver would only notice when it connects.
            problems.require(
                    Integer.parseInt(address.port()) <= GREATEST_PORT,
                    "the target address '" + spec.url() + "' names a port beyond " + GREATEST_PORT + "; " + LOOKS_LIKE);
        } catch (SQLException e) {
            problems.add("the target address '" + spec.url() + "' is not one of SQL Server; " + LOOKS_LIKE + " ("
                    + e.getMessage() + ")");
        }
    }

    Connection connect(TargetSpec spec, ConnectionUse use) {
        SqlserverAddress address = address(spec);
        try {
            return connected(driver.connect(spec.url(), properties(spec, use)), spec);
        } catch (SQLException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new HarnessException("interrupted while opening a session on " + address.place(), e);
            }
            throw address.unreachable(e);
        }
    }

    private SqlserverAddress address(TargetSpec spec) {
        try {
            return SqlserverAddress.of(driver, spec);
        } catch (SQLException e) {
            throw new IllegalArgumentException("not an address of SQL Server: " + spec.url(), e);
        }
    }

    private static Connection connected(@Nullable Connection connection, TargetSpec spec) {
        if (connection == null) {
            throw new IllegalArgumentException("not an address of SQL Server: " + spec.url());
        }
        return connection;
    }

    static Properties properties(TargetSpec spec, ConnectionUse use) {
        Properties properties = new Properties();
        set(properties, spec, "applicationName", "dbharness");
        set(properties, spec, "loginTimeout", LOGIN_SECONDS);
        // A session that breaks is a finding of the run; the driver would open another one in its place and say
        // nothing.
        set(properties, spec, "connectRetryCount", "0");
        // Every text column is a varchar: a parameter of the other kind would make the server convert the column, and
        // pass
        // by its index.
        set(properties, spec, "sendStringParametersAsUnicode", "false");
        if (use == ConnectionUse.MEASURED) {
            // From the first execution, not the second: a run has one way of execution.
            set(properties, spec, "enablePrepareOnFirstPreparedStatementCall", "true");
        } else {
            // A load sends its batches into nine tables that do not change meanwhile.
            set(properties, spec, "cacheBulkCopyMetadata", "true");
        }
        spec.user().ifPresent(user -> properties.setProperty("user", user));
        spec.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
        return properties;
    }

    /** Unless the address says something else: for this driver properties win over the address. */
    private static void set(Properties properties, TargetSpec spec, String name, String value) {
        Pattern inAddress = Pattern.compile(";\\s*" + name + "\\s*=", Pattern.CASE_INSENSITIVE);
        if (!inAddress.matcher(spec.url()).find()) {
            properties.setProperty(name, value);
        }
    }
}
