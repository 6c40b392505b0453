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

/** The server, the database and the user of a login. Opens sessions, or reports the reason for a failure. */
public interface ServerAddress {

    /** The maximum length of a message in characters. */
    int LONGEST_MESSAGE = 300;

    /** Returns the name of the product, for example {@code PostgreSQL}. */
    String product();

    /** Returns host, port, database and user in one phrase. */
    String place();

    /** Returns the reason of a failed login, and the remedy. */
    String advice(SQLException failure);

    /** Opens a connection as specified by {@link JdbcDriver#connect}. */
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

    /** Returns the exception for a session that cannot be opened. */
    default TargetUnreachableException unreachable(SQLException failure) {
        return new TargetUnreachableException(
                "no session on " + product() + " at " + place() + ": " + advice(failure) + " (" + said(failure) + ")",
                failure);
    }

    /** Returns the driver's or the server's message, which contains no password. */
    static String said(SQLException failure) {
        return bounded(Objects.requireNonNullElse(failure.getMessage(), ""));
    }

    /** Returns the first line of a message, truncated, because some messages quote the whole statement with its values. */
    static String bounded(String message) {
        String line =
                message.lines().filter(text -> !text.isBlank()).findFirst().orElse("no message");
        return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE) + "…";
    }

    /**
     * Returns the remedy by the exception types in a failure, if the server's error code is not specific.
     *
     * @param sslOption driver option for encryption
     */
    static String adviceByCause(SQLException failure, String sslOption) {
        for (Throwable link : failure) {
            if (link instanceof UnknownHostException) {
                return "the host name is unknown; check the address";
            } else if (link instanceof SocketTimeoutException || closedHere(link)) {
                return "it did not answer in time; check the address and any firewall in between";
            } else if (link instanceof NoRouteToHostException) {
                return "there is no route to the host; check the address and the network";
            } else if (link instanceof ConnectException) {
                return "nothing accepts connections there; check host and port, and that the server runs and listens on that"
                        + " address";
            } else if (link instanceof SSLException) {
                return "no encrypted connection is possible; check " + sslOption + " and the certificates";
            }
        }
        return "check the address and the server's log";
    }

    /** Returns true if the client closed the socket, which enforces a time limit: while it was read, or before. */
    private static boolean closedHere(Throwable failure) {
        return failure instanceof SocketException
                && ("Socket closed".equals(failure.getMessage()) || "Socket is closed".equals(failure.getMessage()));
    }

    /** Notes a user in the address that differs from the user of the login; an empty user is ignored. */
    static void checkUser(String inUrl, TargetSpec spec, Problems problems) {
        String user = spec.user().orElse(inUrl);
        problems.require(
                inUrl.isEmpty() || inUrl.equals(user),
                "the target address names the user '" + inUrl + "', --user says '" + user + "'; keep one of them");
    }
}
