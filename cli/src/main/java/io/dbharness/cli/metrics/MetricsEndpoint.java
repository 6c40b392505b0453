package io.dbharness.cli.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dbharness.experiment.RunListener;
import io.dbharness.model.HarnessException;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Serves the metrics of a run to Prometheus, on the loopback address only. Thread-safe. */
public final class MetricsEndpoint implements AutoCloseable {

    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final String PATH = "/metrics";
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final RunListener meters = new RunMeters(registry);
    private final HttpServer server;

    private MetricsEndpoint(HttpServer server) {
        this.server = server;
    }

    /** Starts to serve; port 0 takes a free one. */
    public static MetricsEndpoint open(int port) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
            MetricsEndpoint endpoint = new MetricsEndpoint(server);
            server.createContext(PATH, endpoint::answer);
            server.start();
            return endpoint;
        } catch (IOException e) {
            throw new HarnessException(
                    "cannot serve metrics on port " + port + ": " + e.getMessage()
                            + "; choose another --metrics-port, or 0 for a free one",
                    e);
        }
    }

    /** Where Prometheus finds it. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + PATH;
    }

    /** Fills the metrics. */
    public RunListener listener() {
        return meters;
    }

    @Override
    public void close() {
        server.stop(0);
        registry.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = registry.scrape().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", CONTENT_TYPE);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
