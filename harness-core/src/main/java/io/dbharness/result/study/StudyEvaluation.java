package io.dbharness.result.study;

import io.dbharness.result.study.Study.Place;
import io.dbharness.result.study.Study.StudyRun;
import io.dbharness.result.study.Study.Subjects;
import io.dbharness.result.study.StudyDesign.ClaimSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
 */
public record StudyEvaluation(StudyDesign design, List<Origin> origins, Timelines timelines) {

    /** Names of tables that are made without being asked for. */
    public static final List<String> OWN_TABLES = LimitTables.IDS;

    public StudyEvaluation {
        StudyDesign study = design;
        origins = origins.stream()
                .map(origin -> new Origin(
                        origin.name(),
                        origin.observations().stream().map(study::complete).toList()))
                .toList();
    }

    public List<StudyTable> tables() {
        return Stream.concat(
                        design.tables().stream()
                                .flatMap(spec -> new TableBuilder(design, origins, spec).tables().stream()),
                        new LimitTables(design, origins).tables().stream())
                .toList();
    }

    public List<StudyChart> charts() {
        return design.charts().stream()
                .flatMap(spec -> new ChartBuilder(design, origins, spec, timelines).charts().stream())
                .toList();
    }

    /** Each claim, for each origin. */
    public List<ClaimOutcome> claims() {
        List<Origin> asked = origins.isEmpty() ? List.of(new Origin("", List.of())) : origins;
        List<ClaimOutcome> outcomes = new ArrayList<>();
        for (ClaimSpec claim : design.claims()) {
            for (Origin origin : asked) {
                outcomes.add(outcome(claim, origin, asked.size() > 1));
            }
        }
        return outcomes;
    }

    private ClaimOutcome outcome(ClaimSpec claim, Origin origin, boolean several) {
        String text = several ? origin.suffix(claim.text()) : claim.text();
        if (claim.claim().isEmpty()) {
            return new ClaimOutcome(text, "", ClaimOutcome.Verdict.NOT_TESTABLE, claim.reason());
        }
        Scope scope = origin.scope(design, claim.where(), true);
        Claim.Answer answer = claim.claim().get().answer(scope);
        return new ClaimOutcome(text, claim.formula(), answer.verdict(), answer.because());
    }

    /** The runs of ours, in order. */
    public List<StudyRun> runs() {
        return origins.stream()
                .flatMap(o -> o.observations().stream())
                .flatMap(o -> o.result().stream()
                        .map(result -> new StudyRun(
                                o.directory(),
                                o.labels(),
                                o.directory(),
                                result.verdict().name(),
                                result.caveats().stream()
                                        .map(c -> c.code() + ": " + c.detail())
                                        .toList(),
                                place(o),
                                Optional.of(result))))
                .toList();
    }

    private Place place(Observation run) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String factor : List.of(StudyDesign.WORKLOAD, StudyDesign.FAMILY)) {
            Optional.ofNullable(run.labels().get(factor)).ifPresent(level -> labels.put(factor, level));
        }
        int fixed = labels.size();
        StudyDesign.SWEPT.forEach(
                factor -> Optional.ofNullable(run.labels().get(factor)).ifPresent(level -> labels.put(factor, level)));
        return new Place(design.words(labels), labels.size() > fixed);
    }

    /**
     * The whole.
     *
     * @param profile whose runs these are
     * @param missing runs that were planned and have no result, in words
     * @param notes   on the whole
     */
    public Study study(String profile, List<String> missing, List<String> notes) {
        return new Study(
                design.name(),
                design.title(),
                profile,
                new Subjects(design.subjectFactor(), design.baseline(), design.subjects()),
                tables(),
                charts(),
                claims(),
                new ServiceLevels(design, origins).outcomes(),
                new Headlines(design, origins).sentences(),
                runs(),
                missing,
                notes);
    }
}
