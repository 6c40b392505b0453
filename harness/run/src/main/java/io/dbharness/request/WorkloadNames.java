package io.dbharness.request;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.model.Operation;
import io.dbharness.result.Condition;
import io.dbharness.result.Metric;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.StepResult;
import io.dbharness.result.Scorecard;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Workload;
import io.dbharness.yaml.Suggestion;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The names that conditions on results of a workload can use, known before a connection is opened. Immutable.
 *
 * @param workload   name of the workload
 * @param scores     names of its scores
 * @param operations names of its operations; empty if only known during the run
 * @param steps      names of the timed steps of its operations; empty if only known during the run
 */
@Internal
public record WorkloadNames(
        String workload, Set<String> scores, Optional<Set<String>> operations, Optional<Set<String>> steps) {

    /** The metrics of every workload in addition to its scores, for messages. */
    public static final String GENERAL =
            "throughput, errors, errorCount, skipped, clientCpuPercent and latencies; metrics of the server are server.NAME";

    /** Names of combined operations, which reports contain for every workload. */
    public static final Set<String> TOGETHER = Set.of("read", "write", "total");

    /** Returns the names of a workload with these parameters. */
    public static WorkloadNames of(Workload<?> workload, Parameters parameters) {
        String name = workload.descriptor().name();
        Set<String> scores = Scorecard.of(name)
                .map(card -> new TreeSet<>(card.names(parameters.values())))
                .orElseGet(TreeSet::new);
        try {
            BoundWorkload<?> bound = workload.rehearse(parameters);
            return new WorkloadNames(
                    name,
                    scores,
                    Optional.of(names(bound.operations(), Operation::name)),
                    Optional.of(new TreeSet<>(bound.steps())));
        } catch (HarnessException e) {
            // For example a missing input file, which the run will report.
            return new WorkloadNames(name, scores, Optional.empty(), Optional.empty());
        }
    }

    /** Returns the names in a result. */
    public static WorkloadNames of(RunResult result) {
        return new WorkloadNames(
                result.workload().name(),
                new TreeSet<>(result.scores().keySet()),
                Optional.of(names(result.operations(), OperationResult::name)),
                Optional.of(names(result.steps(), StepResult::name)));
    }

    private static <T> Set<String> names(List<T> all, Function<T, String> name) {
        return all.stream().map(name).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns one sentence for each unknown name in a condition, which could never be decided. */
    public List<String> unknownIn(Condition condition) {
        return condition.alternatives().stream()
                .flatMap(List::stream)
                .flatMap(comparison -> unknown(comparison.metric()).stream())
                .distinct()
                .toList();
    }

    private Optional<String> unknown(Metric metric) {
        if (!metric.isOfEveryWorkload() && !scores.contains(metric.name())) {
            Set<String> known = new TreeSet<>(scores);
            known.addAll(Metric.OF_EVERY_RESULT);
            String nearest = ForeignOptionHints.known()
                    .metric(metric.name())
                    .map(ours -> "; here it is " + ours)
                    .orElseGet(() -> nearest(metric.name(), known));
            return Optional.of("'" + metric.name() + "' is no score of " + workload + nearest + "; known: "
                    + words(scores) + GENERAL);
        }
        String asked = metric.operation().orElse("");
        boolean together = metric.isLatency() && TOGETHER.contains(asked);
        if (asked.isEmpty()
                || together
                || operations.isEmpty()
                || operations.get().contains(asked)) {
            return Optional.empty();
        }
        Set<String> known = new TreeSet<>(operations.get());
        known.addAll(metric.isLatency() ? TOGETHER : Set.of());
        boolean step = steps.filter(names -> names.contains(asked)).isPresent();
        return Optional.of("'" + asked + "' is "
                + (step ? "a step, and conditions are about operations" : "no operation of " + workload)
                + nearest(asked, known) + "; known: " + String.join(", ", known));
    }

    private static String nearest(String typed, Set<String> known) {
        return Suggestion.clause(typed, known);
    }

    private static String words(Set<String> names) {
        return names.stream().flatMap(name -> Stream.of(name, ", ")).collect(Collectors.joining());
    }
}
