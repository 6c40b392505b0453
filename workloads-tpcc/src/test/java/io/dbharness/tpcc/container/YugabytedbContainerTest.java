package io.dbharness.tpcc.container;

import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** The whole workload on one node of YugabyteDB. */
@Tag("container")
@ExtendWith(DockerAvailable.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class YugabytedbContainerTest {

    private static final DockerImageName IMAGE = DockerImageName.parse("yugabytedb/yugabyte:2024.2.0.0-b145");
    private static final int PORT = 5433;
    private static final String USER = "yugabyte";

    // Started before and stopped after all tests.
    @SuppressWarnings("resource")
    private final GenericContainer<?> server = new GenericContainer<>(IMAGE)
            .withExposedPorts(PORT)
            .withCommand(
                    "bin/yugabyted",
                    "start",
                    "--background=false",
                    "--tserver_flags=yb_enable_read_committed_isolation=true")
            .waitingFor(Wait.forSuccessfulCommand("bin/ysqlsh -h $(hostname) -c 'SELECT 1'")
                    .withStartupTimeout(Duration.ofMinutes(5)));

    @BeforeAll
    void start() {
        server.start();
    }

    @AfterAll
    void stop() {
        server.stop();
    }

    @Test
    @Order(1)
    void tellsAboutItself() {
        workload().tellsAboutTheServer("YugabyteDB");
    }

    @Test
    @Order(2)
    void loadsOneWarehouse() {
        workload().loads();
    }

    @ParameterizedTest
    @Order(3)
    @ValueSource(strings = {"read-committed", "repeatable-read", "serializable"})
    void staysConsistentInBothModes(String isolation) throws Exception {
        workload().runs(isolation);
    }

    @Test
    @Order(4)
    void dropsWhatItLoaded() {
        workload().drops();
    }

    private WholeWorkload workload() {
        String url = "jdbc:yugabytedb://" + server.getHost() + ":" + server.getMappedPort(PORT) + "/" + USER;
        return new WholeWorkload(TargetSpec.of(url).withCredentials(USER, Secret.of(USER)));
    }
}
