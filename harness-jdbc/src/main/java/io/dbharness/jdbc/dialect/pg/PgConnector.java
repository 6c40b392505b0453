package io.dbharness.jdbc.dialect.pg;

import io.dbharness.jdbc.dialect.ConnectionUse;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.target.TargetSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Enters a server of PostgreSQL's family. Parameters in the address win over the settings here, which go by the names that all drivers of
 * the family have in common. Thread-safe.
 */
public final class PgConnector {

    /** Long enough for a distant or busy server, short enough for a person who mistyped an address. */
    private static final String CONNECT_SECONDS = "10";

    /**
     * Covers the start-up messages too; and only with it do the drivers connect in a thread of its own, so that an interrupt is heard.
     */
    private static final String LOGIN_SECONDS = "15";

    /** A load sends 64 KB at a time; the driver would cut that into its default of 8 KB. */
    private static final String SEND_BUFFER_BYTES = String.valueOf(64 * 1024);

    private final PgDriver driver;

    public PgConnector(PgDriver driver) {
        this.driver = Objects.requireNonNull(driver, "driver");
    }

    /** Notes everything that can never work in the address. */
    public void check(TargetSpec spec, Problems problems) {
        Properties parsed = driver.parser().parse(spec.url(), new Properties());
        if (parsed == null) {
            problems.add("the target address '" + spec.url() + "' is not one of " + driver.product()
                    + "; it looks like " + driver.scheme() + "//HOST:PORT/DATABASE, with a port between 1 and 65535");
            return;
        }
        String inUrl = parsed.getProperty("user");
        if (inUrl != null && spec.user().isPresent() && !spec.user().get().equals(inUrl)) {
            problems.add("the target address names the user '" + inUrl + "', --user says '"
                    + spec.user().get() + "'; keep one of them");
        }
    }

    /** A new connection, as {@link io.dbharness.jdbc.dialect.Dialect#connect} promises it. */
    public Connection connect(TargetSpec spec, ConnectionUse use) {
        Properties properties = properties(spec, use);
        ServerAddress address = ServerAddress.of(driver, spec);
        try {
            return connected(driver.driver().connect(spec.url(), properties), spec);
        } catch (SQLException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new HarnessException("interrupted while opening a session on " + address.place(), e);
            }
            throw address.unreachable(e);
        }
    }

    private Connection connected(@Nullable Connection connection, TargetSpec spec) {
        if (connection == null) {
            throw new IllegalArgumentException("not an address of " + driver.product() + ": " + spec.url());
        }
        return connection;
    }

    private static Properties properties(TargetSpec spec, ConnectionUse use) {
        Properties properties = new Properties();
        properties.setProperty("ApplicationName", "dbharness");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("connectTimeout", CONNECT_SECONDS);
        properties.setProperty("loginTimeout", LOGIN_SECONDS);
        // A limit for the answer to the question for encryption would leave the socket non-blocking for good, which
        // costs each
        // statement a poll and a second read; the limit of the login covers that wait.
        properties.setProperty("sslResponseTimeout", "0");
        // What a workload writes is what the server gets: no statement is rewritten into another behind its back.
        properties.setProperty("reWriteBatchedInserts", "false");
        if (use == ConnectionUse.MEASURED) {
            // From the first execution, not the sixth: the plan and the binary format are the same in all of a run.
            properties.setProperty("prepareThreshold", "1");
        } else {
            properties.setProperty("maxSendBufferSize", SEND_BUFFER_BYTES);
        }
        spec.user().ifPresent(user -> properties.setProperty("user", user));
        spec.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
        return properties;
    }
}
