package io.dbharness.jdbc.dialect;

import io.dbharness.model.Caveat;
import io.dbharness.model.Problems;
import io.dbharness.sut.TargetSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Connects to servers: a JDBC driver with the settings of this harness. Stateless and thread-safe. */
public interface JdbcDriver {

    /** The purpose of a connection, which determines the driver's settings. */
    enum ConnectionUse {
        /** Carries measured operations: statements stay prepared on the server from their first execution. */
        MEASURED,
        /** Carries measured operations through a pooler that switches sessions: no state remains on the server between transactions. */
        POOLED,
        /** Everything else: definitions, loading, checks, server facts. */
        SIDE
    }

    /** Returns true if the driver accepts the address. */
    boolean accepts(String jdbcUrl);

    /** Returns the form of its addresses, for example {@code jdbc:postgresql://HOST:PORT/DATABASE}. */
    String form();

    /** Returns the Maven artifact that this driver requires, {@code groupId:artifactId}; empty if the class path has it. */
    default Optional<String> missing() {
        return Optional.empty();
    }

    /** Returns an address of the same database whose sessions use their own schema; empty if a session cannot choose one. */
    default Optional<String> separate(String jdbcUrl, String schema) {
        return Optional.empty();
    }

    /** Notes every fault in the address. Opens no connection. */
    void check(TargetSpec spec, Problems problems);

    /**
     * Opens a connection with the driver's settings for its use, and with the autocommit and isolation defaults of driver and server.
     *
     * @throws io.dbharness.model.TargetUnreachableException with one sentence on the address, the reason and the remedy; its cause is the
     *         driver's exception
     * @throws io.dbharness.model.HarnessException if the thread is interrupted; the interrupt flag is restored
     */
    Connection connect(TargetSpec spec, ConnectionUse use);

    /**
     * Returns what opens connections for measured operations whose isolation level is part of the login; empty if the level needs a
     * statement. The server is known, and no pooler is in between. Thread-safe.
     *
     * @param isolation number of the level in {@link Connection}
     */
    default Optional<Supplier<Connection>> openerAt(TargetSpec spec, int isolation) {
        return Optional.empty();
    }

    /** Prepares a statement of a measured session; throws at the latest here if the server refuses to prepare it. */
    default PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(sql);
    }

    /** Queries the product of the server. The connection is in autocommit mode. */
    ServerProduct product(Connection connection) throws SQLException;

    /**
     * The product that a server reports. Several products share one protocol, so the address is not sufficient.
     *
     * @param name    name, for example {@code PostgreSQL} or {@code CockroachDB}
     * @param version version, for example {@code 18.1}
     * @param text    complete answer to {@code version()}, or the name if there is no such query
     */
    record ServerProduct(String name, String version, String text) {

        /** Returns the caveat about a version newer than the given major version; empty for other versions. */
        public Optional<Caveat> newerThan(int major) {
            return version.matches("\\d.*") && !isBefore(major + 1, 0)
                    ? Optional.of(Caveat.note(
                            "NEWER_VERSION",
                            name + " " + version + " is newer than the versions that this dialect was made for (up to "
                                    + major + "); treat its failures and settings with caution"))
                    : Optional.empty();
        }

        private static final Pattern NUMBERS = Pattern.compile("(\\d{1,9})(?:\\.(\\d{1,9}))?");

        /** Returns true if the version is older than the given one; false if the reported version has no numbers. */
        public boolean isBefore(int major, int minor) {
            Matcher numbers = NUMBERS.matcher(version);
            if (!numbers.lookingAt()) {
                return false;
            }
            int own = Integer.parseInt(numbers.group(1));
            return own < major
                    || (own == major && Integer.parseInt(Objects.requireNonNullElse(numbers.group(2), "0")) < minor);
        }
    }
}
