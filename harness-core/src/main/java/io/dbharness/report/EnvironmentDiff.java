package io.dbharness.report;

import io.dbharness.result.RunResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What two configurations differ in, besides what came out. A comparison of which two things changed says nothing of either. */
final class EnvironmentDiff {

    /** Differ from run to run and decide nothing. */
    private static final Set<String> OF_THE_RUN = Set.of("plan.seed", "target.url");

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
        Map<String, Set<String>> before = facts(baseline);
        Map<String, Set<String>> after = facts(candidate);
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<Difference> differences = new ArrayList<>();
        for (String name : names) {
            String one = words(before.getOrDefault(name, Set.of()));
            String other = words(after.getOrDefault(name, Set.of()));
            if (!one.equals(other) && !OF_THE_RUN.contains(name)) {
                differences.add(new Difference(name, one, other));
            }
        }
        return differences;
    }

    /** How many things changed, in words. */
    static String summary(List<Difference> differences) {
        return switch (differences.size()) {
            case 0 -> "nothing that was recorded differs; what was to differ was not recorded";
            case 1 -> "one thing changed";
            case 2 -> "two things changed: what comes out cannot be put down to either of them";
            default -> differences.size() + " things changed: what comes out cannot be put down to any one of them";
        };
    }

    private static String words(Collection<String> values) {
        return values.stream().collect(Collectors.joining(" | "));
    }

    private static Map<String, Set<String>> facts(List<RunResult> results) {
        Map<String, Set<String>> facts = new TreeMap<>();
        for (RunResult result : results) {
            add(facts, "workload", result.workload().name());
            result.workload().parameters().forEach((name, value) -> add(facts, "workload." + name, value));
            add(
                    facts,
                    "target.product",
                    result.target().product() + " " + result.target().version());
            add(facts, "target.url", result.target().url());
            result.target().settings().forEach((name, value) -> add(facts, "target." + name, value));
            result.environment().forEach((name, value) -> add(facts, "client." + name, value));
            add(facts, "plan.load", result.plan().load());
            add(facts, "plan.connections", Integer.toString(result.plan().connections()));
            add(facts, "plan.seed", Long.toString(result.plan().seed()));
            add(facts, "plan.seconds", Numbers.of(result.measuredSeconds()));
            add(facts, "tool", result.tool().version() + " " + result.tool().commit());
        }
        return facts;
    }

    private static void add(Map<String, Set<String>> facts, String name, String value) {
        facts.computeIfAbsent(name, n -> new TreeSet<>()).add(value);
    }
}
