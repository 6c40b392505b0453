package io.dbharness.study;

import io.dbharness.measure.Quantiles;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult.CombinedResult;
import io.dbharness.result.analysis.PercentileTable;
import io.dbharness.result.analysis.RightTail;
import io.dbharness.result.analysis.Sweep;
import io.dbharness.result.analysis.Sweep.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Evaluates the latencies of a scope: their distribution, the slow tail, and the knee as load rises. */
final class Tails {

    private Tails() {}

    /** A figure of the slow tail of a kind of operation. */
    static Value value(Scope scope, String operation, Function<RightTail, Value> figure) {
        return latency(scope, operation)
                .map(l -> RightTail.of(l.distribution()))
                .or(() -> table(scope, operation).map(table -> RightTail.of(table, table.min())))
                .map(figure)
                .orElseGet(() -> missing(scope, operation));
    }

    private static Value missing(Scope scope, String operation) {
        return Value.missing("there are no percentiles of " + operation + " for " + scope.words());
    }

    /** Between which percentiles a tail begins, for example {@code (99, 99.9]}. */
    static Value interval(RightTail tail) {
        return Value.text(tail.onset()
                .map(onset -> "(" + percent(onset.from()) + ", " + percent(onset.to()) + "]")
                .orElse("none"));
    }

    private static String percent(PercentileTable.Row row) {
        return StudyDesign.plain(100 * row.quantile());
    }

    /** The percentile of one end of the interval in which a tail begins; 100 when there is none. */
    static Value end(RightTail tail, Function<RightTail.Onset, PercentileTable.Row> end) {
        return Value.of(
                tail.onset().map(onset -> 100 * end.apply(onset).quantile()).orElse(100.0));
    }

    /** The merged distribution of a kind of operation, where runs were measured. */
    static Optional<LatencyResult> latency(Scope scope, String operation) {
        return scope.whole()
                .flatMap(merged -> merged.combined(operation)
                        .map(CombinedResult::response)
                        .or(() -> merged.operation(operation).map(OperationResult::response)))
                .filter(latency -> latency.count() > 0);
    }

    /** The percentiles of a kind of operation, measured or published. */
    static Optional<PercentileTable> table(Scope scope, String operation) {
        Optional<LatencyResult> latency = latency(scope, operation);
        if (latency.isPresent()) {
            return Optional.of(PercentileTable.of(latency.get().distribution()));
        }
        double[] rows = Quantiles.BY_NAME.keySet().stream()
                .map(name -> scope.metric(name + "(" + operation + ")"))
                .takeWhile(Value::isNumber)
                .mapToDouble(Value::number)
                .toArray();
        Value least = scope.metric("min(" + operation + ")");
        Value most = scope.metric("max(" + operation + ")");
        return rows.length == 0 || !least.isNumber() || !most.isNumber()
                ? Optional.empty()
                : Optional.of(PercentileTable.published(least.number(), rows, most.number()));
    }

    /** The metrics that a table of percentiles consists of, rising. */
    static Stream<String> rows(String operation) {
        return Stream.of(Stream.of("min"), Quantiles.BY_NAME.keySet().stream(), Stream.of("max"))
                .flatMap(names -> names)
                .map(name -> name + "(" + operation + ")");
    }

    /** How often two curves cross. */
    static Value crossings(Scope one, Scope other, String operation) {
        Optional<PercentileTable> first = table(one, operation);
        Optional<PercentileTable> second = table(other, operation);
        return first.isEmpty() || second.isEmpty()
                ? missing(first.isEmpty() ? one : other, operation)
                : Value.of(first.get().crossings(second.get()).size());
    }

    /** The level of highest throughput over response time. */
    static Value knee(Scope scope) {
        List<Level> levels = new ArrayList<>();
        scope.levels().forEach((level, one) -> {
            Value throughput = one.metric("throughput");
            Value mean = one.metric("mean");
            if (throughput.isNumber() && mean.isNumber()) {
                levels.add(new Level(Double.parseDouble(level), throughput.number(), mean.number() / 1e9));
            }
        });
        return levels.isEmpty()
                ? Value.missing("there is no sweep for " + scope.words())
                : Value.of(new Sweep(levels).knee().power());
    }
}
