package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.provisioning.azure.MonitorProbe.MetricRequest.Metric;
import io.dbharness.provisioning.file.DataFile;
import io.dbharness.sut.ServerProbe;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Queries Azure Monitor, after a run, for its metrics of machines and databases during the measurement. Only minutes entirely within the
 * measurement count, since an earlier minute also covers the time before. Provides no values during the run. Not thread-safe.
 *
 * @param resources ids of machines and databases
 * @param clock     clock for waiting
 */
record MonitorProbe(List<String> resources, Asking service, RunClock clock) implements ServerProbe {

    /** Time to wait for metrics, which appear minutes late. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final Duration BETWEEN = Duration.ofSeconds(15);

    /** A request to the service. */
    @FunctionalInterface
    public interface Asking {
        /** Gets the response for a path with its query, relative to the service's address. */
        JsonNode get(String path) throws IOException, InterruptedException;
    }

    MonitorProbe {
        resources = List.copyOf(resources);
    }

    @Override
    public Map<String, Double> read() {
        return Map.of();
    }

    @Override
    public Map<String, Double> counters() {
        return Map.of();
    }

    /** Waits for late values. A value that is still missing at the end is left as a gap. */
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
        // There is no connection to close.
    }

    /** The values of one request's metrics, over all resources. */
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

        /** Adds the values of a response, converted to the unit of their level; an interval without a value is left out. */
        void add(JsonNode answer) {
            for (JsonNode told : answer.path("value")) {
                String name = told.at("/name/value").asText();
                request.metrics().stream()
                        .filter(metric -> metric.azure().equalsIgnoreCase(name))
                        .findFirst()
                        .ifPresent(metric -> told.path("timeseries")
                                .forEach(series -> series.path("data").forEach(datum -> add(metric, datum))));
            }
        }

        private void add(Metric metric, JsonNode datum) {
            JsonNode number = datum.path(metric.kind().toLowerCase(Locale.ROOT));
            if (number.isNumber()) {
                Instant start =
                        OffsetDateTime.parse(datum.path("timeStamp").asText()).toInstant();
                values.computeIfAbsent(metric, m -> new HashMap<>())
                        .computeIfAbsent(start, s -> new ArrayList<>())
                        .add(number.doubleValue() / metric.per());
            }
        }

        /**
         * Returns true if no metric has a value in the last interval yet. Requests by disk without any value do not count, since the
         * machine may have no data disks. Five-minute metrics do not count either, since they are not worth the wait.
         */
        boolean late() {
            return !starts.isEmpty()
                    && request.interval().equals(MetricRequest.MINUTE)
                    && (!request.byDisk() || !values.isEmpty())
                    && values.values().stream().noneMatch(metric -> metric.containsKey(starts.get(starts.size() - 1)));
        }

        /** Returns the recordings; a metric that the resource does not have gives none. */
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
            DoubleStream values = parts.stream().mapToDouble(Double::doubleValue);
            return switch (across) {
                case SUM -> values.sum();
                case MEAN -> values.average().orElse(Double.NaN);
                case MOST -> values.max().orElse(Double.NaN);
            };
        }
    }

    /**
     * The metrics of one request.
     *
     * @param metrics  at most 20, the service's limit
     * @param interval interval of the values
     * @param byDisk   true if each disk has a separate series
     */
    record MetricRequest(List<Metric> metrics, Duration interval, boolean byDisk) {

        private static final String MACHINE = "/providers/microsoft.compute/virtualmachines/";
        private static final String DATABASE = "/providers/microsoft.sql/servers/";
        private static final String POSTGRESQL = "/providers/microsoft.dbforpostgresql/flexibleservers/";
        private static final String VERSION = "2018-01-01";
        static final Duration MINUTE = Duration.ofMinutes(1);

        /** Returns the requests for a resource; empty if it is neither a machine nor a database. */
        static List<MetricRequest> of(String resource) {
            String id = resource.toLowerCase(Locale.ROOT);
            if (id.contains(MACHINE)) {
                return Questions.ALL.machine();
            }
            if (id.contains(POSTGRESQL)) {
                return Questions.ALL.postgresql();
            }
            return id.contains(DATABASE) && id.contains("/databases/") ? Questions.ALL.database() : List.of();
        }

        /**
         * The requests for each type of resource, from {@code metrics.yaml}.
         *
         * @param machine    a virtual machine
         * @param database   an Azure SQL database
         * @param postgresql a Flexible Server
         */
        record Questions(List<MetricRequest> machine, List<MetricRequest> database, List<MetricRequest> postgresql) {

            static final Questions ALL = DataFile.read(Questions.class, "metrics.yaml");
        }

        /** Returns the start of the first whole interval that begins at or after an instant. */
        Instant from(Instant instant) {
            return to(instant.plus(interval).minusNanos(1));
        }

        /** Returns the end of the last whole interval that ends at or before an instant. */
        Instant to(Instant instant) {
            long step = interval.toSeconds();
            return Instant.ofEpochSecond(Math.floorDiv(instant.getEpochSecond(), step) * step);
        }

        /** Returns path and query, relative to the service's address. */
        String path(String resource, Instant from, Instant to) {
            String names = metrics.stream().map(Metric::azure).collect(Collectors.joining(","));
            String kinds =
                    metrics.stream().map(metric -> metric.kind()).distinct().collect(Collectors.joining(","));
            return resource + "/providers/Microsoft.Insights/metrics?api-version=" + VERSION + "&timespan=" + from + "/"
                    + to
                    + "&interval=" + interval + "&metricnames=" + RetailPrices.encoded(names) + "&aggregation=" + kinds
                    + (byDisk ? "&$filter=" + RetailPrices.encoded("LUN eq '*'") : "");
        }

        /** Returns the starts of all intervals between two instants. */
        List<Instant> starts(Instant from, Instant to) {
            List<Instant> starts = new ArrayList<>();
            for (Instant start = from; start.isBefore(to); start = start.plus(interval)) {
                starts.add(start);
            }
            return starts;
        }

        /**
         * A metric of Azure Monitor.
         *
         * @param azure  name in requests
         * @param name   name of the level
         * @param kind   Azure's aggregation over a minute: Average or Total; lower case in responses
         * @param per    divisor that converts Azure's unit to the unit of the level
         * @param across aggregation over several disks or machines
         */
        record Metric(String azure, String name, String kind, double per, Across across) {

            /** Aggregations over several disks or machines. */
            enum Across {
                SUM,
                MEAN,
                MOST
            }
        }
    }
}
