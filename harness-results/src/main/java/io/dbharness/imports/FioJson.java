package io.dbharness.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dbharness.measure.Quantiles;
import io.dbharness.model.Problems;
import io.dbharness.study.Observation.Figure;
import io.dbharness.study.Unit;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The JSON of fio 3. Latencies are those of completion ({@code clat_ns}). With {@code json+} percentiles are taken from the bins of its
 * histogram, at the rank that this project's own have, and reads and writes give a total; otherwise they are those that fio printed.
 * All jobs are taken together.
 */
final class FioJson {

    private static final List<String> DIRECTIONS = List.of("read", "write");
    private static final String TOTAL = "total";
    private static final String LATENCY = "clat_ns";
    private static final Unit NANOS = new Unit("ns");

    private final Map<String, Figure> figures = new LinkedHashMap<>();
    private final TreeMap<Long, Long> all = new TreeMap<>();
    private double iops;
    private double bytes;

    private FioJson() {}

    static Map<String, Figure> figures(String name, String text, Problems problems) {
        // Older versions print warnings before the JSON.
        int begin = Math.max(0, text.indexOf('{'));
        try {
            JsonNode jobs =
                    JsonMapper.builder().build().readTree(text.substring(begin)).path("jobs");
            FioJson fio = new FioJson();
            DIRECTIONS.forEach(direction -> fio.direction(direction, jobs));
            fio.total();
            return fio.figures;
        } catch (JsonProcessingException e) {
            problems.add(name + " is not JSON: " + e.getOriginalMessage());
            return Map.of();
        }
    }

    private void direction(String direction, JsonNode jobs) {
        TreeMap<Long, Long> bins = new TreeMap<>();
        double ownIops = 0;
        double nanos = 0;
        double count = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (JsonNode job : jobs) {
            JsonNode own = job.path(direction);
            ownIops += own.path("iops").asDouble();
            bytes += own.path("bw_bytes").asDouble(own.path("bw").asDouble() * 1024);
            JsonNode latency = own.path(LATENCY);
            latency.path("bins")
                    .properties()
                    .forEach(bin -> bins.merge(
                            Long.parseLong(bin.getKey()), bin.getValue().asLong(), Long::sum));
            double operations = own.path("total_ios").asDouble();
            if (operations > 0) {
                nanos += latency.path("mean").asDouble() * operations;
                count += operations;
                least = Math.min(least, latency.path("min").asDouble());
                most = Math.max(most, latency.path("max").asDouble());
            }
        }
        if (ownIops == 0) {
            return;
        }
        iops += ownIops;
        put("throughput(" + direction + ")", ownIops, Unit.NONE);
        if (jobs.size() == 1) {
            // Its own percentiles, where there is one job to take them from.
            jobs.path(0)
                    .path(direction)
                    .path(LATENCY)
                    .path("percentile")
                    .properties()
                    .forEach(p -> ForeignFormat.percentile(Double.parseDouble(p.getKey()))
                            .ifPresent(name -> put(
                                    name + "(" + direction + ")", p.getValue().asDouble(), NANOS)));
        }
        if (count > 0) {
            put("mean(" + direction + ")", nanos / count, NANOS);
            put("min(" + direction + ")", least, NANOS);
            put("max(" + direction + ")", most, NANOS);
        }
        bins.forEach((value, times) -> all.merge(value, times, Long::sum));
        percentiles(direction, bins);
    }

    /** Of reads and writes together; a percentile of everything goes by its bare name, too. */
    private void total() {
        if (iops == 0) {
            return;
        }
        put("throughput", iops, Unit.NONE);
        put("iops", iops, Unit.NONE);
        put("mbPerSecond", bytes / 1e6, Unit.NONE);
        percentiles(TOTAL, all);
        Quantiles.BY_NAME.keySet().stream()
                .filter(name -> figures.containsKey(name + "(" + TOTAL + ")"))
                .toList()
                .forEach(name -> figures.put(name, figures.get(name + "(" + TOTAL + ")")));
        double weighted = 0;
        for (String direction : DIRECTIONS) {
            weighted += value("mean(" + direction + ")", 0) * value("throughput(" + direction + ")", 0);
        }
        put("mean", weighted / iops, NANOS);
        put("mean(" + TOTAL + ")", weighted / iops, NANOS);
        double least = Math.min(value("min(read)", Double.MAX_VALUE), value("min(write)", Double.MAX_VALUE));
        put("min(" + TOTAL + ")", least, NANOS);
        put("max(" + TOTAL + ")", Math.max(value("max(read)", 0), value("max(write)", 0)), NANOS);
    }

    private double value(String name, double otherwise) {
        Figure figure = figures.get(name);
        return figure == null ? otherwise : figure.value();
    }

    /** The value of rank max(1, ceil(q n)), which is also fio's definition. */
    private void percentiles(String kind, SortedMap<Long, Long> bins) {
        long count = bins.values().stream().mapToLong(Long::longValue).sum();
        Quantiles.BY_NAME.forEach((name, quantile) -> {
            long rank = Math.max(1, (long) Math.ceil(quantile * count * (1 - 1e-12)));
            long seen = 0;
            for (Map.Entry<Long, Long> bin : bins.entrySet()) {
                seen += bin.getValue();
                if (seen >= rank) {
                    put(name + "(" + kind + ")", (double) bin.getKey(), NANOS);
                    return;
                }
            }
        });
    }

    private void put(String name, double value, Unit unit) {
        figures.put(name, Figure.of(BigDecimal.valueOf(value).toPlainString(), unit));
    }
}
