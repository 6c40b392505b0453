package io.dbharness.study.file;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Problems;
import io.dbharness.study.ChartSpec;
import io.dbharness.study.Claim;
import io.dbharness.study.DisplayUnit;
import io.dbharness.study.Formula;
import io.dbharness.study.OperationUse;
import io.dbharness.study.OperationUse.Kind;
import io.dbharness.study.Study.ClaimOutcome.Verdict;
import io.dbharness.study.StudyChart;
import io.dbharness.study.StudyDesign;
import io.dbharness.study.StudyDesign.ClaimSpec;
import io.dbharness.study.StudyEvaluation;
import io.dbharness.study.StudyTable;
import io.dbharness.study.TableSpec;
import io.dbharness.study.file.ExperimentFile.OperationPlace;
import io.dbharness.yaml.Fields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Parses the tables, charts and claims of an experiment. For one use by one thread. */
final class OutputReader {

    /** Names of output files of every study in addition to its tables. */
    private static final List<String> OTHER_FILES = List.of("long", "claims");

    private static final int MOST_DECIMALS = 9;
    private static final String TOTAL = "total";

    private final Fields file;
    private final Fields published;
    private final StudyDesign design;
    private final List<OperationPlace> operations = new ArrayList<>();

    /**
     * @param published fields of the file without a profile
     * @param design    design without tables, charts and claims, which are checked against it
     */
    OutputReader(Fields file, Fields published, StudyDesign design) {
        this.file = file;
        this.published = published;
        this.design = design;
    }

    /** Returns the operations that the parsed tables, charts and claims use. */
    List<OperationPlace> operations() {
        return List.copyOf(operations);
    }

    private void speaksOf(Fields fields, String name, Stream<OperationUse> uses) {
        OperationPlace.of(fields.where(name), uses).forEach(operations::add);
    }

    private void speaksOf(Fields fields, Set<String> names, Map<String, String> where) {
        speaksOf(fields, "operations", names.stream().map(name -> new OperationUse(Kind.OPERATION, name, where)));
    }

    List<TableSpec> tables() {
        List<TableSpec> tables = new ArrayList<>();
        Set<String> ids = new LinkedHashSet<>(StudyEvaluation.OWN_TABLES);
        ids.addAll(OTHER_FILES);
        for (Fields table : file.list("tables")) {
            table.required("id");
            String id = StudyFields.fileName(table, "id").orElse("");
            if (!ids.add(id)) {
                table.problem("id", "'" + id + "' is also the id of another table or file");
            }
            StudyFields.refuse(table, StudyFields.TABLE);
            kind(table, StudyTable.Kind.values(), StudyTable.Kind::word)
                    .ifPresent(kind -> tables.add(table(table, id, kind)));
        }
        return tables;
    }

    private static <K> Optional<K> kind(Fields fields, K[] kinds, Function<K, String> word) {
        List<String> words = Arrays.stream(kinds).map(word).toList();
        if (!fields.has("kind")) {
            fields.problem("kind", "is missing; it must be one of " + String.join(", ", words));
        }
        return fields.word("kind", words).map(text -> kinds[words.indexOf(text)]);
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
        Map<String, String> columns = DesignReader.texts(table, "operations");
        speaksOf(table, columns.keySet(), plain(table));
        List<String> percentiles =
                table.texts("percentiles").stream().map(Quantiles::canonical).toList();
        Map<String, String> where = where(table);
        return new TableSpec(
                id,
                kind,
                called(table, "title", where, id),
                new TableSpec.Selection(where, factors(table, "per"), subjects(table)),
                new TableSpec.Cells(
                        formulas,
                        percentiles.isEmpty() ? allPercentiles() : percentiles,
                        columns.isEmpty() ? Map.of(TOTAL, "Total") : columns,
                        kind == StudyTable.Kind.FACTS
                                ? new FactsReader(file, published, design).read(table)
                                : List.of()),
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
        // Only the format is used: each cell selects its percentile and operation.
        return Formula.parse("", "max", new Problems())
                .orElseThrow()
                .printed(new DisplayUnit(table.text("unit").orElse("ms")), decimals(table));
    }

    private static OptionalInt decimals(Fields fields) {
        return fields.whole("decimals", 0, MOST_DECIMALS).stream()
                .mapToInt(d -> (int) d)
                .findFirst();
    }

    private List<String> subjects(Fields table) {
        List<String> names = table.texts("subjects");
        List<String> known =
                design.subjects().stream().map(StudyDesign.Level::name).toList();
        StudyFields.require(table, "subjects", names, known);
        return names;
    }

    private boolean scaled() {
        return DesignReader.scaled(file);
    }

    /**
     * Returns the formulas that are valid at the scale of the study.
     *
     * @param fields fields of the table or chart, whose levels apply to all formulas
     */
    private List<Formula> formulas(Fields fields, String name) {
        Map<String, String> outer = plain(fields);
        List<String> per = fields.texts("per");
        List<Formula> formulas = new ArrayList<>();
        if (!fields.has(name)) {
            fields.problem(name, "is missing");
        }
        for (Fields row : fields.list(name)) {
            StudyFields.refuse(row, StudyFields.FORMULA);
            Optional<String> text = row.required("expr");
            DisplayUnit unit = new DisplayUnit(row.text("unit").orElse(""));
            OptionalInt decimals = decimals(row);
            Map<String, String> where = where(row);
            requireOverlap(row, where, outer, per);
            String label = called(row, "label", where, text.orElse(""));
            Map<String, String> all = new TreeMap<>(outer);
            all.putAll(where);
            boolean meant = row.flag("scaled").orElse(true) || !scaled();
            text.ifPresent(t -> StudyFields.check(
                    row,
                    "expr",
                    found -> Formula.parse(label, t, found).ifPresent(f -> {
                        f.check(design, found);
                        speaksOf(row, "expr", f.operations(design, all));
                        if (meant) {
                            formulas.add(f.printed(unit, decimals).of(where));
                        }
                    })));
        }
        return formulas;
    }

    /** Notes levels of a row that the table's own levels exclude: the row narrows the table and would be empty. */
    private static void requireOverlap(
            Fields row, Map<String, String> where, Map<String, String> outer, List<String> per) {
        where.forEach((factor, level) -> {
            String around = outer.getOrDefault(factor, level);
            if (!around.equals(level)) {
                row.problem(
                        "where", "has " + factor + ": " + level + ", but all of it is about " + factor + ": " + around);
            }
            if (per.contains(factor)) {
                row.problem(
                        "where",
                        "has " + factor + ": " + level + ", but there is one of these for each " + factor
                                + ", as per has it; leave one of the two out");
            }
        });
    }

    /** Returns the levels under {@code where}, unchecked. */
    private static Map<String, String> plain(Fields fields) {
        return DesignReader.texts(fields, "where");
    }

    /** Returns the label in the file; without one, the labels of the levels under {@code where}, which a profile may change. */
    private String called(Fields fields, String name, Map<String, String> where, String otherwise) {
        return fields.text(name).orElseGet(() -> where.isEmpty() ? otherwise : design.words(where));
    }

    /** Returns the checked levels under {@code where}, by factor. */
    private Map<String, String> where(Fields fields) {
        Map<String, String> where = plain(fields);
        where.forEach((factor, level) ->
                StudyFields.check(fields, "where", found -> design.requireLevel(factor, level, found)));
        return where;
    }

    private List<String> factors(Fields fields, String name) {
        List<String> factors = fields.texts(name);
        StudyFields.require(fields, name, factors, design.factors());
        return factors;
    }

    List<ChartSpec> charts() {
        List<ChartSpec> charts = new ArrayList<>();
        for (Fields chart : file.list("charts")) {
            StudyFields.refuse(chart, StudyFields.CHART);
            kind(chart, StudyChart.Kind.values(), StudyChart.Kind::word).ifPresent(kind -> {
                String id = StudyFields.fileName(chart, "id").orElse("chart-" + (charts.size() + 1));
                Map<String, String> where = where(chart);
                charts.add(new ChartSpec(
                        id,
                        kind,
                        called(chart, "title", where, id),
                        new TableSpec.Selection(where, factors(chart, "per"), subjects(chart)),
                        chart.has("by") ? factors(chart, "by") : List.of(design.subjectFactor()),
                        new ChartSpec.Panels(
                                kind == StudyChart.Kind.PERCENTILE ? List.of() : formulas(chart, "series"),
                                curves(chart),
                                lines(chart))));
            });
        }
        return charts;
    }

    private List<String> curves(Fields chart) {
        if (!chart.has("operations")) {
            return List.of(TOTAL);
        }
        List<String> names = chart.texts("operations");
        speaksOf(chart, Set.copyOf(names), plain(chart));
        return names;
    }

    private static Map<String, Double> lines(Fields chart) {
        Map<String, Double> lines = new LinkedHashMap<>();
        DesignReader.texts(chart, "lines").forEach((label, text) -> {
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
            StudyFields.refuse(fields, StudyFields.CLAIM);
            String text = fields.required("text").orElse("");
            String formula = fields.required("expr").orElse("");
            Optional<Claim> claim = Optional.empty();
            if (!formula.isEmpty() && !formula.equals(StudyRuns.TBD)) {
                Problems found = new Problems();
                claim = Claim.parse(formula, found);
                claim.ifPresent(c -> {
                    c.check(design, found);
                    speaksOf(fields, "expr", c.operations(design, plain(fields)));
                });
                found.lines().forEach(what -> fields.problem("expr", what));
            }
            boolean ours = fields.word("reading", List.of("ours")).isPresent();
            boolean disputed = fields.word("published", List.of(Verdict.CONTRADICTED.word()))
                    .isPresent();
            if (disputed && !fields.has("reason")) {
                fields.problem("published", "needs a reason: how the published numbers contradict the claim");
            }
            claims.add(new ClaimSpec(
                    ours ? text + " (our reading)" : text,
                    claim,
                    claim.isPresent() ? formula : "",
                    fields.text("reason").orElse(claim.isPresent() ? "" : "it is not known how to measure it"),
                    where(fields),
                    disputed ? Verdict.CONTRADICTED : Verdict.SUPPORTED));
        }
        return claims;
    }
}
