package io.dbharness.cli.metrics;

import io.dbharness.experiment.RunListener;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.Counts;
import io.dbharness.measure.Distribution;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.OperationInterval;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Keeps meters up to date with a run: {@code dbharness_operations_total{operation,outcome}}, {@code dbharness_retries_total{operation}},
 * {@code dbharness_response_seconds{operation,quantile}} of the last interval, {@code dbharness_in_flight} and {@code dbharness_backlog}.
 * Warm-up counts too. One thread writes, any reads.
 */
final class RunMeters implements RunListener {

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
                .collect(Collectors.groupingBy(interval -> interval.operation().name()))
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
        Distribution response = new Distribution();
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

    // Nothing is metered before the first interval, and loading has its own progress.
    @Override
    public void step(String description) {}

    @Override
    public void advance(String phase, long done, long total, String unit) {}

    @Override
    public void begin(RunWindows windows) {}
}
