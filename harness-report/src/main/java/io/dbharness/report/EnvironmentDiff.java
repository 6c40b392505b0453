package io.dbharness.report;

import io.dbharness.result.RunResult;
import io.dbharness.study.RunFacts;
import io.dbharness.study.Study;
import io.dbharness.study.Study.Place;
import io.dbharness.study.Study.StudyRun;
import io.dbharness.study.StudyDesign.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** In what two configurations differ, apart from their results. If two things changed at once, a comparison says nothing about either. */
public final class EnvironmentDiff {

    /** Facts that differ from run to run and cannot cause a difference between results. */
    private static final Set<String> OF_THE_RUN =
            Set.of("plan.seed", "target.url", "target.port", "target.database.bytes", "client.stealPercentSinceBoot");

    private EnvironmentDiff() {}

    /**
     * One thing that differs.
     *
     * @param name      for example {@code target.shared_buffers}
     * @param baseline  its values there
     * @param candidate its values here
     */
    record Difference(String name, String baseline, String candidate) {

        String words() {
            return name + ": " + (baseline.isEmpty() ? "not there" : baseline) + " → "
                    + (candidate.isEmpty() ? "not there" : candidate);
        }
    }

    /** In order of their names. */
    static List<Difference> of(List<RunResult> baseline, List<RunResult> candidate) {
        Map<String, Set<String>> before = RunFacts.of(baseline);
        Map<String, Set<String>> after = RunFacts.of(candidate);
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<Difference> differences = new ArrayList<>();
        for (String name : names) {
            String one = String.join(" | ", before.getOrDefault(name, Set.of()));
            String other = String.join(" | ", after.getOrDefault(name, Set.of()));
            if (!one.equals(other) && !OF_THE_RUN.contains(name)) {
                differences.add(new Difference(name, one, other));
            }
        }
        return differences;
    }

    /** How many things changed, in words. */
    private static String summary(List<Difference> differences) {
        return switch (differences.size()) {
            case 0 -> "nothing that was recorded differs; what was to differ was not recorded";
            case 1 -> "one thing changed";
            case 2 -> "two things changed: what comes out cannot be put down to either of them";
            default -> differences.size() + " things changed: what comes out cannot be put down to any one of them";
        };
    }

    /** Returns the differences by comparison, a summary line first; nothing without a baseline or without runs of both. */
    public static Map<String, List<String>> ofStudy(Study study) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (Level baseline : study.subjects().levels()) {
            boolean compared = study.subjects().baseline().equals(Optional.of(baseline.name()));
            for (Level subject : study.subjects().levels()) {
                List<String> lines =
                        compared && !subject.equals(baseline) ? lines(study, baseline, subject) : List.of();
                if (!lines.isEmpty()) {
                    all.put(subject.label() + " against " + baseline.label(), lines);
                }
            }
        }
        return all;
    }

    private static List<String> lines(Study study, Level baseline, Level subject) {
        Map<Place, List<StudyRun>> before = study.places(baseline);
        Set<Difference> differences = new LinkedHashSet<>();
        boolean both = false;
        for (Map.Entry<Place, List<StudyRun>> place : study.places(subject).entrySet()) {
            List<RunResult> one = results(before.getOrDefault(place.getKey(), List.of()));
            List<RunResult> other = results(place.getValue());
            if (!one.isEmpty() && !other.isEmpty()) {
                both = true;
                differences.addAll(of(one, other));
            }
        }
        return both ? lines(List.copyOf(differences), "") : List.of();
    }

    /** How many things changed, and which. */
    static List<String> lines(List<Difference> differences, String indent) {
        List<String> lines = new ArrayList<>(List.of(summary(differences)));
        differences.forEach(d -> lines.add(indent + d.words()));
        return lines;
    }

    private static List<RunResult> results(List<StudyRun> runs) {
        return runs.stream().flatMap(run -> run.result().stream()).toList();
    }
}
