package io.dbharness.result.study;

import io.dbharness.result.ServerStatistics;
import io.dbharness.result.study.Expression.Calculation;
import io.dbharness.result.study.Expression.Call;
import io.dbharness.result.study.Expression.Reference;
import io.dbharness.result.study.Expression.Sign;
import io.dbharness.result.study.StudyTable.Cell;
import io.dbharness.result.study.StudyTable.Kind;
import io.dbharness.result.study.StudyTable.Row;
import io.dbharness.result.study.StudyTable.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What subjects declare, and how much of it was used. Nobody has to ask for these tables: a limit is declared to be compared with.
 *
 * @param design  of the study
 * @param origins with data
 */
record LimitTables(StudyDesign design, List<Origin> origins) {

    /** Their names, which no table of a file can have. */
    static final List<String> IDS = List.of("declared-limits", "use-of-limits");

    private static final String PRICE = "price-per-hour";

    /** None where nothing is declared; only the first where nothing was measured that a limit is one of. */
    List<StudyTable> tables() {
        StudyTable declared = FactsTable.of(design, spec(0, Kind.FACTS, "Declared limits", List.of()));
        if (declared.rows().isEmpty()) {
            return List.of();
        }
        List<StudyTable> used = new TableBuilder(design, origins, spec(1, Kind.METRICS, "Use of limits", uses()))
                .tables().stream()
                        .map(LimitTables::withoutEmptyRows)
                        .filter(t -> !t.rows().isEmpty())
                        .toList();
        List<StudyTable> tables = new ArrayList<>(List.of(noted(declared)));
        tables.addAll(used);
        return tables;
    }

    private TableSpec spec(int id, Kind kind, String title, List<Formula> formulas) {
        return new TableSpec(
                IDS.get(id),
                kind,
                title,
                Map.of(),
                List.of(),
                List.of(),
                formulas,
                List.of(),
                Map.of(),
                kind == Kind.FACTS ? facts() : Map.of(),
                true);
    }

    private Map<String, List<String>> facts() {
        Map<String, List<String>> facts = new LinkedHashMap<>();
        for (String name : design.limitNames()) {
            facts.put(
                    name,
                    design.subjects().stream()
                            .map(s -> s.declared().limits().getOrDefault(name, ""))
                            .toList());
        }
        List<String> prices = design.subjects().stream()
                .map(s -> s.declared().pricePerHour().orElse(""))
                .toList();
        if (prices.stream().anyMatch(p -> !p.isEmpty())) {
            facts.put(PRICE, prices);
        }
        return facts;
    }

    /** One row for each limit where a workload was run: of the mean, or for a burst of the highest value. */
    private List<Formula> uses() {
        List<Formula> uses = new ArrayList<>();
        for (Map<String, String> where : workloads()) {
            for (String limit : design.limitNames()) {
                boolean burst = ServerStatistics.isBurst(limit);
                String metric = (burst ? "server." : "server.mean.") + ServerStatistics.limited(limit);
                Expression use = new Calculation(
                        new Call(Function.HIGHEST, List.of(new Reference(metric))),
                        new Call(Function.LIMIT_OF, List.of(new Reference(limit))),
                        Sign.OVER);
                String label = design.words(where) + ": " + (burst ? "most of " : "mean of ") + limit;
                uses.add(new Formula(label, use, Unit.SHARE, OptionalInt.of(1), where));
            }
        }
        return uses;
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
        List<Row> rows = table.rows().stream()
                .filter(row -> row.cells().stream().map(Cell::state).anyMatch(State.NUMBER::equals))
                .toList();
        return new StudyTable(
                table.id(), table.kind(), table.title(), table.head(), table.columns(), rows, table.notes());
    }

    /** Says which limits no run has anything to say of. */
    private StudyTable noted(StudyTable declared) {
        List<Observation> runs = origins.stream()
                .filter(Origin::isOurs)
                .flatMap(o -> o.observations().stream())
                .toList();
        List<String> untold = design.limitNames().stream()
                .filter(limit -> runs.stream()
                        .noneMatch(run -> run.value("server.mean." + ServerStatistics.limited(limit))
                                .isPresent()))
                .toList();
        List<String> notes = runs.isEmpty() || untold.isEmpty()
                ? List.of()
                : List.of("no run tells what is limited by " + String.join(", ", untold));
        return new StudyTable(
                declared.id(),
                declared.kind(),
                declared.title(),
                declared.head(),
                declared.columns(),
                declared.rows(),
                notes);
    }
}
