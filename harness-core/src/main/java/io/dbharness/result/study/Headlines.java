package io.dbharness.result.study;

import io.dbharness.result.analysis.Comparison;
import io.dbharness.result.study.Expression.Call;
import io.dbharness.result.study.Expression.Reference;
import io.dbharness.result.study.StudyDesign.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a study comes to: how each subject compares with the baseline, and how sure that is. The rows of the file's comparisons count or,
 * without any, throughput and p99 of each workload.
 *
 * @param design  of the study
 * @param origins with data; the first is spoken of
 */
record Headlines(StudyDesign design, List<Origin> origins) {

    /** What is compared, in words. */
    private record Asked(String label, Expression formula, Map<String, String> where) {}

    /** One for each thing that is compared and has a number. */
    List<String> sentences() {
        Optional<Level> baseline = design.subjects().stream()
                .filter(s -> design.baseline().equals(Optional.of(s.name())))
                .findFirst();
        if (baseline.isEmpty() || origins.isEmpty()) {
            return List.of();
        }
        List<Asked> rows = rows();
        return (rows.isEmpty() ? usual() : rows)
                .stream()
                        .flatMap(asked -> sentence(asked, baseline.get()).stream())
                        .toList();
    }

    private List<Asked> rows() {
        List<Asked> rows = new ArrayList<>();
        design.tables().stream()
                .filter(table ->
                        table.kind() == StudyTable.Kind.COMPARE && table.per().isEmpty())
                .forEach(table -> table.formulas().forEach(formula -> {
                    Map<String, String> where = new TreeMap<>(table.where());
                    where.putAll(formula.where());
                    rows.add(new Asked(table.title() + ", " + formula.label(), formula.expression(), where));
                }));
        return rows;
    }

    private List<Asked> usual() {
        Expression throughput = new Call(Function.HIGHEST, List.of(new Reference("throughput")));
        List<Asked> usual = new ArrayList<>();
        design.workloads().stream().map(origins.get(0)::known).distinct().forEach(where -> {
            String words = design.words(where);
            usual.add(new Asked("Throughput, " + words, throughput, where));
            usual.add(new Asked("p99, " + words, new Reference("p99"), where));
        });
        return usual;
    }

    private Optional<String> sentence(Asked asked, Level baseline) {
        Scope scope = origins.get(0).scope(design, asked.where(), true);
        List<String> changes = new ArrayList<>();
        for (Level subject : design.subjects()) {
            if (!subject.equals(baseline)) {
                Value ratio = Function.ratio(
                        asked.formula(),
                        scope.with(design.subjectFactor(), subject.name()),
                        scope.with(design.subjectFactor(), baseline.name()));
                if (ratio.isNumber()) {
                    changes.add(subject.label() + " " + words(ratio));
                }
            }
        }
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of(asked.label() + ", against " + baseline.label() + ": " + String.join("; ", changes));
    }

    private static String words(Value ratio) {
        String change = Digits.change(ratio.number());
        Optional<Comparison> tested = ratio.runs().map(RatioRuns::comparison);
        return change
                + tested.map(c -> " (95 % CI " + Digits.change(c.ratio95().low()) + " to "
                                + Digits.change(c.ratio95().high()) + ")")
                        .orElse(" (no replication)")
                + (ratio.mark().isEmpty() ? "" : " " + ratio.mark());
    }
}
