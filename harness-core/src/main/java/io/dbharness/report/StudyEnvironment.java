package io.dbharness.report;

import io.dbharness.report.EnvironmentDiff.Difference;
import io.dbharness.result.RunResult;
import io.dbharness.result.study.Study;
import io.dbharness.result.study.Study.Place;
import io.dbharness.result.study.Study.StudyRun;
import io.dbharness.result.study.StudyDesign.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** In what each subject of a study differs from the baseline besides what came out, as far as it was recorded. Pure. */
public final class StudyEnvironment {

    private StudyEnvironment() {}

    /** What is compared to what is to be said of it, a summary first; none without a baseline or without runs of both. */
    public static Map<String, List<String>> of(Study study) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        List<Level> levels = study.subjects().levels();
        levels.stream()
                .filter(level -> study.subjects().baseline().stream().anyMatch(level.name()::equals))
                .findFirst()
                .ifPresent(baseline -> levels.stream()
                        .filter(level -> !level.equals(baseline))
                        .forEach(subject -> {
                            List<String> lines = lines(study, baseline, subject);
                            if (!lines.isEmpty()) {
                                all.put(subject.label() + " against " + baseline.label(), lines);
                            }
                        }));
        return all;
    }

    private static List<String> lines(Study study, Level baseline, Level subject) {
        Map<Place, List<StudyRun>> before = study.places(baseline);
        Map<Place, List<StudyRun>> after = study.places(subject);
        Set<Difference> differences = new LinkedHashSet<>();
        boolean both = false;
        for (Map.Entry<Place, List<StudyRun>> place : after.entrySet()) {
            List<RunResult> one =
                    results(before.getOrDefault(place.getKey(), List.of())).toList();
            List<RunResult> other = results(place.getValue()).toList();
            if (!one.isEmpty() && !other.isEmpty()) {
                both = true;
                differences.addAll(EnvironmentDiff.of(one, other));
            }
        }
        if (!both) {
            return List.of();
        }
        List<Difference> distinct = List.copyOf(differences);
        List<String> lines = new ArrayList<>(List.of(EnvironmentDiff.summary(distinct)));
        distinct.forEach(d -> lines.add(d.words()));
        return lines;
    }

    private static Stream<RunResult> results(List<StudyRun> runs) {
        return runs.stream().flatMap(run -> run.result().stream());
    }
}
