package io.dbharness.jdbc.dialect;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.TargetSpec;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import javax.net.ssl.SSLException;

/** The server, the database and the user of a login: opens sessions there, or says why that does not work. */
public interface ServerAddress {

    /** Characters of a message. */
    int LONGEST_MESSAGE = 300;

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
        return bounded(Objects.requireNonNullElse(failure.getMessage(), ""));
    }

    /** The first line of a message, cut to what a person reads: some quote the whole statement with its values. */
    static String bounded(String message) {
        String line =
                message.lines().filter(text -> !text.isBlank()).findFirst().orElse("no message");
        return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE) + "…";
    }

    /**
     * What to check by the kinds of exceptions in a failure, where the server's own code says nothing.
     *
     * @param sslOption the driver's option for encryption
     */
    static String adviceByCause(SQLException failure, String sslOption) {
        for (Throwable link : failure) {
            if (link instanceof UnknownHostException) {
                return "the host name is unknown; check the address";
            } else if (link instanceof SocketTimeoutException || closedHere(link)) {
                return "it did not answer in time; check the address and any firewall in between";
            } else if (link instanceof NoRouteToHostException) {
                return "there is no way to the host; check the address and the network";
            } else if (link instanceof ConnectException) {
                return "nothing accepts connections there; check host and port, and that the server runs and listens on that"
                        + " address";
            } else if (link instanceof SSLException) {
                return "no encrypted connection comes about; check " + sslOption + " and the certificates";
            }
        }
        return "check the address and the server's log";
    }

    /** A limit of time is kept by closing the socket from here. */
    private static boolean closedHere(Throwable failure) {
        return failure instanceof SocketException && "Socket closed".equals(failure.getMessage());
    }

    /** Notes a user in the address who is not the one to log in; empty is none. */
    static void checkUser(String inUrl, TargetSpec spec, Problems problems) {
        String user = spec.user().orElse(inUrl);
        problems.require(
                inUrl.isEmpty() || inUrl.equals(user),
                "the target address names the user '" + inUrl + "', --user says '" + user + "'; keep one of them");
    }
}
