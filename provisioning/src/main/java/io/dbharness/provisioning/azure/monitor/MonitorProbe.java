package io.dbharness.provisioning.azure.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.target.ServerProbe;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks Azure Monitor, once a run is over, what it has recorded of machines and databases within the measurement: whole minutes only, since
 * a minute that began earlier is also of what was before. Tells nothing while the run goes on. One thread.
 */
public final class MonitorProbe implements ServerProbe {

    /** Metrics come minutes late. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final Duration BETWEEN = Duration.ofSeconds(15);

    private final List<String> resources;
    private final Asking service;
    private final RunClock clock;

    /** One answer of the service. */
    @FunctionalInterface
    public interface Asking {
        /** What it says at a path, with its query, behind its address. */
        JsonNode get(String path) throws IOException, InterruptedException;
    }

    /**
     * @param resources ids of machines and databases
     * @param clock     for the waiting
     */
    public MonitorProbe(List<String> resources, Asking service, RunClock clock) {
        this.resources = List.copyOf(resources);
        this.service = service;
        this.clock = clock;
    }

    @Override
    public Map<String, Double> read() {
        return Map.of();
    }

    @Override
    public Map<String, Double> counters() {
        return Map.of();
    }

    /** What is still missing when the waiting is over stays a gap. */
    @Override
    public List<Recording> recorded(Instant from, Instant to) throws IOException, InterruptedException {
        long deadline = clock.now() + PATIENCE.toNanos();
        Map<MetricRequest, Levels> levels = ask(from, to);
        while (levels.values().stream().anyMatch(Levels::late) && clock.now() + BETWEEN.toNanos() <= deadline) {
            clock.sleepUntil(clock.now() + BETWEEN.toNanos());
            levels = ask(from, to);
        }
        return levels.values().stream()
                .flatMap(all -> all.recordings().stream())
                .toList();
    }

    private Map<MetricRequest, Levels> ask(Instant from, Instant to) throws IOException, InterruptedException {
        Map<MetricRequest, Levels> all = new LinkedHashMap<>();
        for (String resource : resources) {
            for (MetricRequest request : MetricRequest.of(resource)) {
                Levels levels = all.computeIfAbsent(request, r -> new Levels(r, r.from(from), r.to(to)));
                if (!levels.starts.isEmpty()) {
                    levels.add(service.get(request.path(resource, levels.starts.get(0), levels.end)));
                }
            }
        }
        return all;
    }

    @Override
    public void close() {
        // Nothing stays open between questions.
    }

    /** Values of one request's metrics, over all resources. */
    private static final class Levels {

        private final MetricRequest request;
        private final Instant end;
        private final List<Instant> starts;
        private final Map<Metric, Map<Instant, List<Double>>> values = new HashMap<>();

        Levels(MetricRequest request, Instant from, Instant to) {
            this.request = request;
            this.end = to;
            this.starts = request.starts(from, to);
        }

        void add(JsonNode answer) {
            request.read(
                    answer,
                    (metric, value) -> values.computeIfAbsent(metric, m -> new HashMap<>())
                            .computeIfAbsent(value.start(), start -> new ArrayList<>())
                            .add(value.level()));
        }

        /**
         * Whether the last interval has nothing of any metric yet. Disks that a machine does not have never tell, and what comes every five
         * minutes is not worth them.
         */
        boolean late() {
            return !starts.isEmpty()
                    && request.interval().equals(MetricRequest.MINUTE)
                    && (!request.byDisk() || !values.isEmpty())
                    && values.values().stream().noneMatch(metric -> metric.containsKey(starts.get(starts.size() - 1)));
        }

        /** A metric that the resource does not have has no recording. */
        List<Recording> recordings() {
            return request.metrics().stream()
                    .filter(values::containsKey)
                    .map(metric -> new Recording(metric.name(), starts.get(0), request.interval(), values(metric)))
                    .toList();
        }

        private List<@Nullable Double> values(Metric metric) {
            List<@Nullable Double> all = new ArrayList<>();
            Map<Instant, List<Double>> known = values.getOrDefault(metric, Map.of());
            for (Instant start : starts) {
                all.add(Optional.ofNullable(known.get(start))
                        .map(parts -> together(metric.across(), parts))
                        .orElse(null));
            }
            return all;
        }

        private static Double together(Metric.Across across, List<Double> parts) {
            return switch (across) {
                case SUM -> parts.stream().mapToDouble(Double::doubleValue).sum();
                case MEAN ->
                    parts.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
                case MOST ->
                    parts.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
            };
        }
    }
}
