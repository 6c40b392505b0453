package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.sun.net.httpserver.HttpServer;
import io.dbharness.model.HarnessException;
import io.dbharness.time.SystemClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Refusals through the pipeline that logins use, body by body. */
final class AzureRefusalTest {

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                arguments(
                        "{\"error\":{\"code\":\"SkuNotAvailable\",\"message\":\"No such size here.\"}}",
                        "Azure refuses (SkuNotAvailable): No such size here.; take another zone, region or size"),
                arguments(
                        "{\"code\":\"QuotaExceeded\",\"message\":\"Too many cores.\"}",
                        "Azure refuses (QuotaExceeded): Too many cores.; ask for more quota"),
                arguments(
                        "{\"error\":{\"code\":\"DeploymentFailed\",\"message\":\"See details.\",\"details\":"
                                + "[{\"code\":\"InvalidParameter\",\"message\":\"lun is used twice\"}]}}",
                        "Azure refuses (DeploymentFailed): See details.; InvalidParameter: lun is used twice"),
                arguments(
                        "{\"error\":\"invalid_grant\",\"error_description\":\"AADSTS70043: expired\"}",
                        "Azure refuses (invalid_grant): AADSTS70043: expired"),
                arguments("<html>Bad Request</html>", "Azure answered with status 400 and gives no reason"),
                arguments("", "Azure answered with status 400 and gives no reason"),
                arguments("{\"error\":{\"code\":\"Sku", "Azure answered with status 400 and gives no reason"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void theCodeAndTheMessageOfARefusalAreInTheError(String body, String expected) {
        answer(body.getBytes(StandardCharsets.UTF_8), "identity");

        assertRefused(expected);
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aCompressedRefusalIsRead(String body, String expected) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(body.getBytes(StandardCharsets.UTF_8));
        }
        answer(packed.toByteArray(), "gzip");

        assertRefused(expected);
    }

    private void answer(byte[] body, String encoding) {
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Encoding", encoding);
            exchange.sendResponseHeaders(400, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    private void assertRefused(String expected) {
        AzureClient client = new AzureClient(
                Cloud.pipeline(AzureClient.http(Duration.ofMinutes(1))),
                "http://127.0.0.1:" + server.getAddress().getPort(),
                new SystemClock(),
                Duration.ofMillis(1));

        assertThatThrownBy(() -> AzureFailure.telling("machine", () -> client.get("/subscriptions/s?api-version=1")))
                .isInstanceOf(HarnessException.class)
                .hasMessageStartingWith("machine: " + expected);
    }
}
