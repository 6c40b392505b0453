package io.dbharness.jdbc.dialect.postgresql;

import io.dbharness.jdbc.dialect.ConnectionUse;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.target.TargetSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** Enters PostgreSQL through pgjdbc. Parameters in the address win over the settings here. Thread-safe. */
final class PostgresqlConnector {

    static final String SCHEME = "jdbc:postgresql:";

    /** Long enough for a distant or busy server, short enough for a person who mistyped an address. */
    private static final int CONNECT_SECONDS = 10;

    /** Covers the start-up messages too; and only with it does pgjdbc connect in a thread of its own, so that an interrupt is heard. */
    private static final int LOGIN_SECONDS = 15;

    /** A load sends 64 KB at a time; the driver would cut that into its default of 8 KB. */
    private static final int SEND_BUFFER_BYTES = 64 * 1024;

    private final Driver driver = new Driver();

    void check(TargetSpec spec, Problems problems) {
        Properties parsed = Driver.parseURL(spec.url(), new Properties());
        if (parsed == null) {
            problems.add("the target address '" + spec.url() + "' is not one of PostgreSQL; it looks like"
                    + " jdbc:postgresql://HOST:PORT/DATABASE, with a port between 1 and 65535");
            return;
        }
        String inUrl = PGProperty.USER.getOrDefault(parsed);
        if (inUrl != null && spec.user().isPresent() && !spec.user().get().equals(inUrl)) {
            problems.add("the target address names the user '" + inUrl + "', --user says '"
                    + spec.user().get() + "'; keep one of them");
        }
    }

    Connection connect(TargetSpec spec, ConnectionUse use) {
        Properties properties = properties(spec, use);
        ServerAddress address = ServerAddress.of(spec);
        try {
            return connected(driver.connect(spec.url(), properties), spec);
        } catch (SQLException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new HarnessException("interrupted while opening a session on " + address.place(), e);
            }
            throw address.unreachable(e);
        }
    }

    private static Connection connected(@Nullable Connection connection, TargetSpec spec) {
        if (connection == null) {
            throw new IllegalArgumentException("not an address of PostgreSQL: " + spec.url());
        }
        return connection;
    }

    private static Properties properties(TargetSpec spec, ConnectionUse use) {
        Properties properties = new Properties();
        PGProperty.APPLICATION_NAME.set(properties, "dbharness");
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        PGProperty.CONNECT_TIMEOUT.set(properties, CONNECT_SECONDS);
        PGProperty.LOGIN_TIMEOUT.set(properties, LOGIN_SECONDS);
        // What a workload writes is what the server gets: no statement is rewritten into another behind its back.
        PGProperty.REWRITE_BATCHED_INSERTS.set(properties, false);
        if (use == ConnectionUse.MEASURED) {
            // From the first execution, not the sixth: the plan and the binary format are the same in all of a run.
            PGProperty.PREPARE_THRESHOLD.set(properties, 1);
        } else {
            PGProperty.MAX_SEND_BUFFER_SIZE.set(properties, SEND_BUFFER_BYTES);
        }
        spec.user().ifPresent(user -> PGProperty.USER.set(properties, user));
        spec.password().ifPresent(password -> PGProperty.PASSWORD.set(properties, password.reveal()));
        return properties;
    }
}
