package io.dbharness.result.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dbharness.measure.Quantiles;
import io.dbharness.model.Problems;
import io.dbharness.result.study.Figure;
import io.dbharness.result.study.Unit;
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
    private static final double MEGA = 1e6;
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
        double ownBytes = 0;
        for (JsonNode job : jobs) {
            JsonNode own = job.path(direction);
            ownIops += own.path("iops").asDouble();
            ownBytes += own.path("bw_bytes").asDouble(own.path("bw").asDouble() * 1024);
            own.path(LATENCY)
                    .path("bins")
                    .properties()
                    .forEach(bin -> bins.merge(
                            Long.parseLong(bin.getKey()), bin.getValue().asLong(), Long::sum));
        }
        if (ownIops == 0) {
            return;
        }
        iops += ownIops;
        bytes += ownBytes;
        put("throughput(" + direction + ")", ownIops, Unit.NONE);
        latencies(direction, jobs);
        bins.forEach((value, count) -> all.merge(value, count, Long::sum));
        percentiles(direction, bins);
    }

    /** Exact figures, and fio's own percentiles where there is one job to take them from. */
    private void latencies(String direction, JsonNode jobs) {
        double sum = 0;
        double count = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (JsonNode job : jobs) {
            JsonNode latency = job.path(direction).path(LATENCY);
            double operations = job.path(direction).path("total_ios").asDouble();
            if (operations > 0) {
                sum += latency.path("mean").asDouble() * operations;
                count += operations;
                least = Math.min(least, latency.path("min").asDouble());
                most = Math.max(most, latency.path("max").asDouble());
            }
            if (jobs.size() == 1) {
                latency.path("percentile")
                        .properties()
                        .forEach(p -> Quantiles.BY_NAME.forEach((name, quantile) -> {
                            if (Math.abs(Double.parseDouble(p.getKey()) / 100 - quantile) < 1e-9) {
                                put(name + "(" + direction + ")", p.getValue().asDouble(), NANOS);
                            }
                        }));
            }
        }
        if (count > 0) {
            put("mean(" + direction + ")", sum / count, NANOS);
            put("min(" + direction + ")", least, NANOS);
            put("max(" + direction + ")", most, NANOS);
        }
    }

    private void total() {
        if (iops == 0) {
            return;
        }
        put("throughput", iops, Unit.NONE);
        put("iops", iops, Unit.NONE);
        put("mbPerSecond", bytes / MEGA, Unit.NONE);
        percentiles(TOTAL, all);
        for (String name : Quantiles.BY_NAME.keySet()) {
            copy(name);
        }
        double weighted = 0;
        for (String direction : DIRECTIONS) {
            weighted += value("mean(" + direction + ")") * value("throughput(" + direction + ")");
        }
        put("mean", weighted / iops, NANOS);
        put("mean(" + TOTAL + ")", weighted / iops, NANOS);
        put(
                "min(" + TOTAL + ")",
                Math.min(orElse("min(read)", Double.MAX_VALUE), orElse("min(write)", Double.MAX_VALUE)),
                NANOS);
        put("max(" + TOTAL + ")", Math.max(value("max(read)"), value("max(write)")), NANOS);
    }

    /** A percentile of everything goes by its bare name, too. */
    private void copy(String name) {
        Figure figure = figures.get(name + "(" + TOTAL + ")");
        if (figure != null) {
            figures.put(name, figure);
        }
    }

    private double value(String name) {
        return orElse(name, 0);
    }

    private double orElse(String name, double otherwise) {
        Figure figure = figures.get(name);
        return figure == null ? otherwise : figure.value();
    }

    /** The value of rank max(1, ceil(q n)), which is also fio's definition. */
    private void percentiles(String kind, SortedMap<Long, Long> bins) {
        long count = bins.values().stream().mapToLong(Long::longValue).sum();
        if (count == 0) {
            return;
        }
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
