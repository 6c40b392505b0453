package io.dbharness.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.sut.TargetSpec;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.JdbcDatabaseContainer;
import org.testcontainers.utility.DockerImageName;

class ContainersTest {

    /** A database that says where it is, and needs no daemon for that. */
    private static final class Said extends JdbcDatabaseContainer<Said> {

        Said() {
            super(DockerImageName.parse("postgres:16"));
        }

        @Override
        public String getDriverClassName() {
            return "org.postgresql.Driver";
        }

        @Override
        public String getJdbcUrl() {
            return "jdbc:postgresql://localhost:32768/test?loggerLevel=OFF";
        }

        @Override
        public String getUsername() {
            return "someone";
        }

        @Override
        public String getPassword() {
            return "s3cr3t";
        }

        @Override
        protected String getTestQueryString() {
            return "SELECT 1";
        }
    }

    private static final class Node extends GenericContainer<Node> {

        Node() {
            super(DockerImageName.parse("cassandra:5.0"));
        }

        @Override
        public String getHost() {
            return "localhost";
        }

        @Override
        public Integer getMappedPort(int port) {
            return port + 20_000;
        }
    }

    @Test
    void aDatabaseIsReachedAsItsContainerSaysAndItsPasswordIsNotPrinted() {
        try (Said container = new Said()) {
            TargetSpec target = Containers.jdbc(container);

            assertThat(target.url()).isEqualTo("jdbc:postgresql://localhost:32768/test?loggerLevel=OFF");
            assertThat(target.user()).contains("someone");
            assertThat(target.password().orElseThrow().reveal()).isEqualTo("s3cr3t");
            assertThat(target).asString().doesNotContain("s3cr3t");
        }
    }

    @Test
    void aNodeIsReachedAtItsMappedPort() {
        try (Node container = new Node()) {
            assertThat(Containers.cassandra(container, "datacenter1").url())
                    .isEqualTo("cassandra://localhost:29042/harness?datacenter=datacenter1");
        }
    }
}
