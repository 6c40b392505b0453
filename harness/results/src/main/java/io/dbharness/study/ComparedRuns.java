package io.dbharness.study;

import io.dbharness.result.Metric;
import io.dbharness.result.RunResult;
import io.dbharness.result.analysis.Comparison;
import io.dbharness.result.analysis.SeriesStatistics;
import io.dbharness.result.analysis.SingleRuns;
import io.dbharness.result.analysis.Welch;
import io.dbharness.study.Observation.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Tests a comparison of measured runs of several configurations against chance, whatever its formulas are. From three repeats of each on,
 * Student's test asks if the difference of both sides is above 0, by what each round of repeats contributes to it (the jackknife; Tukey,
 * Annals of Mathematical Statistics 29, 1958, p. 614): of a difference of means that is the difference of the round. Of fewer runs, each
 * metric is moved to both ends of its 95 % interval, widened by the assumed difference between runs; the changes of the result, squared,
 * give the margin (Zou and Donner, Statistics in Medicine 27, 2008).
 *
 * @param part   that compares
 * @param scope  of the claim
 * @param leaves metrics and steps that the formulas read
 */
record ComparedRuns(Claim.Part part, Scope scope, List<OperationUse> leaves) {

    /** Chance of a verdict that only chance has made, on each side, where the test holds it: Welch's of a ratio. */
    private static final double SIGNIFICANT = 0.05;
    /**
     * That of single runs, as of conditions with a baseline, and of what each repeat contributes: one of 5 % would be 5.7 % for a
     * difference of p99, because repeats contribute to a percentile of all of them not quite independently.
     */
    private static final double CAUTIOUS = 0.025;

    private static final String TOO_DIFFERENT = "its runs differ too much to tell it from chance";

    /**
     * How a comparison relates to chance.
     *
     * @param above       one-sided p value of the left side being above each bound
     * @param significant largest p value that decides
     * @param said        behind the numbers, whatever the verdict is
     * @param doubt       the reason why a larger one does not
     */
    record Chance(List<Double> above, double significant, String said, String doubt) {

        /** Of a ratio of runs that were repeated. */
        static Chance ofRepeats(List<Double> above) {
            return new Chance(above, SIGNIFICANT, "", TOO_DIFFERENT);
        }
    }

    /** Empty where no runs of different configurations are compared: published figures and single configurations have their values. */
    static Optional<ComparedRuns> of(Claim.Part part, Scope scope) {
        // A check of claims asks this of published figures some million times.
        if (scope.origin().observations().stream().allMatch(one -> one.result().isEmpty())) {
            return Optional.empty();
        }
        List<OperationUse> leaves = part.operations(scope.design(), scope.where())
                .filter(use -> use.kind() != OperationUse.Kind.OPERATION)
                .distinct()
                .toList();
        ComparedRuns compared = new ComparedRuns(part, scope, leaves);
        return compared.configurations() > 1 ? Optional.of(compared) : Optional.empty();
    }

    /** Levels of one sweep are one configuration, unless both sides are measured. */
    private long configurations() {
        boolean both = part.right().stream().anyMatch(formula -> formula.isMeasured(scope.design()));
        return read().stream()
                .map(one -> {
                    Map<String, String> labels = new TreeMap<>(one.labels());
                    labels.remove(Observation.REPEAT);
                    labels.keySet().removeAll(both ? List.of() : scope.design().sweptFactors());
                    return labels;
                })
                .distinct()
                .count();
    }

    /** The measured runs that a formula reads. */
    private List<Observation> read() {
        return scope.observations().stream()
                .filter(one -> one.result().isPresent() && leaves.stream().anyMatch(leaf -> one.matches(leaf.where())))
                .toList();
    }

    /**
     * How the comparison relates to chance. Empty if the differences are the same in each of at least three repeats and in all runs
     * together, as those of counts may be: without variation there is nothing to test, and the values decide.
     */
    Optional<Chance> chance() {
        Map<String, double[]> alone = differencesByRepeat();
        if (alone.size() < Comparison.MIN_RUNS) {
            return Optional.of(ofSingleRuns());
        }
        double[] first = alone.values().iterator().next();
        boolean constant = alone.values().stream().allMatch(one -> Arrays.equals(one, first))
                && Arrays.equals(differences(scope).orElseThrow(), first);
        return constant ? Optional.empty() : Optional.of(ofRounds(rounds(alone)));
    }

    /** The differences of each repeat alone, where every formula has a number. */
    private Map<String, double[]> differencesByRepeat() {
        Map<String, double[]> alone = new LinkedHashMap<>();
        read().stream()
                .flatMap(one -> one.level(Observation.REPEAT).stream())
                .distinct()
                .forEach(repeat -> differences(scope.with(Observation.REPEAT, repeat))
                        .ifPresent(numbers -> alone.put(repeat, numbers)));
        return alone;
    }

    /** The differences of each round alone where formulas jump; otherwise what each contributes to those of all rounds. */
    private List<double[]> rounds(Map<String, double[]> alone) {
        boolean jumps = part.formulas()
                .flatMap(Expression::parts)
                .anyMatch(one ->
                        one instanceof Expression.Call call && call.function().jumps());
        if (jumps) {
            return List.copyOf(alone.values());
        }
        double[] all = differences(ofRepeats(alone.keySet())).orElseThrow();
        List<double[]> rounds = new ArrayList<>();
        for (String repeat : alone.keySet()) {
            Set<String> rest = new HashSet<>(alone.keySet());
            rest.remove(repeat);
            double[] others = differences(ofRepeats(rest)).orElseThrow();
            double[] pseudo = new double[all.length];
            Arrays.setAll(pseudo, bound -> alone.size() * all[bound] - rest.size() * others[bound]);
            rounds.add(pseudo);
        }
        return rounds;
    }

    /** The scope without other repeats, which only some of the configurations have; what was not repeated stays. */
    private Scope ofRepeats(Set<String> repeats) {
        List<Observation> left = scope.observations().stream()
                .filter(one ->
                        one.level(Observation.REPEAT).map(repeats::contains).orElse(true))
                .toList();
        // Other claims merge the same runs.
        Source origin = new Source(scope.origin().name(), left, scope.origin().merges());
        return new Scope(scope.design(), origin, scope.where(), scope.merged());
    }

    private Chance ofRounds(List<double[]> rounds) {
        List<Double> above = IntStream.range(0, part.right().size())
                .mapToObj(bound -> {
                    double[] values =
                            rounds.stream().mapToDouble(round -> round[bound]).toArray();
                    double error = Math.sqrt(SeriesStatistics.variance(values) / values.length);
                    return new Welch(SeriesStatistics.mean(values), error, values.length - 1.0).pAbove();
                })
                .toList();
        return new Chance(above, CAUTIOUS, "", TOO_DIFFERENT);
    }

    private Chance ofSingleRuns() {
        String once = ", no replication";
        List<Observation> runs = read();
        for (Observation run : runs) {
            for (String name : names(run)) {
                if (half(run, name).isEmpty()) {
                    return new Chance(List.of(), 0, once, name + " has no 95 % confidence interval in a single run");
                }
            }
        }
        List<Observation> plain = new ArrayList<>(scope.observations());
        plain.replaceAll(one -> runs.contains(one) ? figures(one, Map.of()) : one);
        Optional<double[]> middle = differences(scope(plain));
        if (middle.isEmpty()) {
            return new Chance(List.of(), 0, once, "its formula has no interval in a single run");
        }
        double[] margins = new double[part.right().size()];
        for (Observation run : runs) {
            double[] moved = moved(run, plain, middle.get());
            Arrays.setAll(margins, bound -> Math.hypot(margins[bound], moved[bound]));
        }
        List<Double> above = IntStream.range(0, margins.length)
                .mapToObj(bound -> SingleRuns.pAbove(middle.get()[bound], margins[bound]))
                .toList();
        String doubt = String.format(
                Locale.ROOT,
                "single runs of one system may differ as much (a standard deviation of %.0f %%); repeat each %d times",
                100 * SingleRuns.DEVIATION,
                SingleRuns.REPEATS);
        return new Chance(above, CAUTIOUS, once, doubt);
    }

    /** By how much the metrics of a run move the differences at most; metrics of one run may move together. */
    private double[] moved(Observation run, List<Observation> plain, double[] middle) {
        double[] sum = new double[middle.length];
        int place = plain.indexOf(figures(run, Map.of()));
        for (String name : names(run)) {
            double half = half(run, name).orElseThrow();
            double[] most = new double[middle.length];
            for (int sign : new int[] {-1, 1}) {
                List<Observation> changed = new ArrayList<>(plain);
                changed.set(place, figures(run, Map.of(name, sign * half)));
                differences(scope(changed))
                        .ifPresent(ends -> Arrays.setAll(
                                most, bound -> Math.max(most[bound], Math.abs(ends[bound] - middle[bound]))));
            }
            Arrays.setAll(sum, bound -> sum[bound] + most[bound]);
        }
        return sum;
    }

    private Scope scope(List<Observation> observations) {
        return new Scope(
                scope.design(), new Source(scope.origin().name(), observations), scope.where(), scope.merged());
    }

    /** The left side less each bound; empty where one of them is no number. */
    private Optional<double[]> differences(Scope of) {
        Value left = part.left().in(of);
        List<Value> bounds = part.right().stream().map(bound -> bound.in(of)).toList();
        return left.isNumber() && bounds.stream().allMatch(Value::isNumber)
                ? Optional.of(bounds.stream()
                        .mapToDouble(bound -> left.number() - bound.number())
                        .toArray())
                : Optional.empty();
    }

    /** Names of the figures that formulas read of a run. */
    private List<String> names(Observation run) {
        return leaves.stream()
                .filter(leaf -> run.matches(leaf.where()))
                .map(OperationUse::figure)
                .filter(name -> run.value(name).isPresent())
                .distinct()
                .toList();
    }

    /** The run by its figures, which can be changed. */
    private Observation figures(Observation run, Map<String, Double> more) {
        Map<String, Figure> figures = new LinkedHashMap<>();
        names(run)
                .forEach(name -> figures.put(
                        name,
                        new Figure(run.value(name).orElseThrow() + more.getOrDefault(name, 0.0), DisplayUnit.NONE, 0)));
        return Observation.published(run.labels(), figures);
    }

    /** Half of the interval of a figure, with the assumed difference between runs; empty where the run has none. */
    private static OptionalDouble half(Observation run, String name) {
        RunResult result = run.result().orElseThrow();
        List<Double> ends =
                new Metric(Observation.withoutOperation(name), Observation.operation(name)).interval95(result);
        double value = run.value(name).orElseThrow();
        return ends.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(SingleRuns.half95(value, Math.max(value - ends.get(0), ends.get(1) - value)));
    }
}
