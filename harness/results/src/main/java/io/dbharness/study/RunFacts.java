package io.dbharness.study;

import io.dbharness.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** Collects what runs record of their settings and environment, by names such as {@code target.product} or {@code workload.tables}. */
public final class RunFacts {

    private RunFacts() {}

    /** Each fact with its values in these runs. */
    public static Map<String, Set<String>> of(List<RunResult> results) {
        Map<String, Set<String>> facts = new TreeMap<>();
        for (RunResult result : results) {
            BiConsumer<String, Object> add = (name, value) ->
                    facts.computeIfAbsent(name, n -> new TreeSet<>()).add(value.toString());
            add.accept("workload", result.workload().name());
            result.workload().parameters().forEach((name, value) -> add.accept("workload." + name, value));
            add.accept(
                    "target.product",
                    result.target().product() + " " + result.target().version());
            add.accept("target.url", result.target().url());
            result.target().settings().forEach((name, value) -> add.accept("target." + name, value));
            result.environment().forEach((name, value) -> add.accept("client." + name, value));
            add.accept("plan.load", result.plan().load());
            add.accept("plan.connections", result.plan().connections());
            add.accept("plan.seed", result.plan().seed());
            add.accept("plan.warmup", seconds(result.seconds("warmup")));
            add.accept("plan.duration", seconds(result.measuredSeconds()));
            add.accept("tool", result.tool().version() + " " + result.tool().commit());
        }
        return facts;
    }

    private static String seconds(double seconds) {
        return StudyDesign.plain(Math.rint(seconds * 1000) / 1000) + " s";
    }
}
