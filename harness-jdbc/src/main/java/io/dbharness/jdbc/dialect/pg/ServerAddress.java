package io.dbharness.jdbc.dialect.pg;

import io.dbharness.model.TargetUnreachableException;
import io.dbharness.target.TargetSpec;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import javax.net.ssl.SSLException;

/**
 * Who wants to enter where, for messages.
 *
 * @param product  what runs there
 * @param hosts    one {@code host:port} or several with commas
 * @param database its name
 * @param user     who enters
 */
record ServerAddress(String product, String hosts, String database, String user) {

    static ServerAddress of(PgDriver driver, TargetSpec spec) {
        Properties parsed = driver.properties(spec.url());
        String[] names = text("PGHOST", parsed, "localhost").split(",", -1);
        String[] ports = text("PGPORT", parsed, "5432").split(",", -1);
        StringBuilder hosts = new StringBuilder();
        for (int i = 0; i < names.length; i++) {
            hosts.append(i == 0 ? "" : ",").append(names[i]).append(':').append(ports[Math.min(i, ports.length - 1)]);
        }
        String fallback = spec.user().orElseGet(() -> System.getProperty("user.name"));
        String user = text("user", parsed, fallback);
        return new ServerAddress(driver.product(), hosts.toString(), text("PGDBNAME", parsed, user), user);
    }

    /** Host, port, database and user in one phrase. */
    String place() {
        return hosts + " (database " + database + ", user " + user + ")";
    }

    /** What the user reads when no session can be opened. */
    TargetUnreachableException unreachable(SQLException failure) {
        return new TargetUnreachableException(
                "no session on " + product + " at " + place() + ": " + advice(failure) + " (" + said(failure) + ")",
                failure);
    }

    private String advice(SQLException failure) {
        String state = Objects.requireNonNullElse(failure.getSQLState(), "");
        return switch (state) {
            case "28P01" -> "the password of user " + user + " is wrong; check --user and what --password refers to";
            case "28000" ->
                "the server does not let user " + user
                        + " in; check that the user exists and that pg_hba.conf admits this client";
            case "3D000" -> "there is no database " + database + "; create it or correct the address";
            case "42501" -> "user " + user + " may not connect to database " + database + "; grant CONNECT on it";
            case "53300" -> "the server has no free connection; lower --connections or raise max_connections";
            case "57P03" -> "the server is starting up or shutting down; try again when it accepts connections";
            case "08004" -> "the server turned the login down; if it wants a password, give --password env:NAME";
            default -> adviceByCause(failure);
        };
    }

    private static String adviceByCause(SQLException failure) {
        for (Throwable link : failure) {
            if (link instanceof UnknownHostException) {
                return "the host name is unknown; check the address";
            } else if (link instanceof SocketTimeoutException) {
                return "it did not answer in time; check the address and any firewall in between";
            } else if (link instanceof NoRouteToHostException) {
                return "there is no way to the host; check the address and the network";
            } else if (link instanceof ConnectException) {
                return "nothing accepts connections there; check host and port, and that the server runs and listens on that"
                        + " address";
            } else if (link instanceof SSLException) {
                return "no encrypted connection comes about; check sslmode and the certificates";
            }
        }
        return "check the address and the server's log";
    }

    /** The driver's or the server's own words; they contain no password. */
    private static String said(SQLException failure) {
        String message = Objects.requireNonNullElse(failure.getMessage(), "no message");
        return message.lines().findFirst().orElse("no message");
    }

    private static String text(String property, Properties parsed, String fallback) {
        String value = parsed.getProperty(property, "");
        return value.isEmpty() ? fallback : value;
    }
}
