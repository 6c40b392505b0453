package io.dbharness.study;

import io.dbharness.result.RunResult;
import io.dbharness.study.StudyDesign.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A study as a report shows it: every text finished, every number with the value behind it.
 *
 * @param heading  names of the study
 * @param subjects what is compared
 * @param answers  what it found
 * @param runs     that were made, in the order of the plan
 * @param missing  runs that were planned and have no result, in words
 * @param notes    on the whole, one sentence each
 */
public record Study(
        Heading heading,
        Subjects subjects,
        Answers answers,
        List<StudyRun> runs,
        List<String> missing,
        List<String> notes) {

    /**
     * The names of a study.
     *
     * @param name    of the experiment
     * @param title   one line
     * @param profile whose runs these are; {@code published} when nothing but published figures is shown
     */
    public record Heading(String name, String title, String profile) {}

    /**
     * What a study found, in the order of the file.
     *
     * @param tables        with their numbers
     * @param charts        with their points
     * @param claims        with their verdicts
     * @param serviceLevels whether each is kept where a workload meets a subject
     * @param headlines     what the comparisons come to, one sentence each
     */
    public record Answers(
            List<StudyTable> tables,
            List<StudyChart> charts,
            List<ClaimOutcome> claims,
            List<ClaimOutcome> serviceLevels,
            List<String> headlines) {}

    public String name() {
        return heading.name();
    }

    public String title() {
        return heading.title();
    }

    public String profile() {
        return heading.profile();
    }

    public List<StudyTable> tables() {
        return answers.tables();
    }

    public List<StudyChart> charts() {
        return answers.charts();
    }

    public List<ClaimOutcome> claims() {
        return answers.claims();
    }

    public List<ClaimOutcome> serviceLevels() {
        return answers.serviceLevels();
    }

    public List<String> headlines() {
        return answers.headlines();
    }

    /**
     * The compared subjects.
     *
     * @param factor   factor whose levels are the subjects
     * @param baseline subject that the others are compared with
     * @param levels   the subjects, in order
     */
    public record Subjects(String factor, Optional<String> baseline, List<Level> levels) {}

    /** Returns the legend of the tables, one sentence each. */
    public List<String> legend() {
        List<String> legend = new ArrayList<>();
        if (tables().stream().anyMatch(table -> table.has(StudyTable.Basis.DERIVED))) {
            legend.add(StudyTable.DERIVED + " calculated here from what was published, not printed there.");
        }
        if (tables().stream().anyMatch(table -> table.has(StudyTable.Basis.RATIO))) {
            legend.add("ratio: measured over published.");
        }
        return legend;
    }

    /** The runs of a subject, in order, by where they were made. */
    public Map<Place, List<StudyRun>> places(Level subject) {
        Map<Place, List<StudyRun>> places = new LinkedHashMap<>();
        for (StudyRun run : runs) {
            if (subject.name().equals(run.labels().get(subjects.factor()))) {
                places.computeIfAbsent(run.place(), p -> new ArrayList<>()).add(run);
            }
        }
        return places;
    }

    /**
     * The common place of runs that differ only in their subject and by chance.
     *
     * @param words workload, family and level of load
     * @param swept whether it is one of several levels of load
     */
    public record Place(String words, boolean swept) {}

    /**
     * A run behind the study.
     *
     * @param name      for example {@code premium/read20/repeat 1}
     * @param labels    factor to level, for example {@code disk} to {@code premium}
     * @param directory of its files, below the directory of the study; empty for a publication
     * @param verdict   {@code VALID}, {@code SUSPECT} or {@code INVALID}
     * @param caveats   codes and details
     * @param place     where it was made
     * @param result    all that it says; empty for a publication
     */
    public record StudyRun(
            String name,
            Map<String, String> labels,
            String directory,
            String verdict,
            List<String> caveats,
            Place place,
            Optional<RunResult> result) {}

    /**
     * A claim and what the data say of it; a service level is the claim that it is kept.
     *
     * @param text       the claim in words
     * @param expression what it was taken to mean; may be empty
     * @param verdict    what follows
     * @param because    the numbers, or what is missing
     */
    public record ClaimOutcome(String text, String expression, Verdict verdict, String because) {

        /** The verdicts on claims. */
        public enum Verdict {
            SUPPORTED,
            CONTRADICTED,
            /** The data are missing, or cannot distinguish the claim from chance. */
            NOT_TESTABLE;

            public String word() {
                return name().toLowerCase(Locale.ROOT).replace('_', ' ');
            }
        }
    }
}
