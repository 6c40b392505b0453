package io.dbharness.study;

import io.dbharness.result.analysis.Comparison;
import io.dbharness.result.analysis.PercentileSupport;
import io.dbharness.result.analysis.PercentileTable;
import io.dbharness.study.StudyTable.Cell;
import io.dbharness.study.StudyTable.Kind;
import io.dbharness.study.StudyTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The notes below a table.
 *
 * @param spec   requested table
 * @param scopes one for each origin
 * @param rows   of the table
 */
record TableNotes(TableSpec spec, List<Scope> scopes, List<Row> rows) {

    /** Marks a change that differs from none at 95 %. */
    static final String SIGNIFICANT = "*";

    private static final List<String> PARTS = List.of("read", "write");
    private static final String TOTAL = "total";
    private static final int MOST_GAPS = 4;

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (has(Scope.INVALID)) {
            notes.add(Scope.INVALID + " a run behind this value is INVALID");
        }
        boolean marked = Stream.of(PercentileSupport.INDICATIVE, PercentileSupport.UNSUPPORTED)
                .anyMatch(support -> has(support.mark()));
        if (spec.kind() != Kind.COMPARE && marked) {
            notes.add(PercentileSupport.LEGEND);
        }
        for (Scope scope : scopes) {
            String origin = scope.origin().name();
            if (spec.kind() == Kind.COMPARE && hasNumber()) {
                notes.add(replication(scope) + (origin.isEmpty() ? "" : " (" + origin + ")"));
            }
            if (spec.kind() == Kind.PERCENTILES) {
                notPooled(scope).ifPresent(notes::add);
                if (scope.observations().size() > 1) {
                    notes.add(
                            spec.merged()
                                    ? "percentiles of all runs together"
                                    : "means of each run's percentiles, which are not percentiles of all runs together");
                }
            }
        }
        notes.addAll(gaps());
        return notes.stream().distinct().toList();
    }

    /** Why cells hold nothing that could have been measured. */
    private List<String> gaps() {
        List<String> reasons = rows.stream()
                .flatMap(row -> row.cells().stream())
                .map(Cell::why)
                .filter(why -> !why.isEmpty())
                .distinct()
                .toList();
        String more = reasons.size() > MOST_GAPS ? "; and " + (reasons.size() - MOST_GAPS) + " more of the kind" : "";
        return reasons.isEmpty()
                ? List.of()
                : List.of(StudyTable.TBD + ": "
                        + reasons.stream().limit(MOST_GAPS).collect(Collectors.joining("; ")) + more);
    }

    private boolean hasNumber() {
        return rows.stream()
                .flatMap(r -> r.cells().stream())
                .anyMatch(c -> c.value().isPresent());
    }

    private boolean has(String mark) {
        return rows.stream()
                .flatMap(r -> r.cells().stream())
                .anyMatch(c -> c.mark().equals(mark));
    }

    private String replication(Scope scope) {
        long repeats = scope.observations().stream()
                .map(o -> o.labels().getOrDefault(Observation.REPEAT, "1"))
                .distinct()
                .count();
        if (repeats < Comparison.MIN_RUNS) {
            return "no replication: what lies between two columns may be chance";
        }
        return has(SIGNIFICANT)
                ? SIGNIFICANT + " the 95 % interval over " + repeats + " runs each does not hold 0"
                : "no difference is larger than chance explains, over " + repeats + " runs each";
    }

    /** A column of all operations that lies outside those of its parts is no distribution. */
    private Optional<String> notPooled(Scope scope) {
        Optional<PercentileTable> total = Tails.table(scope, TOTAL);
        List<PercentileTable> parts = PARTS.stream()
                .flatMap(part -> Tails.table(scope, part).stream())
                .toList();
        Set<String> shown = spec.operations().keySet();
        if (!shown.contains(TOTAL)
                || !shown.containsAll(PARTS)
                || total.isEmpty()
                || parts.size() < PARTS.size()
                || !scope.results().isEmpty()) {
            return Optional.empty();
        }
        List<String> outside = total.get().notPooledFrom(parts).stream()
                .map(TableHeads::percentileLabel)
                .toList();
        return outside.isEmpty()
                ? Optional.empty()
                : Optional.of("the total is not a pooled distribution: it lies outside read and write at "
                        + String.join(", ", outside) + "; consistent with averaging percentiles over runs");
    }
}
