package io.dbharness.study;

import io.dbharness.result.ServerStatistics;
import io.dbharness.study.Expression.Call;
import io.dbharness.study.Expression.Reference;
import io.dbharness.study.StudyTable.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Tables of declared limits and of their use. These tables are always made when there is a limit; a study need not ask for them.
 *
 * @param design  of the study
 * @param origins with data
 */
record LimitTables(StudyDesign design, List<Source> origins) {

    /** Their names, which no table of a file can have. */
    static final List<String> IDS = List.of("declared-limits", "use-of-limits");

    /** None where nothing is declared; only the first where nothing was measured that a limit is one of. */
    List<StudyTable> tables() {
        StudyTable declared = new TableBuilder(design, origins, spec(0, Kind.FACTS, "Declared limits", List.of()))
                .tables()
                .get(0);
        if (declared.rows().isEmpty()) {
            return List.of();
        }
        Stream<StudyTable> used = new TableBuilder(design, origins, spec(1, Kind.METRICS, "Use of limits", uses()))
                .tables().stream()
                        .map(LimitTables::withoutEmptyRows)
                        .filter(t -> !t.rows().isEmpty());
        return Stream.concat(Stream.of(declared.with(declared.rows(), notes())), used)
                .toList();
    }

    private TableSpec spec(int id, Kind kind, String title, List<Formula> formulas) {
        List<Fact> facts = kind == Kind.FACTS ? facts() : List.of();
        return new TableSpec(
                IDS.get(id),
                kind,
                title,
                TableSpec.Selection.ALL,
                new TableSpec.Cells(formulas, List.of(), Map.of(), facts),
                true);
    }

    private List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        design.limitNames()
                .forEach(name -> facts.add(Fact.of(name, each(d -> d.limits().getOrDefault(name, "")))));
        if (design.subjects().stream().anyMatch(s -> s.declared().pricePerHour().isPresent())) {
            facts.add(Fact.of("price-per-hour", each(d -> d.pricePerHour().orElse(""))));
        }
        return facts;
    }

    /** Returns the declared value of each subject. */
    private List<String> each(java.util.function.Function<DeclaredLimits, String> fact) {
        return design.subjects().stream()
                .map(StudyDesign.Level::declared)
                .map(fact)
                .toList();
    }

    /**
     * One row for each limit, and one for the busiest of several machines, where a workload was run: of the mean, or for a burst of the
     * highest value.
     */
    private List<Formula> uses() {
        List<Formula> uses = new ArrayList<>();
        for (Map<String, String> where : workloads()) {
            for (String limit : design.limitNames()) {
                boolean burst = ServerStatistics.isBurst(limit);
                String label = design.words(where) + ": " + (burst ? "most of " : "mean of ") + limit;
                String level = ServerStatistics.limited(limit);
                uses.add(use(label, level, limit, where));
                uses.add(use(label + ", busiest machine", ServerStatistics.busiest(level), limit, where));
            }
        }
        return uses;
    }

    private static Formula use(String label, String level, String limit, Map<String, String> where) {
        String metric = (ServerStatistics.isBurst(limit) ? "server." : "server.mean.") + level;
        Expression most = new Call(Function.HIGHEST, List.of(new Reference(metric)));
        Expression declared = new Call(Function.LIMIT_OF, List.of(new Reference(limit)));
        Expression use = new Expression.Calculation(most, declared, '/');
        return new Formula(label, use, DisplayUnit.SHARE, OptionalInt.of(1), where);
    }

    /** Without families where nothing has one. */
    private List<Map<String, String>> workloads() {
        return design.workloads().stream()
                .map(where -> origins.stream()
                        .map(origin -> origin.known(where))
                        .max(Comparator.comparingInt(Map::size))
                        .orElse(where))
                .distinct()
                .toList();
    }

    private static StudyTable withoutEmptyRows(StudyTable table) {
        List<StudyTable.Row> rows = table.rows().stream()
                .filter(row ->
                        row.cells().stream().map(StudyTable.Cell::state).anyMatch(StudyTable.State.NUMBER::equals))
                .toList();
        return table.with(rows, table.notes());
    }

    /** Lists limits for which no run has a figure. */
    private List<String> notes() {
        List<Observation> runs = origins.stream()
                .filter(Source::isOurs)
                .flatMap(o -> o.observations().stream())
                .toList();
        List<String> untold = design.limitNames().stream()
                .filter(limit -> runs.stream()
                        .noneMatch(run -> run.value("server.mean." + ServerStatistics.limited(limit))
                                .isPresent()))
                .toList();
        return runs.isEmpty() || untold.isEmpty()
                ? List.of()
                : List.of("no run tells what is limited by " + String.join(", ", untold));
    }
}
