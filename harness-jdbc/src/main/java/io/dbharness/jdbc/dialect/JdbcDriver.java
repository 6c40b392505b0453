package io.dbharness.jdbc.dialect;

import io.dbharness.model.Problems;
import io.dbharness.sut.TargetSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

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

    /** What the server says it is. The connection is in autocommit mode. */
    ServerProduct product(Connection connection) throws SQLException;

    /**
     * What a server says it is: several products speak one protocol, so the address alone does not tell.
     *
     * @param name    for example {@code PostgreSQL} or {@code CockroachDB}
     * @param version for example {@code 18.1}
     * @param text    all it says in answer to {@code version()}, or its name where there is no such question
     */
    record ServerProduct(String name, String version, String text) {}
}
