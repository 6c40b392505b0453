package io.dbharness.cli.metrics;

import io.dbharness.cli.http.LoopbackServer;
import io.dbharness.measure.Counts;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.HarnessException;
import io.dbharness.run.RunListener;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Serves the metrics of a run to Prometheus, on the loopback address only. Thread-safe. */
public final class MetricsEndpoint implements AutoCloseable {

    /** Prometheus asks one at a time. */
    private static final int MOST_SCRAPES = 4;

    private static final String PATH = "/metrics";
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry;
    private final RunListener meters;
    private final LoopbackServer server;

    private MetricsEndpoint(PrometheusMeterRegistry registry, LoopbackServer server) {
        this.registry = registry;
        this.meters = new RunMeters(registry);
        this.server = server;
    }

    /** Starts to serve; port 0 takes a free one. */
    public static MetricsEndpoint open(int port) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try {
            return new MetricsEndpoint(
                    registry,
                    LoopbackServer.open(
                            port,
                            PATH,
                            MOST_SCRAPES,
                            (exchange, lasting) -> LoopbackServer.send(
                                    exchange, CONTENT_TYPE, registry.scrape().getBytes(StandardCharsets.UTF_8))));
        } catch (IOException e) {
            throw new HarnessException(
                    "cannot serve metrics on port " + port + ": " + e.getMessage()
                            + "; choose another --metrics-port, or 0 for a free one",
                    e);
        }
    }

    /** Where Prometheus finds it. */
    public String url() {
        return server.url() + PATH;
    }

    /** Fills the metrics. */
    public RunListener listener() {
        return meters;
    }

    @Override
    public void close() {
        server.close();
        registry.close();
    }

    /**
     * Keeps meters up to date with a run: {@code dbharness_operations_total{operation,outcome}}, {@code
     * dbharness_retries_total{operation}},
     * {@code dbharness_response_seconds{operation,quantile}} of the last interval, {@code dbharness_in_flight} and {@code
     * dbharness_backlog}.
     * Warm-up counts too. One thread writes, any reads.
     */
    private static final class RunMeters implements RunListener {

        private static final List<Double> QUANTILES = List.of(0.5, 0.99);
        private static final double NANOS = 1e9;

        private final MeterRegistry registry;
        private final AtomicLong inFlight = new AtomicLong();
        private final AtomicLong backlog = new AtomicLong();
        private final Map<String, AtomicLong> responses = new ConcurrentHashMap<>();

        RunMeters(MeterRegistry registry) {
            this.registry = registry;
            Gauge.builder("dbharness.in.flight", inFlight, AtomicLong::doubleValue)
                    .description("Invocations started and not ended")
                    .register(registry);
            Gauge.builder("dbharness.backlog", backlog, AtomicLong::doubleValue)
                    .description("Starts due and not made")
                    .register(registry);
        }

        @Override
        public void interval(IntervalSnapshot snapshot) {
            inFlight.set(snapshot.inFlight());
            backlog.set(snapshot.backlog());
            snapshot.operations().forEach(this::count);
            snapshot.operations().stream()
                    .collect(Collectors.groupingBy(
                            interval -> interval.operation().name()))
                    .forEach(this::respond);
        }

        private void count(OperationInterval interval) {
            String operation = interval.operation().name();
            Counts counts = interval.counts();
            increment(operation, "completed", counts.completed() - counts.rolledBack());
            increment(operation, "rolled_back", counts.rolledBack());
            increment(operation, "failed", counts.failed());
            registry.counter("dbharness.retries", "operation", operation).increment((double) counts.retried());
        }

        private void increment(String operation, String outcome, long by) {
            registry.counter("dbharness.operations", "operation", operation, "outcome", outcome)
                    .increment((double) by);
        }

        private void respond(String operation, List<OperationInterval> intervals) {
            LatencyHistogram response = new LatencyHistogram();
            intervals.forEach(interval -> response.add(interval.response()));
            for (double quantile : QUANTILES) {
                responses
                        .computeIfAbsent(operation + quantile, key -> gauge(operation, quantile))
                        .set(response.quantileNanos(quantile));
            }
        }

        private AtomicLong gauge(String operation, double quantile) {
            AtomicLong nanos = new AtomicLong();
            Gauge.builder("dbharness.response", nanos, value -> value.get() / NANOS)
                    .description("Response time of the last interval")
                    .baseUnit("seconds")
                    .tags("operation", operation, "quantile", Double.toString(quantile))
                    .register(registry);
            return nanos;
        }
    }
}
