package io.dbharness.jdbc.dialect.sqlserver;

import io.dbharness.model.TargetUnreachableException;
import io.dbharness.target.TargetSpec;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import javax.net.ssl.SSLException;

/**
 * Who wants to enter where, for messages.
 *
 * @param host      name or number
 * @param port      number
 * @param database  its name, or empty for the user's default
 * @param user      who enters, or empty
 * @param userInUrl who enters according to the address, or empty
 */
record SqlserverAddress(String host, String port, String database, String user, String userInUrl) {

    private static final String TRUST =
            "check the server's certificate against the name in the address; where it is self-signed, on a machine you trust,"
                    + " add ;trustServerCertificate=true to the address, or ;encrypt=false where the server has none";

    /** @throws SQLException when it is not an address of this driver */
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

    /** Host, port, database and user in one phrase. */
    String place() {
        return host + ":" + port + " (" + (database.isEmpty() ? "default database" : "database " + database)
                + (user.isEmpty() ? "" : ", user " + user) + ")";
    }

    /** What the user reads when no session can be opened. */
    TargetUnreachableException unreachable(SQLException failure) {
        return new TargetUnreachableException(
                "no session on SQL Server at " + place() + ": " + advice(failure) + " (" + said(failure) + ")",
                failure);
    }

    /** By the number of the server's error; the list is in SQL Server's and Azure SQL's documentation of errors. */
    private String advice(SQLException failure) {
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
                return "no encrypted connection comes about; " + TRUST;
            } else if (link instanceof SocketTimeoutException) {
                return "it did not answer in time; check the address and any firewall in between";
            }
        }
        return adviceByWords(said(failure).toLowerCase(Locale.ROOT));
    }

    /** The driver keeps the system's exceptions to itself and only quotes them. */
    private String adviceByWords(String said) {
        if (said.contains("refused")) {
            return "nothing accepts connections there; check host and port, and that the server runs and listens on that address";
        } else if (said.contains("timed out")) {
            return "it did not answer in time; check the address and any firewall in between";
        } else if (said.contains("encrypt") || said.contains("ssl")) {
            return "no encrypted connection comes about; " + TRUST;
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

    /** The driver's or the server's own words; they contain no password. */
    private static String said(SQLException failure) {
        String message = Objects.requireNonNullElse(failure.getMessage(), "no message");
        return message.lines().findFirst().orElse("no message");
    }
}
