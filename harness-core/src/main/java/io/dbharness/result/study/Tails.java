package io.dbharness.result.study;

import io.dbharness.measure.Quantiles;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult.CombinedResult;
import io.dbharness.result.analysis.PercentileTable;
import io.dbharness.result.analysis.RightTail;
import io.dbharness.result.analysis.RightTail.Crossing;
import io.dbharness.result.analysis.RightTail.Onset;
import io.dbharness.result.analysis.RightTail.Shape;
import io.dbharness.result.analysis.Sweep;
import io.dbharness.result.analysis.Sweep.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a scope says of the slow tail of its latencies.
 *
 * @param found  empty when there are no percentiles
 * @param reason why there is none, then
 */
record Tails(Optional<RightTail> found, String reason) {

    private static final double NANOS = 1e9;
    private static final double ALL = 100;

    /** Of a kind of operation. */
    static Tails of(Scope scope, String operation) {
        Optional<RightTail> measured = latency(scope, operation).map(l -> RightTail.of(l.distribution()));
        Optional<RightTail> tail =
                measured.or(() -> table(scope, operation).map(table -> RightTail.of(table, table.min())));
        return new Tails(tail, "there are no percentiles of " + operation + " for " + scope.words());
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
        List<Double> rows = new ArrayList<>();
        for (String name : Quantiles.BY_NAME.keySet()) {
            Value value = scope.metric(name + "(" + operation + ")");
            if (!value.isNumber()) {
                break;
            }
            rows.add(value.number());
        }
        Value least = scope.metric("min(" + operation + ")");
        Value most = scope.metric("max(" + operation + ")");
        return rows.isEmpty() || !least.isNumber() || !most.isNumber()
                ? Optional.empty()
                : Optional.of(PercentileTable.published(
                        least.number(), rows.stream().mapToDouble(v -> v).toArray(), most.number()));
    }

    Value interval() {
        return value(tail -> Value.text(tail.onset()
                .map(onset -> "(" + percent(onset.from()) + ", " + percent(onset.to()) + "]")
                .orElse("none")));
    }

    Value from() {
        return value(tail -> Value.of(
                tail.onset().map(onset -> ALL * onset.from().quantile()).orElse(ALL)));
    }

    Value to() {
        return value(tail ->
                Value.of(tail.onset().map(onset -> ALL * onset.to().quantile()).orElse(ALL)));
    }

    Value beyond() {
        return value(tail -> Value.of(tail.crossing().map(Crossing::shareBeyond).orElse(0.0)));
    }

    Value shape() {
        return value(tail ->
                Value.text(tail.shapes().stream().sorted().map(Shape::name).collect(Collectors.joining(", "))));
    }

    private Value value(java.util.function.Function<RightTail, Value> figure) {
        return found.map(figure).orElseGet(() -> Value.missing(reason));
    }

    /** For example {@code 99.9}. */
    private static String percent(PercentileTable.Row row) {
        return StudyDesign.plain(ALL * row.quantile());
    }

    /** How often two curves cross. */
    static Value crossings(Scope one, Scope other, String operation) {
        Optional<PercentileTable> first = table(one, operation);
        Optional<PercentileTable> second = table(other, operation);
        if (first.isEmpty() || second.isEmpty()) {
            return Value.missing(
                    "there are no percentiles of " + operation + " for " + (first.isEmpty() ? one : other).words());
        }
        return Value.of(first.get().crossings(second.get()).size());
    }

    /** The level of highest throughput over response time. */
    static Value knee(Scope scope) {
        List<Level> levels = new ArrayList<>();
        for (Map.Entry<String, Scope> level : scope.levels().entrySet()) {
            Value throughput = level.getValue().metric("throughput");
            Value mean = level.getValue().metric("mean");
            if (throughput.isNumber() && mean.isNumber()) {
                levels.add(new Level(Double.parseDouble(level.getKey()), throughput.number(), mean.number() / NANOS));
            }
        }
        return levels.isEmpty()
                ? Value.missing("there is no sweep for " + scope.words())
                : Value.of(new Sweep(levels).knee().power());
    }

    /** Whether the onset of a tail is known. */
    Optional<Onset> onset() {
        return found.flatMap(RightTail::onset);
    }
}
