package io.dbharness.study;

import io.dbharness.result.RunResult;
import io.dbharness.result.analysis.Comparison;
import io.dbharness.study.Expression.Reference;
import io.dbharness.study.Study.ClaimOutcome;
import io.dbharness.study.Study.Place;
import io.dbharness.study.Study.StudyRun;
import io.dbharness.study.StudyDesign.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Turns observations into the finished study. Pure: the same observations give the same study.
 *
 * @param design    what is wanted
 * @param origins   what there is, by where it comes from
 * @param timelines of runs
 * @param scaled    whether runs are of another size than what was published, so that only comparisons between subjects can be held
 *                  against it
 */
public record StudyEvaluation(StudyDesign design, List<Source> origins, Timelines timelines, boolean scaled) {

    /** Names of tables that are made without being asked for. */
    public static final List<String> OWN_TABLES = LimitTables.IDS;

    private static final String SCALED =
            "Scaled down: what was published is of another size, so its absolute values are left out; changes between subjects are held against it.";

    public StudyEvaluation(StudyDesign design, List<Source> origins, Timelines timelines) {
        this(design, origins, timelines, false);
    }

    public StudyEvaluation {
        StudyDesign study = design;
        origins = origins.stream()
                .map(origin -> new Source(
                        origin.name(),
                        origin.observations().stream().map(study::complete).toList()))
                .toList();
    }

    public List<StudyTable> tables() {
        return Stream.concat(
                        design.tables().stream()
                                .flatMap(spec ->
                                        new TableBuilder(design, comparable(spec.kind()), spec).tables().stream()),
                        new LimitTables(design, absolute()).tables().stream())
                .toList();
    }

    private List<Source> comparable(StudyTable.Kind kind) {
        return kind == StudyTable.Kind.COMPARE ? origins : absolute();
    }

    /** Those whose absolute values can be held against each other. */
    private List<Source> absolute() {
        return origins.stream().filter(o -> !scaled || !o.isPublished()).toList();
    }

    public List<StudyChart> charts() {
        return design.charts().stream()
                .flatMap(spec -> new ChartBuilder(design, absolute(), spec, timelines).charts().stream())
                .toList();
    }

    /** Each claim, for each origin. */
    public List<ClaimOutcome> claims() {
        List<Source> asked = origins.isEmpty() ? List.of(new Source("", List.of())) : origins;
        List<ClaimOutcome> outcomes = new ArrayList<>();
        for (StudyDesign.ClaimSpec claim : design.claims()) {
            for (Source origin : asked) {
                String text = asked.size() > 1 ? origin.suffix(claim.text()) : claim.text();
                Claim.Answer answer = claim.claim()
                        .map(meaning -> meaning.answer(origin.scope(design, claim.where())))
                        .orElseGet(() -> new Claim.Answer(ClaimOutcome.Verdict.NOT_TESTABLE, claim.reason()));
                String formula = claim.claim().isPresent() ? claim.formula() : "";
                boolean disputed = !origin.isOurs()
                        && claim.claim().isPresent()
                        && !claim.reason().isEmpty();
                String because = answer.because() + (disputed ? ": " + claim.reason() : "");
                outcomes.add(new ClaimOutcome(text, formula, answer.verdict(), because));
            }
        }
        return outcomes;
    }

    /** The runs of ours, in order. */
    public List<StudyRun> runs() {
        return origins.stream()
                .flatMap(o -> o.observations().stream())
                .flatMap(o -> o.result().map(result -> run(o, result)).stream())
                .toList();
    }

    private StudyRun run(Observation run, RunResult result) {
        String name = run.directory();
        String verdict = result.verdict().name();
        List<String> caveats =
                result.caveats().stream().map(c -> c.code() + ": " + c.detail()).toList();
        return new StudyRun(name, run.labels(), name, verdict, caveats, place(run), Optional.of(result));
    }

    private Place place(Observation run) {
        Map<String, String> swept = StudyDesign.only(design.sweptFactors(), run.labels());
        Map<String, String> labels = StudyDesign.only(List.of(StudyDesign.WORKLOAD, StudyDesign.FAMILY), run.labels());
        labels.putAll(swept);
        return new Place(design.words(labels), !swept.isEmpty());
    }

    /**
     * The whole.
     *
     * @param profile whose runs these are
     * @param missing runs that were planned and have no result, in words
     * @param notes   on the whole
     */
    public Study study(String profile, List<String> missing, List<String> notes) {
        boolean leftOut = scaled && origins.stream().anyMatch(Source::isPublished);
        return new Study(
                new Study.Heading(design.name(), design.title(), profile),
                new Study.Subjects(design.subjectFactor(), design.baseline(), design.subjects()),
                new Study.Answers(
                        tables(), charts(), claims(), new ServiceLevels(design, origins).outcomes(), headlines()),
                runs(),
                missing,
                Stream.concat(notes.stream(), Stream.of(SCALED).filter(note -> leftOut))
                        .toList());
    }

    /** A compared formula and its label. */
    private record Asked(String label, Expression formula, Map<String, String> where) {}

    /**
     * Returns the headlines: each subject against the baseline by the numbers of the first origin, with the uncertainty. The
     * rows of the file's comparisons count or, without any, throughput and p99 of each workload. One sentence for each that has a number.
     */
    List<String> headlines() {
        Optional<Level> baseline = design.baseline().flatMap(design::subject);
        if (baseline.isEmpty() || origins.isEmpty()) {
            return List.of();
        }
        List<Asked> rows = comparedRows();
        return (rows.isEmpty() ? usualRows() : rows)
                .stream()
                        .flatMap(asked -> sentence(asked, baseline.get()).stream())
                        .toList();
    }

    private List<Asked> comparedRows() {
        List<Asked> rows = new ArrayList<>();
        design.tables().stream()
                .filter(table ->
                        table.kind() == StudyTable.Kind.COMPARE && table.per().isEmpty())
                .forEach(table -> table.formulas()
                        .forEach(formula -> rows.add(new Asked(
                                table.title() + ", " + formula.label(),
                                formula.expression(),
                                StudyDesign.joined(table.where(), formula.where())))));
        return rows;
    }

    private List<Asked> usualRows() {
        Expression throughput = new Expression.Call(Function.HIGHEST, List.of(new Reference("throughput")));
        List<Asked> usual = new ArrayList<>();
        design.workloads().stream().map(origins.get(0)::known).distinct().forEach(where -> {
            String words = design.words(where);
            usual.add(new Asked("Throughput, " + words, throughput, where));
            usual.add(new Asked("p99, " + words, new Reference("p99"), where));
        });
        return usual;
    }

    private Optional<String> sentence(Asked asked, Level baseline) {
        Scope scope = origins.get(0).scope(design, asked.where());
        List<String> changes = new ArrayList<>();
        for (Level subject : design.subjects()) {
            if (!subject.equals(baseline)) {
                Scope candidate = scope.with(design.subjectFactor(), subject.name());
                Scope against = scope.with(design.subjectFactor(), baseline.name());
                Value ratio = Function.ratio(asked.formula(), candidate, against);
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
        Optional<Comparison> tested = ratio.runs().map(Value.RatioRuns::comparison);
        return change
                + tested.map(c -> " (95 % CI " + Digits.change(c.ratio95().low()) + " to "
                                + Digits.change(c.ratio95().high()) + ")")
                        .orElse(" (no replication)")
                + (ratio.mark().isEmpty() ? "" : " " + ratio.mark());
    }
}
