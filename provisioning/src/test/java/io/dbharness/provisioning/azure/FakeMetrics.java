package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The part of Azure Monitor that this module uses. Its minutes start at noon, and the last ones are late. */
final class FakeMetrics {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private final List<Series> all = new ArrayList<>();
    private int late;

    private record Series(String metric, String disk, List<Number> values) {}

    /** Adds values of the minutes from noon on, null for none; {@code disk} is empty for metrics of a whole machine. */
    void put(String metric, String disk, Number... values) {
        all.add(new Series(metric, disk, Arrays.asList(values)));
    }

    /** Delays the last minute by this number of waits. */
    void lateBy(int waits) {
        late = waits;
    }

    void comesLater() {
        late--;
    }

    /** Returns the requested metrics; a minute without a value has its time alone. */
    ObjectNode answer(Map<String, String> query) {
        String[] span = query.getOrDefault("timespan", "/").split("/", -1);
        Duration interval = Duration.parse(query.getOrDefault("interval", "PT1M"));
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode value = answer.putArray("value");
        for (String name : query.getOrDefault("metricnames", "").split(",", -1)) {
            ObjectNode metric = value.addObject();
            metric.putObject("name").put("value", name);
            ArrayNode timeseries = metric.putArray("timeseries");
            all.stream().filter(series -> series.metric().equals(name)).forEach(series -> {
                ObjectNode one = timeseries.addObject();
                one.putArray("metadatavalues")
                        .addObject()
                        .put("value", series.disk())
                        .putObject("name")
                        .put("value", "lun");
                data(one.putArray("data"), series, new Span(Instant.parse(span[0]), Instant.parse(span[1]), interval));
            });
        }
        return answer;
    }

    private record Span(Instant from, Instant to, Duration interval) {}

    private void data(ArrayNode data, Series series, Span span) {
        for (Instant at = span.from(); at.isBefore(span.to()); at = at.plus(span.interval())) {
            ObjectNode datum = data.addObject().put("timeStamp", at.toString());
            int minute = (int) Duration.between(NOON, at).toMinutes();
            boolean last = at.plus(span.interval()).equals(span.to());
            Number number = minute < series.values().size() ? series.values().get(minute) : null;
            if (number != null && !(last && late > 0)) {
                datum.put("average", number.doubleValue()).put("total", number.doubleValue());
            }
        }
    }
}
