package io.dbharness.result;

import io.dbharness.model.Caveat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * A workload's own figures, as a pure function of a result, so that old files can be scored too. Found by
 * {@link java.util.ServiceLoader}.
 */
public interface Scorecard {

    /** The one that knows the workload of a result. */
    static Optional<Scorecard> of(RunResult result) {
        return of(result.workload().name());
    }

    /** The one that knows a workload. */
    static Optional<Scorecard> of(String workload) {
        return ServiceLoader.load(Scorecard.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(card -> card.knows(workload))
                .findFirst();
    }

    /** Returns true if it knows the results of this workload. */
    boolean knows(String workload);

    /**
     * Parameters that clients of one job may give different values, for example which part of the data is theirs. The merged result has
     * each value once, in order, with {@code "; "} between them.
     */
    default Set<String> perClient() {
        return Set.of();
    }

    /** The names of all scores that a result can have. */
    Set<String> names();

    /** The names of all scores of results with these parameters. */
    default Set<String> names(Map<String, String> parameters) {
        return names();
    }

    /** The name of the score that answers first how good a result is; empty if that is the throughput. */
    default Optional<String> mainScore() {
        return Optional.empty();
    }

    /** Name to value, for example {@code tpmC}. */
    Map<String, Double> scores(RunResult result);

    /**
     * The 95 % confidence intervals of those scores that are rates, which the intervals of the throughputs make: the scores of a run that
     * had
     * completed as little, and as much, as these allow.
     *
     * @param measured a result with its throughputs' intervals
     * @param scores   its scores
     */
    static Map<String, List<Double>> intervals95(RunResult measured, Map<String, Double> scores) {
        if (scores.isEmpty() || measured.throughputPerSecond().ci95().isEmpty()) {
            return Map.of();
        }
        Optional<Scorecard> card = of(measured);
        if (card.isEmpty()) {
            return Map.of();
        }
        Map<String, Double> twice = card.get().scores(rates(measured, (value, ends) -> 2 * value));
        Map<String, Double> low = card.get().scores(rates(measured, (value, ends) -> ends.get(0)));
        Map<String, Double> high = card.get().scores(rates(measured, (value, ends) -> ends.get(1)));
        Map<String, List<Double>> intervals = new TreeMap<>();
        scores.forEach((name, score) -> {
            if (!score.equals(twice.get(name)) && low.containsKey(name) && high.containsKey(name)) {
                intervals.put(name, List.of(low.get(name), high.get(name)));
            }
        });
        return intervals;
    }

    /** With other throughputs. */
    private static RunResult rates(RunResult result, BiFunction<Double, List<Double>, Double> rate) {
        return result.completing(
                all -> new RunResult.Throughput(rate.apply(all.value(), all.ci95()), all.ci95()), one -> {
                    double value = one.throughputPerSecond();
                    return one.completing(rate.apply(
                            value,
                            result.intervals95()
                                    .getOrDefault(
                                            new Metric("throughput", Optional.of(one.name())).toString(),
                                            List.of(value, value))));
                });
    }

    /** Returns the caveats that follow from the scores. */
    List<Caveat> caveats(RunResult result, Map<String, Double> scores);
}
