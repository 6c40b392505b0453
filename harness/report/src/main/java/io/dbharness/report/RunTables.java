package io.dbharness.report;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Internal;
import io.dbharness.report.CellTable.Column;
import io.dbharness.report.CellTable.Columns;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.NodeResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.CombinedResult;
import io.dbharness.result.RunResult.StepResult;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.ServerStatistics.Figures;
import io.dbharness.result.analysis.PercentileSupport;
import io.dbharness.result.analysis.RightTail;
import io.dbharness.result.analysis.RightTail.Shape;
import io.dbharness.sut.ServerProbe.BusyStatement;
import io.dbharness.sut.ServerProbe.BusyStatements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The tables of a run: of its operations, of reads, writes and everything together with the shape of their slow end, and of the server's
 * own figures. Pure functions of a result.
 */
@Internal
public final class RunTables {

    /** The percentile that the shape of a slow end rests on. */
    private static final double NEEDED = 0.99;

    /** Percentiles that are printed with their confidence intervals. */
    private static final Set<String> WITH_INTERVAL = Set.of("p50", "p90", "p99");

    private static final String EVEN = "no slower group";

    private RunTables() {}

    /** A line for each operation: counts, throughput, the percentiles most asked for. */
    public static CellTable summary(List<OperationResult> operations) {
        return new Columns<OperationResult>()
                .words("operation", OperationResult::name)
                .numbers("count", o -> Long.toString(o.counts().completed()))
                .numbers("per second", o -> Numbers.of(o.throughputPerSecond()))
                .millis("response", OperationResult::response, "p50", "p90", "p95", "p99", "max")
                .millis("service", OperationResult::service, "p50", "p99")
                .millis("wait", OperationResult::connectionWait, "p99")
                .numbers("failed", o -> Long.toString(o.counts().failed()))
                .numbers("retried", o -> Long.toString(retried(o)))
                .of(operations);
    }

    /** Attempts beyond the first. */
    private static long retried(OperationResult operation) {
        return operation.counts().retriesBy().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** A line for each step: how often, how long. */
    public static CellTable steps(List<StepResult> steps) {
        return new Columns<StepResult>()
                .words("step", StepResult::name)
                .numbers("count", step -> Long.toString(step.count()))
                .numbers("per second", step -> Numbers.of(step.perSecond()))
                .millis("service", StepResult::service, "mean", "p50", "p95", "p99", "max")
                .of(steps);
    }

    /** A line for each operation and kind of failure that occurred. */
    public static CellTable failures(List<OperationResult> operations) {
        List<List<String>> rows = new ArrayList<>();
        operations.forEach(o -> o.counts()
                .failedBy()
                .forEach((failure, count) -> rows.add(List.of(o.name(), failure, count.toString()))));
        return new CellTable(
                List.of(Column.words("operation"), Column.words("failure"), Column.numbers("count")), rows);
    }

    /** A column for each operation, a line for each percentile, in milliseconds. */
    public static CellTable percentiles(
            List<OperationResult> operations, Function<OperationResult, LatencyResult> latency) {
        Map<String, LatencyResult> columns = new LinkedHashMap<>();
        operations.forEach(o -> columns.put(o.name(), latency.apply(o)));
        return percentiles(columns);
    }

    /** A column for each name, a line for each percentile, in milliseconds. */
    static CellTable percentiles(Map<String, LatencyResult> latencies) {
        Map<String, Function<LatencyResult, String>> rows = new LinkedHashMap<>();
        rows.put("samples", l -> Long.toString(l.count()));
        rows.put("mean", l -> LatencyCell.of(l, "mean"));
        rows.put("min", l -> LatencyCell.of(l, "min"));
        for (String name : Quantiles.BY_NAME.keySet()) {
            rows.put(label(name), l -> LatencyCell.of(l, name));
            if (WITH_INTERVAL.contains(name)
                    && latencies.values().stream().anyMatch(l -> l.ci95Nanos().containsKey(name))) {
                rows.put(label(name) + LatencyCell.INTERVAL, l -> LatencyCell.interval(l, name));
            }
        }
        rows.put("max", l -> LatencyCell.of(l, "max"));
        rows.put(
                "solid up to",
                l -> PercentileSupport.solidRows(l.count()).stream()
                        .reduce((lower, higher) -> higher)
                        .map(RunTables::label)
                        .orElse(LatencyCell.NONE));
        Columns<Map.Entry<String, Function<LatencyResult, String>>> columns = new Columns<>();
        columns.words("percentile", Map.Entry::getKey);
        latencies.forEach((name, latency) ->
                columns.numbers(name + ", ms", row -> row.getValue().apply(latency)));
        return columns.of(List.copyOf(rows.entrySet()));
    }

    /** {@code p25} as {@code 25}, {@code n3} as {@code 3 nines}; {@code max} remains. */
    static String label(String name) {
        if (!Quantiles.BY_NAME.containsKey(name)) {
            return name;
        }
        return name.startsWith("n") ? name.substring(1) + " nines" : name.substring(1);
    }

    /** Returns true if this table adds to the table of the operations. */
    public static boolean tell(RunResult result) {
        return !result.combined().isEmpty() && (result.operations().size() > 1 || !isAllSent(result));
    }

    /** The columns read, write and total; beside them what was intended, where not all of that was sent. */
    public static CellTable combined(RunResult result) {
        Map<String, LatencyResult> columns = new LinkedHashMap<>();
        result.combined().forEach(c -> columns.put(c.name(), c.response()));
        if (!isAllSent(result)) {
            result.combined("total").ifPresent(c -> columns.put("intended", c.intendedResponse()));
        }
        return percentiles(columns);
    }

    /** Returns true if unsent requests change no percentile. */
    private static boolean isAllSent(RunResult result) {
        return result.totals().skipped() == 0
                && result.combined("total")
                        .filter(total -> Quantiles.BY_NAME.keySet().stream()
                                .anyMatch(name ->
                                        total.intendedResponse().atLeast().contains(name)
                                                && !total.response().atLeast().contains(name)))
                        .isEmpty();
    }

    /** Describes the response times of intended requests when not all were sent; empty when all were. */
    public static String intended(RunResult result) {
        if (isAllSent(result)) {
            return "";
        }
        return result.combined("total")
                .map(CombinedResult::intendedResponse)
                .map(latency -> List.of("p50", "p95", "p99").stream()
                        .map(name -> name + " " + LatencyCell.of(latency, name))
                        .collect(Collectors.joining(
                                ", ",
                                result.totals().skipped() > 0
                                        ? "response, ms, of all intended requests, not sent being infinite: "
                                        : "response, ms, of all requests that were due, not sent by their wait so far: ",
                                "")))
                .orElse("");
    }

    /** The shape of each column that has enough samples to show one. */
    public static List<String> tails(RunResult result) {
        return result.combined().stream()
                .filter(c -> PercentileSupport.of(c.response().count(), NEEDED) == PercentileSupport.SOLID)
                .map(c -> c.name() + ": " + tail(c.response()))
                .toList();
    }

    /** The shape of everything, where it has one and enough samples to show it; otherwise empty. */
    public static String tail(RunResult result) {
        return tails(result).stream()
                .filter(line -> line.startsWith("total: ") && !line.contains(EVEN))
                .findFirst()
                .orElse("");
    }

    private static String tail(LatencyResult latency) {
        RightTail tail = RightTail.of(latency.distribution());
        StringBuilder words = new StringBuilder(
                tail.shapes().stream().sorted().map(RunTables::words).collect(Collectors.joining(", and ")));
        if (tail.shapes().contains(Shape.SHAPED)) {
            words.append(", p99 is " + ratio(latency.nanos("p99"), latency.nanos("p25")) + " times p25")
                    .append(" and the median " + ratio(latency.nanos("p50"), latency.minNanos()))
                    .append(" times the minimum");
        }
        tail.onset()
                .ifPresent(onset -> words.append(", " + Numbers.of(onset.ratio()) + " times slower from ")
                        .append(onset.from().name() + " to " + onset.to().name()));
        tail.modes()
                .ifPresent(modes -> words.append(", peaks at " + Numbers.millis(modes.fastNanos()))
                        .append(" and " + Numbers.millis(modes.slowNanos()) + " ms"));
        tail.crossing()
                .ifPresent(crossing ->
                        words.append(", " + Numbers.percent(crossing.shareBeyond()) + " beyond twice the median"));
        return words.toString();
    }

    private static String words(Shape shape) {
        return switch (shape) {
            case SHAPED -> "every request waits for its turn";
            case BURSTY -> "a slower group of more than one in a hundred requests";
            case TAIL_ONLY -> "a few slow requests, fewer than one in a hundred";
            case NONE -> EVEN;
        };
    }

    private static String ratio(long value, long reference) {
        return Numbers.of((double) value / Math.max(1, reference));
    }

    /** Lists the server's levels, with the share used where a limit is declared. */
    public static CellTable levels(ServerStatistics server) {
        Map<String, Figures> told = new LinkedHashMap<>();
        server.names().forEach(name -> server.figures(name).ifPresent(figures -> told.put(name, figures)));
        Columns<Map.Entry<String, Figures>> columns = new Columns<Map.Entry<String, Figures>>()
                .words("server", Map.Entry::getKey)
                .numbers("mean", level -> Numbers.of(level.getValue().mean()))
                .numbers("max", level -> Numbers.of(level.getValue().max()))
                .numbers("last", level -> Numbers.of(level.getValue().last()));
        if (server.names().stream().anyMatch(name -> !server.limitsOf(name).isEmpty())) {
            columns.words("limit", limits(server, (level, limit) -> limit(limit)))
                    .words("used, mean", limits(server, (level, limit) -> used(level.mean(), limit)))
                    .words("used, max", limits(server, (level, limit) -> used(level.max(), limit)));
        }
        return columns.of(List.copyOf(told.entrySet()));
    }

    /** A line for each node of a cluster, and one for each data centre where there are several; without rows where there is one node. */
    public static CellTable nodes(ServerStatistics server) {
        List<NodeResult> lines = new ArrayList<>(server.nodes());
        lines.addAll(server.datacenters());
        return new Columns<NodeResult>()
                .words("node", node -> node.name().equals(node.datacenter()) ? "all" : node.name())
                .words("data centre", NodeResult::datacenter)
                .numbers("answers", node -> Long.toString(node.service().count()))
                .numbers("share", node -> Numbers.percent(node.share()))
                .numbers("errors", node -> Long.toString(node.failed()))
                .millis("service", NodeResult::service, "mean", "p50", "p99", "max")
                .words(
                        "away",
                        node -> node.away().stream().map(NodeResult.Away::words).collect(Collectors.joining("; ")))
                .of(lines);
    }

    /** A line for each statement that took most of the server's time; without rows where the server was not asked. */
    public static CellTable statements(ServerStatistics server) {
        BusyStatements busy = Objects.requireNonNullElse(server.statements(), BusyStatements.UNKNOWN);
        return new Columns<BusyStatement>()
                .words("statement", BusyStatement::text)
                .numbers("calls", statement -> Long.toString(statement.calls()))
                .numbers("seconds", statement -> Numbers.of(statement.seconds()))
                .numbers("share", statement -> Numbers.percent(statement.seconds() / busy.seconds()))
                .numbers("mean, ms", statement -> Numbers.of(1e3 * statement.seconds() / statement.calls()))
                .numbers("rows", statement -> Long.toString(statement.rows()))
                .of(busy.top());
    }

    private static String limit(Map.Entry<String, Double> limit) {
        return Numbers.tick(limit.getValue()) + (ServerStatistics.isBurst(limit.getKey()) ? " in bursts" : "");
    }

    private static String used(double level, Map.Entry<String, Double> limit) {
        return Numbers.percent(level / limit.getValue());
    }

    /** Describes each declared limit of a level. */
    private static Function<Map.Entry<String, Figures>, String> limits(
            ServerStatistics server, BiFunction<Figures, Map.Entry<String, Double>, String> words) {
        return level -> server.limitsOf(level.getKey()).entrySet().stream()
                .map(limit -> words.apply(level.getValue(), limit))
                .collect(Collectors.joining("; "));
    }

    /** Lists declared limits for which the server reported no level, in one line; empty when there are none. */
    public static String untold(ServerStatistics server) {
        return server.limits().entrySet().stream()
                .filter(limit ->
                        server.figures(ServerStatistics.limited(limit.getKey())).isEmpty())
                .map(limit -> limit.getKey() + " " + Numbers.tick(limit.getValue()))
                .collect(Collectors.collectingAndThen(
                        Collectors.joining(", "),
                        names -> names.isEmpty() ? "" : "declared limits of levels that were not told: " + names));
    }

    /** By how much its counts grew, in one line; empty when it has none. */
    public static String growth(ServerStatistics server) {
        return server.counters().entrySet().stream()
                .map(count -> count.getKey() + " +" + Numbers.of(count.getValue()))
                .collect(Collectors.joining(", ", server.counters().isEmpty() ? "" : "over the measurement: ", ""));
    }
}
