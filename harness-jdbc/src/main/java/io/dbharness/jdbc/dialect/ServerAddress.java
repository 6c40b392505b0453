package io.dbharness.jdbc.dialect;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.TargetSpec;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;

/** The server, the database and the user of a login: opens sessions there, or says why that does not work. */
public interface ServerAddress {

    /** What runs there, for example {@code PostgreSQL}. */
    String product();

    /** Host, port, database and user in one phrase. */
    String place();

    /** What a failed login means, and what to check. */
    String advice(SQLException failure);

    /** As {@link JdbcDriver#connect} has it. */
    default Connection connect(Driver driver, TargetSpec spec, Properties properties) {
        try {
            Connection connection = driver.connect(spec.url(), properties);
            if (connection == null) {
                throw new IllegalArgumentException("not an address of " + product() + ": " + spec.url());
            }
            return connection;
        } catch (SQLException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new HarnessException("interrupted while opening a session on " + place(), e);
            }
            throw unreachable(e);
        }
    }

    /** What the user reads when no session can be opened. */
    default TargetUnreachableException unreachable(SQLException failure) {
        return new TargetUnreachableException(
                "no session on " + product() + " at " + place() + ": " + advice(failure) + " (" + said(failure) + ")",
                failure);
    }

    /** The driver's or the server's own words; they contain no password. */
    static String said(SQLException failure) {
        String message = Objects.requireNonNullElse(failure.getMessage(), "no message");
        return message.lines().findFirst().orElse("no message");
    }

    /** Notes a user in the address who is not the one to log in; empty is none. */
    static void checkUser(String inUrl, TargetSpec spec, Problems problems) {
        String user = spec.user().orElse(inUrl);
        problems.require(
                inUrl.isEmpty() || inUrl.equals(user),
                "the target address names the user '" + inUrl + "', --user says '" + user + "'; keep one of them");
    }
}
