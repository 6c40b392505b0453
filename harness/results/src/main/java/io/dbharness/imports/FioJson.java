package io.dbharness.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dbharness.measure.Quantiles;
import io.dbharness.model.Problems;
import io.dbharness.result.Grammar;
import io.dbharness.study.DisplayUnit;
import io.dbharness.study.Observation.Figure;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The JSON of fio 3. Latencies are those of completion ({@code clat_ns}). With {@code json+} percentiles are taken from the bins of its
 * histogram, at the rank that this project's own have, and reads and writes give a total; otherwise they are those that fio printed.
 * All jobs are taken together.
 */
final class FioJson {

    private static final String TOTAL = "total";
    private static final String LATENCY = "clat_ns";
    private static final DisplayUnit NANOS = new DisplayUnit("ns");

    /** Some versions print {@code nan}, which is not JSON but can be reported as such. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Map<String, Figure> figures = new LinkedHashMap<>();
    private final ForeignFormat.Numbers numbers;

    private FioJson(ForeignFormat.Numbers numbers) {
        this.numbers = numbers;
    }

    /** Sums all jobs in one direction. */
    private final class Part {
        private final TreeMap<Long, Long> bins = new TreeMap<>();
        private double iops;
        private double bytes;
        private double count;
        private double nanos;
        private double least = Double.MAX_VALUE;
        private double most;

        void add(JsonNode own) {
            JsonNode latency = own.path(LATENCY);
            iops += number(own, "iops");
            bytes += own.has("bw_bytes") ? number(own, "bw_bytes") : number(own, "bw") * 1024;
            latency.path("bins")
                    .properties()
                    .forEach(bin -> bins.merge(
                            (long) numbers.of("a bin", bin.getKey()),
                            (long) numbers.of(
                                    "the count of a bin", bin.getValue().asText()),
                            Long::sum));
            double operations = number(own, "total_ios");
            if (operations > 0) {
                count += operations;
                nanos += number(latency, "mean") * operations;
                least = Math.min(least, number(latency, "min"));
                most = Math.max(most, number(latency, "max"));
            }
        }

        double mean() {
            return count == 0 ? 0 : nanos / count;
        }

        private double number(JsonNode of, String name) {
            return of.hasNonNull(name) ? numbers.of(name, of.path(name).asText()) : 0;
        }
    }

    static Map<String, Figure> figures(String name, String text, Problems problems) {
        // Older versions print warnings before the JSON.
        int begin = Math.max(0, text.indexOf('{'));
        try {
            JsonNode jobs = JSON.readTree(text.substring(begin)).path("jobs");
            jobs.forEach(job -> problems.require(
                    job.path("error").asInt() == 0,
                    name + " has a job, " + Grammar.quoted(job.path("jobname").asText()) + ", that failed with error "
                            + job.path("error").asText()));
            FioJson fio = new FioJson(new ForeignFormat.Numbers(name, problems));
            fio.total(fio.direction("read", jobs), fio.direction("write", jobs));
            return fio.figures;
        } catch (JsonProcessingException e) {
            problems.add(name + " is not JSON: " + e.getOriginalMessage());
            return Map.of();
        }
    }

    private Part direction(String direction, JsonNode jobs) {
        Part part = new Part();
        jobs.forEach(job -> part.add(job.path(direction)));
        if (part.iops == 0) {
            return new Part();
        }
        put("throughput(" + direction + ")", part.iops, DisplayUnit.NONE);
        if (jobs.size() == 1) {
            // Its own percentiles, where there is one job to take them from.
            JsonNode own = jobs.path(0).path(direction).path(LATENCY).path("percentile");
            own.properties().forEach(row -> {
                double value =
                        numbers.of("percentile " + row.getKey(), row.getValue().asText());
                ForeignFormat.percentile(numbers.of("a percentile", row.getKey()))
                        .ifPresent(name -> put(name + "(" + direction + ")", value, NANOS));
            });
        }
        if (part.count > 0) {
            latencies(direction, part.mean(), part.least, part.most);
        }
        percentiles(direction, part.bins);
        return part;
    }

    /** Adds the figures of reads and writes together; percentiles of everything get their bare name too. */
    private void total(Part read, Part write) {
        double iops = read.iops + write.iops;
        if (iops == 0) {
            return;
        }
        put("throughput", iops, DisplayUnit.NONE);
        put("iops", iops, DisplayUnit.NONE);
        put("mbPerSecond", (read.bytes + write.bytes) / 1e6, DisplayUnit.NONE);
        TreeMap<Long, Long> all = new TreeMap<>(read.bins);
        write.bins.forEach((value, times) -> all.merge(value, times, Long::sum));
        percentiles(TOTAL, all);
        Quantiles.BY_NAME.keySet().stream()
                .filter(name -> figures.containsKey(name + "(" + TOTAL + ")"))
                .forEach(name -> figures.put(name, figures.get(name + "(" + TOTAL + ")")));
        if (read.count + write.count == 0) {
            return;
        }
        double mean = (read.mean() * read.iops + write.mean() * write.iops) / iops;
        put("mean", mean, NANOS);
        latencies(TOTAL, mean, Math.min(read.least, write.least), Math.max(read.most, write.most));
    }

    private void latencies(String kind, double mean, double least, double most) {
        put("mean(" + kind + ")", mean, NANOS);
        put("min(" + kind + ")", least, NANOS);
        put("max(" + kind + ")", most, NANOS);
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

    private void put(String name, double value, DisplayUnit unit) {
        figures.put(name, Figure.of(numbers.calculated(name, value), unit));
    }
}
