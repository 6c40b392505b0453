package io.dbharness.report;

import io.dbharness.measure.Quantiles;
import io.dbharness.report.Table.Column;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult.StepResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The tables of a run's operations. */
public final class OperationTable {

    private static final String RESPONSE = "response";
    private static final String SERVICE = "service";
    private static final String WAIT = "wait";

    /** Ends the name of a row that is the interval of the row above. */
    public static final String INTERVAL = ", 95 % CI";

    public static final String INTERVAL_LEGEND =
            "95 % CI: of the percentile above within this run, by order statistics; too narrow"
                    + " where requests are slow together";

    private OperationTable() {}

    /** A line for each operation: counts, throughput, the percentiles most asked for. */
    public static Table summary(List<OperationResult> operations) {
        List<Column> columns = List.of(
                Column.words("operation"),
                Column.numbers("count"),
                Column.numbers("per second"),
                Column.millis(RESPONSE, "p50"),
                Column.millis(RESPONSE, "p90"),
                Column.millis(RESPONSE, "p95"),
                Column.millis(RESPONSE, "p99"),
                Column.millis(RESPONSE, "max"),
                Column.millis(SERVICE, "p50"),
                Column.millis(SERVICE, "p99"),
                Column.millis(WAIT, "p99"),
                Column.numbers("failed"),
                Column.numbers("retried"));
        return new Table(
                columns, operations.stream().map(OperationTable::summaryRow).toList());
    }

    private static List<String> summaryRow(OperationResult operation) {
        LatencyResult response = operation.response();
        LatencyResult service = operation.service();
        return List.of(
                operation.name(),
                Long.toString(operation.counts().completed()),
                Numbers.of(operation.throughputPerSecond()),
                LatencyCell.percentile(response, "p50"),
                LatencyCell.percentile(response, "p90"),
                LatencyCell.percentile(response, "p95"),
                LatencyCell.percentile(response, "p99"),
                LatencyCell.maximum(response),
                LatencyCell.percentile(service, "p50"),
                LatencyCell.percentile(service, "p99"),
                LatencyCell.percentile(operation.connectionWait(), "p99"),
                Long.toString(operation.counts().failed()),
                Long.toString(retried(operation)));
    }

    /** A line for each step: how often, how long. */
    public static Table steps(List<StepResult> steps) {
        List<Column> columns = List.of(
                Column.words("step"),
                Column.numbers("count"),
                Column.numbers("per second"),
                Column.millis(SERVICE, "mean"),
                Column.millis(SERVICE, "p50"),
                Column.millis(SERVICE, "p95"),
                Column.millis(SERVICE, "p99"),
                Column.millis(SERVICE, "max"));
        return new Table(
                columns,
                steps.stream()
                        .map(step -> List.of(
                                step.name(),
                                Long.toString(step.count()),
                                Numbers.of(step.perSecond()),
                                LatencyCell.mean(step.service()),
                                LatencyCell.percentile(step.service(), "p50"),
                                LatencyCell.percentile(step.service(), "p95"),
                                LatencyCell.percentile(step.service(), "p99"),
                                LatencyCell.maximum(step.service())))
                        .toList());
    }

    /** A line for each operation and kind of failure that occurred. */
    public static Table failures(List<OperationResult> operations) {
        return new Table(
                List.of(Column.words("operation"), Column.words("failure"), Column.numbers("count")),
                operations.stream()
                        .flatMap(o -> o.counts().failedBy().entrySet().stream()
                                .map(f -> List.of(
                                        o.name(), f.getKey(), f.getValue().toString())))
                        .toList());
    }

    /** Attempts beyond the first. */
    private static long retried(OperationResult operation) {
        return operation.counts().retriesBy().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** A column for each operation, a line for each percentile, in milliseconds. */
    public static Table percentiles(
            List<OperationResult> operations, Function<OperationResult, LatencyResult> latency) {
        Map<String, LatencyResult> columns = new LinkedHashMap<>();
        operations.forEach(o -> columns.put(o.name(), latency.apply(o)));
        return percentiles(columns);
    }

    /** A column for each name, a line for each percentile, in milliseconds. */
    public static Table percentiles(Map<String, LatencyResult> latencyByName) {
        List<Column> columns = Stream.concat(
                        Stream.of(Column.words("percentile")),
                        latencyByName.keySet().stream().map(name -> Column.numbers(name + ", ms")))
                .toList();
        List<LatencyResult> latencies = List.copyOf(latencyByName.values());
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("samples", latencies, l -> Long.toString(l.count())));
        rows.add(row("mean", latencies, LatencyCell::mean));
        rows.add(row("min", latencies, LatencyCell::minimum));
        for (String name : Quantiles.BY_NAME.keySet()) {
            rows.add(row(label(name), latencies, l -> LatencyCell.percentile(l, name)));
            if (latencies.stream().anyMatch(l -> l.ci95Nanos().containsKey(name))) {
                rows.add(row(label(name) + INTERVAL, latencies, l -> LatencyCell.interval(l, name)));
            }
        }
        rows.add(row("max", latencies, LatencyCell::maximum));
        rows.add(row("solid up to", latencies, OperationTable::solidUpTo));
        return new Table(columns, rows);
    }

    private static List<String> row(String label, List<LatencyResult> latencies, Function<LatencyResult, String> cell) {
        return Stream.concat(Stream.of(label), latencies.stream().map(cell)).toList();
    }

    /** {@code p25} as {@code 25}, {@code n3} as {@code 3 nines}. */
    private static String label(String name) {
        return name.startsWith("n") ? name.substring(1) + " nines" : name.substring(1);
    }

    private static String solidUpTo(LatencyResult latency) {
        return Quantiles.BY_NAME.entrySet().stream()
                .filter(quantile -> Support.of(latency.count(), quantile.getValue()) == Support.SOLID)
                .map(Map.Entry::getKey)
                .reduce((lower, higher) -> higher)
                .map(OperationTable::label)
                .orElse(LatencyCell.NONE);
    }
}
