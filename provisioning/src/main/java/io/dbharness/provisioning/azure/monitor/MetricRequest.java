package io.dbharness.provisioning.azure.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

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
    private static final String VERSION = "2018-01-01";
    static final Duration MINUTE = Duration.ofMinutes(1);

    /** What there is to ask of a resource; nothing of one that is neither machine nor database. */
    static List<MetricRequest> of(String resource) {
        String id = resource.toLowerCase(Locale.ROOT);
        if (id.contains(MACHINE)) {
            return List.of(
                    new MetricRequest(Metric.MACHINE, MINUTE, false),
                    new MetricRequest(Metric.DISKS, MINUTE, true),
                    new MetricRequest(Metric.CREDITS, Duration.ofMinutes(5), true));
        }
        return id.contains(DATABASE) && id.contains("/databases/")
                ? List.of(new MetricRequest(Metric.DATABASE, MINUTE, false))
                : List.of();
    }

    /** The first whole interval after an instant, or one that begins with it. */
    Instant from(Instant instant) {
        long step = interval.toSeconds();
        long whole = -Math.floorDiv(-instant.getEpochSecond() - (instant.getNano() > 0 ? 1 : 0), step) * step;
        return Instant.ofEpochSecond(whole);
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
                metrics.stream().map(metric -> metric.kind().word()).distinct().collect(Collectors.joining(","));
        return resource + "/providers/Microsoft.Insights/metrics?api-version=" + VERSION + "&timespan=" + from + "/"
                + to
                + "&interval=" + interval + "&metricnames=" + encoded(names) + "&aggregation=" + kinds
                + (byDisk ? "&$filter=" + encoded("LUN eq '*'") : "");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Hands on each value of an answer; an interval without one is left out. */
    void read(JsonNode answer, BiConsumer<Metric, Value> values) {
        for (JsonNode told : answer.path("value")) {
            Optional<Metric> metric = metrics.stream()
                    .filter(known -> known.azure()
                            .equalsIgnoreCase(told.at("/name/value").asText()))
                    .findFirst();
            metric.ifPresent(known -> {
                for (JsonNode series : told.path("timeseries")) {
                    series.path("data").forEach(datum -> value(known, datum).ifPresent(v -> values.accept(known, v)));
                }
            });
        }
    }

    /**
     * What was recorded.
     *
     * @param start of its interval
     * @param level in the unit of the level
     */
    record Value(Instant start, double level) {}

    private static Optional<Value> value(Metric metric, JsonNode datum) {
        JsonNode number = datum.path(metric.kind().word().toLowerCase(Locale.ROOT));
        return number.isNumber()
                ? Optional.of(new Value(
                        OffsetDateTime.parse(datum.path("timeStamp").asText()).toInstant(),
                        number.doubleValue() / metric.per()))
                : Optional.empty();
    }

    /** Starts of all intervals between two instants. */
    List<Instant> starts(Instant from, Instant to) {
        List<Instant> starts = new ArrayList<>();
        for (Instant start = from; start.isBefore(to); start = start.plus(interval)) {
            starts.add(start);
        }
        return starts;
    }
}
