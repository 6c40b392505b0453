package io.dbharness.jdbc.dialect;

import io.dbharness.model.Caveat;
import io.dbharness.model.Problems;
import io.dbharness.sut.TargetSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How servers are reached: a driver with the settings of this harness. Stateless and thread-safe. */
public interface JdbcDriver {

    /** What a connection is for; decides the driver's settings. */
    enum ConnectionUse {
        /** Carries measured operations: statements stay prepared on the server from their first execution. */
        MEASURED,
        /** Carries measured operations through a pooler that changes sessions: nothing is kept on the server between transactions. */
        POOLED,
        /** Everything else: definitions, loading, checks, server facts. */
        SIDE
    }

    /** Whether the address is one of this driver's. */
    boolean accepts(String jdbcUrl);

    /** The form of its addresses, for example {@code jdbc:postgresql://HOST:PORT/DATABASE}. */
    String form();

    /** The Maven artifact, {@code groupId:artifactId}, without which this driver does not work; empty when it is on the class path. */
    default Optional<String> missing() {
        return Optional.empty();
    }

    /** Notes everything that can never work in the address. Opens nothing. */
    void check(TargetSpec spec, Problems problems);

    /**
     * A new connection with the driver's settings for its use; autocommit and isolation are as the driver and the server give them.
     *
     * @throws io.dbharness.model.TargetUnreachableException with one sentence on where, why and what to check; its cause is the driver's
     *     exception
     * @throws io.dbharness.model.HarnessException when the thread is interrupted meanwhile; the flag is restored
     */
    Connection connect(TargetSpec spec, ConnectionUse use);

    /** Prepares a statement of a measured session; one that the server refuses to prepare fails here at the latest. */
    default PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(sql);
    }

    /** What the server says it is. The connection is in autocommit mode. */
    ServerProduct product(Connection connection) throws SQLException;

    /**
     * What a server says it is: several products speak one protocol, so the address alone does not tell.
     *
     * @param name    for example {@code PostgreSQL} or {@code CockroachDB}
     * @param version for example {@code 18.1}
     * @param text    all it says in answer to {@code version()}, or its name where there is no such question
     */
    record ServerProduct(String name, String version, String text) {

        /** The note about a version that is newer than the given major one; empty for others. */
        public Optional<Caveat> newerThan(int major) {
            return version.matches("\\d.*") && !isBefore(major + 1, 0)
                    ? Optional.of(Caveat.note(
                            "NEWER_VERSION",
                            name + " " + version + " is newer than the versions that this dialect was made for (up to "
                                    + major + "); look at its failures and settings with care"))
                    : Optional.empty();
        }

        private static final Pattern NUMBERS = Pattern.compile("(\\d{1,9})(?:\\.(\\d{1,9}))?");

        /** Returns true if the version is older than the given one; false where the server's word for it has no numbers. */
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
