package io.dbharness.result;

import io.dbharness.result.RunResult.TargetFacts;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.RunResult.WorkloadFacts;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The labels of the results in a merged result, one by one. The merged result has each different label once, in order, with {@code "; "}
 * between them; a further merge makes these texts from the lists again.
 *
 * @param parts labels of each result, by id
 * @param loads loads of clients that sent at the same time, in words, to the number of clients; empty for runs one after the other
 */
record MergedLabels(List<Part> parts, Map<String, Integer> loads) {

    private static final String MERGED = "-merged";
    private static final String AND = "; ";

    public MergedLabels {
        parts = List.copyOf(parts);
        loads = Collections.unmodifiableMap(new TreeMap<>(loads));
    }

    /**
     * The labels of a result that was not merged.
     *
     * @param sessions {@code dedicated} or {@code leased}
     */
    public record Part(
            String id,
            Tool tool,
            WorkloadFacts workload,
            TargetFacts target,
            Map<String, String> environment,
            String sessions) {

        public Part {
            environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        }

        private static Stream<Part> of(RunResult result) {
            MergedLabels merged = result.merged();
            return merged != null
                    ? merged.parts().stream()
                    : Stream.of(new Part(
                            result.id(),
                            result.tool(),
                            result.workload(),
                            result.target(),
                            result.environment(),
                            result.plan().sessions()));
        }
    }

    /**
     * Collects the labels of some results; their order does not matter.
     *
     * @param results  at least two
     * @param parallel true for clients that sent at the same time, false for runs of one load
     */
    static MergedLabels of(List<RunResult> results, boolean parallel) {
        List<Part> parts = results.stream()
                .flatMap(Part::of)
                // Parts with the same id are in order of all their labels.
                .sorted(Comparator.comparing(Part::id).thenComparing(Part::toString))
                .toList();
        Map<String, Integer> loads = new TreeMap<>();
        for (RunResult result : parallel ? results : results.subList(0, 1)) {
            MergedLabels merged = result.merged();
            if (merged != null && !merged.loads().isEmpty()) {
                merged.loads().forEach((load, clients) -> loads.merge(load, clients, Integer::sum));
            } else if (parallel) {
                loads.merge(result.plan().load(), 1, Integer::sum);
            }
        }
        return new MergedLabels(parts, loads);
    }

    String id() {
        return parts.get(0).id() + MERGED;
    }

    Tool tool() {
        return new Tool(
                text(part -> part.tool().name()),
                text(part -> part.tool().version()),
                text(part -> part.tool().commit()));
    }

    WorkloadFacts workload() {
        return new WorkloadFacts(
                parts.get(0).workload().name(), texts(part -> part.workload().parameters()));
    }

    TargetFacts target() {
        return new TargetFacts(
                text(part -> part.target().product()),
                text(part -> part.target().version()),
                text(part -> part.target().url()),
                texts(part -> part.target().settings()));
    }

    Map<String, String> environment() {
        return texts(Part::environment);
    }

    String sessions() {
        return text(Part::sessions);
    }

    /** Each load with its clients, for example {@code 2 x closed, 10 users}; {@code one} for runs of that load one after the other. */
    String load(String one) {
        return loads.isEmpty()
                ? one
                : loads.entrySet().stream()
                        .map(load -> load.getValue() + " x " + load.getKey())
                        .collect(Collectors.joining(AND));
    }

    private String text(Function<Part, String> label) {
        return parts.stream().map(label).distinct().sorted().collect(Collectors.joining(AND));
    }

    /** Labels by name; a name that only some of the results have has their labels. */
    private Map<String, String> texts(Function<Part, Map<String, String>> labels) {
        Map<String, Set<String>> all = new TreeMap<>();
        parts.forEach(part -> labels.apply(part)
                .forEach((name, label) ->
                        all.computeIfAbsent(name, first -> new TreeSet<>()).add(label)));
        Map<String, String> texts = new TreeMap<>();
        all.forEach((name, different) -> texts.put(name, String.join(AND, different)));
        return texts;
    }
}
