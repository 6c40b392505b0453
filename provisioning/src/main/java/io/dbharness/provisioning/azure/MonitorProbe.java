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
 * Asks Azure Monitor, once a run is over, what it has recorded of machines and databases within the measurement: whole minutes only, since
 * a minute that began earlier is also of what was before. Tells nothing while the run goes on. One thread.
 *
 * @param resources ids of machines and databases
 * @param clock     for the waiting
 */
record MonitorProbe(List<String> resources, Asking service, RunClock clock) implements ServerProbe {

    /** Metrics come minutes late. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final Duration BETWEEN = Duration.ofSeconds(15);

    /** One answer of the service. */
    @FunctionalInterface
    public interface Asking {
        /** What it says at a path, with its query, behind its address. */
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

        /** Takes each value of an answer, in the unit of its level; an interval without one is left out. */
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
            DoubleStream values = parts.stream().mapToDouble(Double::doubleValue);
            return switch (across) {
                case SUM -> values.sum();
                case MEAN -> values.average().orElse(Double.NaN);
                case MOST -> values.max().orElse(Double.NaN);
            };
        }
    }

    /**
     * Metrics that one request asks for.
     *
     * @param metrics  at most 20, as many as the service takes
     * @param interval of their values
     * @param byDisk   whether each disk has a series of its own
     */
    record MetricRequest(List<Metric> metrics, Duration interval, boolean byDisk) {

        private static final String MACHINE = "/providers/microsoft.compute/virtualmachines/";
        private static final String DATABASE = "/providers/microsoft.sql/servers/";
        private static final String POSTGRESQL = "/providers/microsoft.dbforpostgresql/flexibleservers/";
        private static final String VERSION = "2018-01-01";
        static final Duration MINUTE = Duration.ofMinutes(1);

        /** What there is to ask of a resource; nothing of one that is no machine and no database. */
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
         * What there is to ask, by what it is asked of; {@code metrics.yaml} says it.
         *
         * @param machine    a virtual machine
         * @param database   an Azure SQL database
         * @param postgresql a Flexible Server
         */
        record Questions(List<MetricRequest> machine, List<MetricRequest> database, List<MetricRequest> postgresql) {

            static final Questions ALL = DataFile.read(Questions.class, "metrics.yaml");
        }

        /** The first whole interval after an instant, or one that begins with it. */
        Instant from(Instant instant) {
            return to(instant.plus(interval).minusNanos(1));
        }

        /** The end of the last whole interval before an instant. */
        Instant to(Instant instant) {
            long step = interval.toSeconds();
            return Instant.ofEpochSecond(Math.floorDiv(instant.getEpochSecond(), step) * step);
        }

        /** Path and query behind the service's address. */
        String path(String resource, Instant from, Instant to) {
            String names = metrics.stream().map(Metric::azure).collect(Collectors.joining(","));
            String kinds =
                    metrics.stream().map(metric -> metric.kind()).distinct().collect(Collectors.joining(","));
            return resource + "/providers/Microsoft.Insights/metrics?api-version=" + VERSION + "&timespan=" + from + "/"
                    + to
                    + "&interval=" + interval + "&metricnames=" + RetailPrices.encoded(names) + "&aggregation=" + kinds
                    + (byDisk ? "&$filter=" + RetailPrices.encoded("LUN eq '*'") : "");
        }

        /** Starts of all intervals between two instants. */
        List<Instant> starts(Instant from, Instant to) {
            List<Instant> starts = new ArrayList<>();
            for (Instant start = from; start.isBefore(to); start = start.plus(interval)) {
                starts.add(start);
            }
            return starts;
        }

        /**
         * One metric of Azure Monitor.
         *
         * @param azure  its name in requests
         * @param name   of the level that it becomes
         * @param kind   what Azure does within a minute: Average or Total; in answers in small letters
         * @param per    what a value is divided by, from Azure's unit to the level's
         * @param across what several disks or machines are together
         */
        record Metric(String azure, String name, String kind, double per, Across across) {

            /** Over several disks or machines. */
            enum Across {
                SUM,
                MEAN,
                MOST
            }
        }
    }
}
