package io.dbharness.testcontainers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;

/** Against a daemon that has the image {@code postgres:16} and reaches no registry. */
class PullTest {

    private static final String REFUSED =
            "{\"errorDetail\":{\"message\":\"dial tcp 127.0.0.1:1: connection refused\"},\"error\":\"dial tcp 127.0.0.1:1: connection refused\"}\n";

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer daemon;
    private DockerClient client;

    @BeforeEach
    void start() throws IOException {
        daemon = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        daemon.createContext("/", this::answer);
        daemon.start();
        client = DockerClientProviderStrategy.getClientForConfig(TransportConfig.builder()
                .dockerHost(URI.create("tcp://127.0.0.1:" + daemon.getAddress().getPort()))
                .build());
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        daemon.stop(0);
    }

    @Test
    void anImageThatCannotBePulledIsAskedForOnceAndTheReasonIsOneLine() {
        assertThatThrownBy(() -> new Pull(client).require("127.0.0.1:1/postgres:16"))
                .isInstanceOf(HarnessException.class)
                .hasMessage(
                        "cannot pull the image 127.0.0.1:1/postgres:16: dial tcp 127.0.0.1:1: connection refused; check its name, and that"
                                + " the registry is reached and knows you ('docker pull 127.0.0.1:1/postgres:16')");

        assertThat(asked.stream().filter(path -> path.contains("/images/create")))
                .hasSize(1);
    }

    @Test
    void anImageThatIsThereIsNotPulled() {
        assertThatCode(() -> new Pull(client).require("postgres:16")).doesNotThrowAnyException();

        assertThat(asked).noneMatch(path -> path.contains("/images/create"));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString();
            asked.add(path);
            boolean pull = path.contains("/images/create");
            boolean known = path.contains("/images/postgres:16/json");
            String body = pull ? REFUSED : known ? "{\"Id\":\"sha256:1\"}" : "{\"message\":\"No such image\"}";
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(pull || known ? 200 : 404, body.getBytes(UTF_8).length);
            exchange.getResponseBody().write(body.getBytes(UTF_8));
        }
    }
}
