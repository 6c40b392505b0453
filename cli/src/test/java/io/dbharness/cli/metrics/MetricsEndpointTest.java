package io.dbharness.cli.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.Counts;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.IntervalSnapshot.Span;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MetricsEndpointTest {

    private static IntervalSnapshot second() {
        LatencyHistogram response = new LatencyHistogram();
        response.record(2_000_000);
        OperationInterval pay = new OperationInterval(
                Phase.MEASUREMENT,
                new Operation(0, "Pay", OperationKind.WRITE),
                new Counts(10, 7, 2, Map.of(FailureKind.TIMEOUT, 1L), Map.of(2, 4L), 7),
                response,
                response,
                new LatencyHistogram(),
                new LatencyHistogram());
        return new IntervalSnapshot(
                new Span(0, 1_000_000_000, Phase.MEASUREMENT),
                2,
                5,
                List.of(pay),
                List.of(),
                new LatencyHistogram(),
                Optional.empty());
    }

    /** What is served after two seconds of a run. */
    static String metrics() throws IOException, InterruptedException {
        try (MetricsEndpoint endpoint = MetricsEndpoint.open(0)) {
            endpoint.listener().interval(second());
            endpoint.listener().interval(second());
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(endpoint.url())).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void aRunCanBeWatchedOverHttp() throws Exception {
        assertThat(metrics().lines())
                .contains(
                        "dbharness_operations_total{operation=\"Pay\",outcome=\"completed\"} 10.0",
                        "dbharness_operations_total{operation=\"Pay\",outcome=\"rolled_back\"} 4.0",
                        "dbharness_operations_total{operation=\"Pay\",outcome=\"failed\"} 2.0",
                        "dbharness_retries_total{operation=\"Pay\"} 8.0",
                        "dbharness_response_seconds{operation=\"Pay\",quantile=\"0.99\"} 0.002",
                        "dbharness_in_flight 2.0",
                        "dbharness_backlog 5.0");
    }

    @Test
    @Timeout(30)
    void aRequestThatIsHalfSentBlocksNoOther() throws Exception {
        try (MetricsEndpoint endpoint = MetricsEndpoint.open(0);
                Socket half = new Socket(
                        InetAddress.getLoopbackAddress(),
                        URI.create(endpoint.url()).getPort())) {
            half.getOutputStream().write("GET /metr".getBytes(StandardCharsets.US_ASCII));

            assertThat(HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(URI.create(endpoint.url()))
                                            .build(),
                                    BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void anotherNameOfTheAddressIsRefused() throws Exception {
        try (MetricsEndpoint endpoint = MetricsEndpoint.open(0);
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(),
                        URI.create(endpoint.url()).getPort())) {
            socket.getOutputStream()
                    .write("GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 403")
                    .doesNotContain("dbharness_in_flight");
        }
    }

    @Test
    void aPortInUseIsNamed() {
        try (MetricsEndpoint first = MetricsEndpoint.open(0)) {
            int port = URI.create(first.url()).getPort();

            assertThatThrownBy(() -> MetricsEndpoint.open(port))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("port " + port)
                    .hasMessageContaining("--metrics-port");
        }
    }
}
