package io.dbharness.result.study;

import io.dbharness.result.analysis.PercentileTable;
import io.dbharness.result.study.StudyTable.Kind;
import io.dbharness.result.study.StudyTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What is to be said beneath a table. */
final class TableNotes {

    /** Marks a change that differs from none at 95 %. */
    static final String SIGNIFICANT = "*";

    private static final List<String> PARTS = List.of("read", "write");
    private static final String TOTAL = "total";

    private TableNotes() {}

    /** @param scopes by the name of their origin */
    static List<String> of(TableSpec spec, Map<String, Scope> scopes, List<Row> rows) {
        List<String> notes = new ArrayList<>();
        if (has(rows, Scope.INVALID)) {
            notes.add(Scope.INVALID + " a run behind this value is INVALID");
        }
        if (spec.kind() != Kind.COMPARE && (has(rows, Scope.INDICATIVE) || has(rows, Scope.UNSUPPORTED))) {
            notes.add(
                    "* fewer than 10 samples are expected beyond this percentile: indicative; ** fewer than 3.7: not supported");
        }
        scopes.forEach((origin, scope) -> {
            if (spec.kind() == Kind.COMPARE) {
                notes.add(comparison(scope, rows) + (origin.isEmpty() ? "" : " (" + origin + ")"));
            }
            if (spec.kind() == Kind.PERCENTILES) {
                percentiles(spec, scope).ifPresent(notes::add);
                if (scope.observations().size() > 1) {
                    notes.add(
                            spec.merged()
                                    ? "percentiles of all runs together"
                                    : "means of each run's percentiles, which are not percentiles of all runs together");
                }
            }
        });
        return notes.stream().distinct().toList();
    }

    private static boolean has(List<Row> rows, String mark) {
        return rows.stream()
                .flatMap(r -> r.cells().stream())
                .anyMatch(c -> c.mark().equals(mark));
    }

    private static String comparison(Scope scope, List<Row> rows) {
        long repeats = scope.observations().stream()
                .map(o -> o.labels().getOrDefault(Observation.REPEAT, "1"))
                .distinct()
                .count();
        if (repeats < io.dbharness.result.analysis.Comparison.MIN_RUNS) {
            return "no replication: what lies between two columns may be chance";
        }
        return has(rows, SIGNIFICANT)
                ? SIGNIFICANT + " the 95 % interval over " + repeats + " runs each does not hold 0"
                : "no difference is larger than chance explains, over " + repeats + " runs each";
    }

    /** A column of all operations that lies outside those of its parts is no distribution. */
    private static Optional<String> percentiles(TableSpec spec, Scope scope) {
        if (!spec.operations()
                .keySet()
                .containsAll(Stream.concat(PARTS.stream(), Stream.of(TOTAL)).toList())) {
            return Optional.empty();
        }
        Optional<PercentileTable> total = Tails.table(scope, TOTAL);
        List<PercentileTable> parts = PARTS.stream()
                .flatMap(part -> Tails.table(scope, part).stream())
                .toList();
        if (total.isEmpty() || parts.size() < PARTS.size() || !scope.results().isEmpty()) {
            return Optional.empty();
        }
        List<String> outside = total.get().notPooledFrom(parts).stream()
                .map(Combinations::percentile)
                .toList();
        return outside.isEmpty()
                ? Optional.empty()
                : Optional.of("the total is not a pooled distribution: it lies outside read and write at "
                        + String.join(", ", outside) + "; consistent with averaging percentiles over runs");
    }
}
