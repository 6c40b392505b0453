package io.dbharness.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.ContainerPort;
import io.dbharness.sut.Fault;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.Polling;
import io.dbharness.time.SystemClock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.testcontainers.DockerClientFactory;

/** A real server in a real container. The image is the one that {@code src/test/docker/with-docker.sh} makes, or the official one. */
@Tag("container")
@EnabledIf(value = "dockerAnswers", disabledReason = "no Docker daemon answers; start one, or set DOCKER_HOST")
class ContainerServerTest {

    private static final String IMAGE =
            Objects.requireNonNullElse(System.getenv("CONTAINER_TEST_IMAGE"), "postgres:16");

    static boolean dockerAnswers() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    private static TargetSpec asked() {
        return new TargetSpec(
                "container:" + IMAGE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("connections", "17"));
    }

    private static Connection connect(TargetSpec address) throws SQLException {
        return DriverManager.getConnection(
                address.url(),
                address.user().orElseThrow(),
                address.password().orElseThrow().reveal());
    }

    /** Running containers of the image. */
    private static List<Container> running() {
        return DockerClientFactory.lazyClient().listContainersCmd().exec().stream()
                .filter(container -> container.getImage().equals(IMAGE))
                .toList();
    }

    private static void assertReachedAfterFaults(RunningServer server) throws Exception {
        for (String fault : List.of("0s:stop 1s", "0s:restart")) {
            server.injectFault(Fault.parse(fault).orElseThrow());
            assertThat(new Polling(new SystemClock()).until(Duration.ofMinutes(1), () -> {
                        try {
                            connect(server.address()).close();
                            return true;
                        } catch (SQLException e) {
                            return false;
                        }
                    }))
                    .as(fault)
                    .isTrue();
        }
    }

    @Test
    void theServerAnswersWithAsManyConnectionsAsTheLoadNeedsAlsoAfterFaultsAndGoesAwayWhole() throws Exception {
        List<Container> before = running();
        TargetSpec address;
        try (RunningServer server = new ContainerServerProvider().start(asked())) {
            address = server.address();
            try (Connection connection = connect(address);
                    Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery("SHOW max_connections")) {
                result.next();
                assertThat(result.getInt(1)).isEqualTo(17 + 10);
            }
            assertThat(running())
                    .hasSize(before.size() + 1)
                    .allSatisfy(container -> assertThat(
                                    Stream.of(container.getPorts()).map(ContainerPort::getIp))
                            .containsOnly("127.0.0.1"));
            assertReachedAfterFaults(server);
        }

        assertThat(running()).hasSameSizeAs(before);
        assertThatThrownBy(() -> connect(address).close()).isInstanceOf(SQLException.class);
    }
}
