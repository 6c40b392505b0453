package io.dbharness.testcontainers;

import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.JdbcDatabaseContainer;

/** Returns the addresses of containers that the caller has started, for {@code RunSpec.on}. The caller stops them too. */
public final class Containers {

    private static final int CQL_PORT = 9042;

    private Containers() {}

    /** Returns the address of a database with a JDBC driver, with the container's user and password. */
    public static TargetSpec jdbc(JdbcDatabaseContainer<?> container) {
        return TargetSpec.of(container.getJdbcUrl())
                .withCredentials(container.getUsername(), Secret.of(container.getPassword()));
    }

    /**
     * Returns the address of a Cassandra node without authentication, such as a {@code CassandraContainer}.
     *
     * @param datacenter of the node; official images call it {@code dc1} only if configured to
     */
    public static TargetSpec cassandra(GenericContainer<?> container, String datacenter) {
        return new TargetSpec(
                "cassandra://" + container.getHost() + ":" + container.getMappedPort(CQL_PORT) + "/harness?datacenter="
                        + datacenter,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of());
    }
}
