package io.dbharness.report;

import io.dbharness.model.Internal;
import io.dbharness.result.RunResult;
import io.dbharness.study.RunFacts;
import io.dbharness.study.Study;
import io.dbharness.study.Study.Place;
import io.dbharness.study.Study.StudyRun;
import io.dbharness.study.StudyDesign.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** In what two configurations differ, apart from their results. If two things changed at once, a comparison says nothing about either. */
@Internal
public final class EnvironmentDiff {

    /** Facts that differ from run to run and cannot cause a difference between results. */
    private static final Set<String> OF_THE_RUN = Set.of(
            "plan.seed",
            "target.url",
            "target.port",
            "target.database.bytes",
            "client.stealPercentSinceBoot",
            "client.accepted");

    /** The environment of a result names the settings under test with this prefix. */
    public static final String UNDER_TEST = "under-test.";

    private static final String RECORDED = "client." + UNDER_TEST;

    /** Where a setting of a name can be recorded. */
    private static final List<String> PREFIXES = List.of("", "target.", "workload.", "plan.", "client.", RECORDED);

    private EnvironmentDiff() {}

    /**
     * One thing that differs.
     *
     * @param name      for example {@code target.shared_buffers}
     * @param baseline  its values there
     * @param candidate its values here
     * @param meant     true if it was varied on purpose
     */
    record Difference(String name, String baseline, String candidate, boolean meant) {

        String words() {
            return name + ": " + (baseline.isEmpty() ? "not there" : baseline) + " → "
                    + (candidate.isEmpty() ? "not there" : candidate);
        }
    }

    /** Returns the names of the settings that were varied on purpose: those given, and those that the results record as under test. */
    static Set<String> underTest(List<RunResult> baseline, List<RunResult> candidate, Set<String> given) {
        Set<String> names = new TreeSet<>(given);
        Stream.of(baseline, candidate)
                .flatMap(List::stream)
                .flatMap(result -> result.environment().keySet().stream())
                .filter(name -> name.startsWith(UNDER_TEST))
                .forEach(name -> names.add(name.substring(UNDER_TEST.length())));
        return names;
    }

    /** Returns the names of everything that results record and that can be named as varied on purpose, without prefixes. */
    public static Set<String> recorded(List<RunResult> results) {
        Set<String> names = new TreeSet<>();
        for (String name : RunFacts.of(results).keySet()) {
            PREFIXES.stream().filter(name::startsWith).forEach(prefix -> names.add(name.substring(prefix.length())));
        }
        return names;
    }

    private static List<Difference> of(List<RunResult> baseline, List<RunResult> candidate) {
        return of(baseline, candidate, Set.of());
    }

    /** In order of their names, those meant first. */
    static List<Difference> of(List<RunResult> baseline, List<RunResult> candidate, Set<String> given) {
        Map<String, Set<String>> before = RunFacts.of(baseline);
        Map<String, Set<String>> after = RunFacts.of(candidate);
        Set<String> underTest = underTest(baseline, candidate, given);
        Set<String> meant = underTest.stream()
                .flatMap(name -> PREFIXES.stream().map(prefix -> prefix + name))
                .collect(Collectors.toSet());
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<Difference> differences = new ArrayList<>();
        for (String name : names) {
            String one = String.join(" | ", before.getOrDefault(name, Set.of()));
            String other = String.join(" | ", after.getOrDefault(name, Set.of()));
            if (!one.equals(other) && !OF_THE_RUN.contains(name)) {
                differences.add(new Difference(name, one, other, meant.contains(name)));
            }
        }
        // The value that the server reports repeats the record of the value that was set.
        Set<String> differing = differences.stream().map(Difference::name).collect(Collectors.toSet());
        differences.removeIf(d -> d.name().startsWith(RECORDED)
                && differing.contains("target." + d.name().substring(RECORDED.length())));
        differences.sort(Comparator.comparing(Difference::meant).reversed());
        return differences;
    }

    /** Returns a warning for each setting that was set to different values while the server reports the same one. */
    static List<String> withoutEffect(List<RunResult> baseline, List<RunResult> candidate) {
        Map<String, Set<String>> before = RunFacts.of(baseline);
        Map<String, Set<String>> after = RunFacts.of(candidate);
        List<String> lines = new ArrayList<>();
        for (String name : underTest(baseline, candidate, Set.of())) {
            Set<String> read = before.getOrDefault("target." + name, Set.of());
            boolean set = !before.getOrDefault(RECORDED + name, Set.of())
                    .equals(after.getOrDefault(RECORDED + name, Set.of()));
            if (set && !read.isEmpty() && read.equals(after.get("target." + name))) {
                lines.add("the server reports " + name + " = " + String.join(" | ", read)
                        + " for both: the setting had no effect");
            }
        }
        return lines;
    }

    /** How many things changed, in words. */
    private static String summary(List<Difference> differences) {
        long besides = differences.stream().filter(d -> !d.meant()).count();
        if (besides < differences.size()) {
            String meant = differences.stream()
                    .filter(Difference::meant)
                    .map(Difference::words)
                    .collect(Collectors.joining("; ", "under test: ", "; "));
            return meant
                    + (besides == 0
                            ? "nothing else that was recorded differs"
                            : (besides == 1 ? "one thing" : besides + " things")
                                    + " more changed: what comes out cannot be put down to what is under test alone");
        }
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
        differences.stream().filter(d -> !d.meant()).forEach(d -> lines.add(indent + d.words()));
        return lines;
    }

    private static List<RunResult> results(List<StudyRun> runs) {
        return runs.stream().flatMap(run -> run.result().stream()).toList();
    }
}
