package io.dbharness.config;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.result.study.ChartSpec;
import io.dbharness.result.study.Claim;
import io.dbharness.result.study.Formula;
import io.dbharness.result.study.StudyChart;
import io.dbharness.result.study.StudyDesign;
import io.dbharness.result.study.StudyDesign.ClaimSpec;
import io.dbharness.result.study.StudyTable;
import io.dbharness.result.study.TableSpec;
import io.dbharness.result.study.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/** Reads which tables, charts and claims an experiment asks for. One use, one thread. */
final class OutputReader {

    private static final int MOST_DECIMALS = 9;
    private static final String TOTAL = "total";

    private final Fields file;
    private final StudyDesign design;

    /** @param design without tables, charts and claims, which must fit the rest of it */
    OutputReader(Fields file, StudyDesign design) {
        this.file = file;
        this.design = design;
    }

    List<TableSpec> tables() {
        List<TableSpec> tables = new ArrayList<>();
        Set<String> ids = new LinkedHashSet<>();
        for (Fields table : file.list("tables")) {
            String id = ExperimentReader.required(table, "id").orElse("");
            if (!ids.add(id)) {
                table.problem("id", "'" + id + "' is that of another table, too");
            }
            Known.refuse(table, Known.TABLE);
            kind(
                            table,
                            Arrays.stream(StudyTable.Kind.values())
                                    .map(StudyTable.Kind::word)
                                    .toList())
                    .map(word -> StudyTable.Kind.valueOf(word.toUpperCase(Locale.ROOT)))
                    .ifPresent(kind -> tables.add(table(table, id, kind)));
        }
        return tables;
    }

    private static Optional<String> kind(Fields fields, List<String> words) {
        Optional<String> kind = fields.word("kind", words);
        if (!fields.has("kind")) {
            fields.problem("kind", "is missing; it must be one of " + String.join(", ", words));
        }
        return kind;
    }

    private TableSpec table(Fields table, String id, StudyTable.Kind kind) {
        List<Formula> formulas = switch (kind) {
            case FACTS -> List.of();
            case PERCENTILES -> List.of(percentileForm(table));
            case GRID, SWEEP -> formulas(table, "columns");
            case METRICS, COMPARE -> formulas(table, "rows");
        };
        if (kind == StudyTable.Kind.COMPARE && design.baseline().isEmpty()) {
            table.problem("kind", "compare needs a baseline under design");
        }
        Map<String, String> operations = ExperimentReader.texts(table, "operations");
        List<String> percentiles = table.texts("percentiles");
        return new TableSpec(
                id,
                kind,
                table.text("title").orElse(id),
                where(table),
                factors(table, "per"),
                subjects(table),
                formulas,
                percentiles.isEmpty() ? allPercentiles() : percentiles,
                operations.isEmpty() ? Map.of(TOTAL, "Total") : operations,
                kind == StudyTable.Kind.FACTS ? facts(table) : Map.of(),
                table.word("aggregate", List.of("merged", "mean-of-runs"))
                        .filter("mean-of-runs"::equals)
                        .isEmpty());
    }

    private static List<String> allPercentiles() {
        List<String> names = new ArrayList<>(Quantiles.BY_NAME.keySet());
        names.add(0, "min");
        names.add("max");
        return names;
    }

    private static Formula percentileForm(Fields table) {
        // Only the form counts: which percentile of which operation is a matter of the cell.
        return Formula.parse("", "max", new Problems())
                .orElseThrow()
                .printed(new Unit(table.text("unit").orElse("ms")), decimals(table));
    }

    private static OptionalInt decimals(Fields fields) {
        return fields.whole("decimals", 0, MOST_DECIMALS).stream()
                .mapToInt(d -> (int) d)
                .findFirst();
    }

    private List<String> subjects(Fields table) {
        List<String> known =
                design.subjects().stream().map(StudyDesign.Level::name).toList();
        List<String> names = table.texts("subjects");
        names.stream()
                .filter(name -> !known.contains(name))
                .forEach(name ->
                        table.problem("subjects", "names '" + name + "'; known are " + String.join(", ", known)));
        return names;
    }

    private List<Formula> formulas(Fields fields, String name) {
        List<Formula> formulas = new ArrayList<>();
        if (!fields.has(name)) {
            fields.problem(name, "is missing");
        }
        for (Fields row : fields.list(name)) {
            Known.refuse(row, Known.FORMULA);
            Optional<String> text = ExperimentReader.required(row, "expr");
            String label = row.text("label").or(() -> text).orElse("");
            Unit unit = new Unit(row.text("unit").orElse(""));
            OptionalInt decimals = decimals(row);
            Map<String, String> where = where(row);
            text.ifPresent(t -> {
                Problems own = new Problems();
                Optional<Formula> formula = Formula.parse(label, t, own);
                formula.ifPresent(f -> f.check(design, own));
                tell(own, what -> row.problem("expr", what));
                formula.map(f -> f.printed(unit, decimals).of(where)).ifPresent(formulas::add);
            });
        }
        return formulas;
    }

    /** Levels that something is about, by factor. */
    private Map<String, String> where(Fields fields) {
        Map<String, String> where = ExperimentReader.texts(fields, "where");
        where.forEach((factor, level) -> {
            Problems own = new Problems();
            design.requireLevel(factor, level, own);
            tell(own, what -> fields.problem("where", what));
        });
        return where;
    }

    private List<String> factors(Fields fields, String name) {
        List<String> factors = fields.texts(name);
        List<String> known = design.factors();
        factors.stream()
                .filter(factor -> !known.contains(factor))
                .forEach(factor ->
                        fields.problem(name, "names '" + factor + "'; known are " + String.join(", ", known)));
        return factors;
    }

    private Map<String, List<String>> facts(Fields table) {
        String source = ExperimentReader.required(table, "source").orElse("");
        Map<String, List<String>> facts = new LinkedHashMap<>();
        if (source.equals("subjects")) {
            List<String> names = subjects(table);
            List<Map<String, String>> all = design.subjects().stream()
                    .filter(s -> names.isEmpty() || names.contains(s.name()))
                    .map(s -> factsOf("subjects", s.name()))
                    .toList();
            all.stream()
                    .flatMap(f -> f.keySet().stream())
                    .distinct()
                    .forEach(name -> facts.put(
                            name,
                            all.stream().map(f -> f.getOrDefault(name, "")).toList()));
            return facts;
        }
        int dot = source.indexOf('.');
        String group = dot < 0 ? source : source.substring(0, dot);
        Map<String, String> found = switch (group) {
            case "environment" -> ExperimentReader.texts(file, "environment");
            case "workloads" -> factsOf("workloads", source.substring(dot + 1));
            case "facts" ->
                file.fields("facts")
                        .map(f -> ExperimentReader.texts(f, source.substring(dot + 1)))
                        .orElse(Map.of());
            default -> Map.of();
        };
        if (found.isEmpty()) {
            table.problem(
                    "source", "must be environment, subjects, workloads.NAME or facts.NAME, with something in it");
        }
        found.forEach((name, value) -> facts.put(name, List.of(value)));
        return facts;
    }

    private Map<String, String> factsOf(String group, String name) {
        return file.fields(group)
                .flatMap(g -> g.fields(name))
                .map(part -> ExperimentReader.texts(part, "facts"))
                .orElse(Map.of());
    }

    List<ChartSpec> charts() {
        List<ChartSpec> charts = new ArrayList<>();
        for (Fields chart : file.list("charts")) {
            Known.refuse(chart, Known.CHART);
            List<String> words = Arrays.stream(StudyChart.Kind.values())
                    .map(StudyChart.Kind::word)
                    .toList();
            kind(chart, words).ifPresent(word -> {
                StudyChart.Kind kind = StudyChart.Kind.valueOf(word.toUpperCase(Locale.ROOT));
                String id = chart.text("id").orElse("chart-" + (charts.size() + 1));
                charts.add(new ChartSpec(
                        id,
                        kind,
                        chart.text("title").orElse(id),
                        where(chart),
                        factors(chart, "per"),
                        chart.has("by") ? factors(chart, "by") : List.of(design.subjectFactor()),
                        kind == StudyChart.Kind.PERCENTILE ? List.of() : formulas(chart, "series"),
                        chart.has("operations") ? chart.texts("operations") : List.of(TOTAL),
                        lines(chart)));
            });
        }
        return charts;
    }

    private static Map<String, Double> lines(Fields chart) {
        Map<String, Double> lines = new LinkedHashMap<>();
        ExperimentReader.texts(chart, "lines").forEach((label, text) -> {
            try {
                lines.put(label, Double.parseDouble(text));
            } catch (NumberFormatException e) {
                chart.problem("lines", "must give each label a number, not '" + text + "'");
            }
        });
        return lines;
    }

    List<ClaimSpec> claims() {
        List<ClaimSpec> claims = new ArrayList<>();
        for (Fields fields : file.list("claims")) {
            Known.refuse(fields, Known.CLAIM);
            String text = ExperimentReader.required(fields, "text").orElse("");
            String formula = ExperimentReader.required(fields, "expr").orElse("");
            Optional<Claim> claim = Optional.empty();
            if (!formula.isEmpty() && !formula.equals(ExperimentUnit.TBD)) {
                Problems own = new Problems();
                claim = Claim.parse(formula, own);
                claim.ifPresent(c -> c.check(design, own));
                tell(own, what -> fields.problem("expr", what));
            }
            String reason = fields.text("reason").orElse("nobody knows how to measure it");
            claims.add(new ClaimSpec(text, claim, claim.isPresent() ? formula : "", reason, where(fields)));
        }
        return claims;
    }

    /** Passes on what was found wrong, so that it gets a line. */
    static void tell(Problems found, Consumer<String> problem) {
        try {
            found.throwIfAny();
        } catch (UsageException e) {
            String.valueOf(e.getMessage()).lines().forEach(problem);
        }
    }
}
