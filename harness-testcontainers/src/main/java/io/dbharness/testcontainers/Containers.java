package io.dbharness.testcontainers;

import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.JdbcDatabaseContainer;

/** The addresses of containers that the caller has started, for {@code RunSpec.on}. The caller stops them too. */
public final class Containers {

    private static final int CQL_PORT = 9042;

    private Containers() {}

    /** A database with a JDBC address, with the user and the password that the container says. */
    public static TargetSpec jdbc(JdbcDatabaseContainer<?> container) {
        return TargetSpec.of(container.getJdbcUrl())
                .withCredentials(container.getUsername(), Secret.of(container.getPassword()));
    }

    /**
     * A node of Cassandra, such as a {@code CassandraContainer}, that lets everybody in.
     *
     * @param datacenter of the node, which official images call {@code dc1} only when told to
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
