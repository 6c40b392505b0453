package io.dbharness.study;

import io.dbharness.study.Observation.Figure;
import io.dbharness.study.Study.ClaimOutcome.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Figures that are changed until they give a claim another verdict: the metrics that its formulas read, where they read them, are
 * multiplied
 * one by one, by the factor nearest to 1 that does it.
 *
 * @param design       of the study
 * @param claim        in question
 * @param where        levels it is about
 * @param leaves       what its formulas read
 * @param observations with figures for these
 * @param changes      that were made, in words
 */
record CounterExample(
        StudyDesign design,
        Claim claim,
        Map<String, String> where,
        List<OperationUse> leaves,
        List<Observation> observations,
        List<String> changes) {

    /** Each factor is one per cent further from 1 than the one before it. */
    private static final double STEP = 1.01;

    private static final double NEAR = 10;
    private static final double FAR = 1e6;
    /** More metrics than this of one operation are rows of its percentile table, which must keep rising. */
    private static final int MOST_SINGLE = 3;

    private static final double NANOS_PER_MILLI = 1e6;

    /** A figure of an observation, by its number. */
    private record Spot(int observation, String figure) {}

    /**
     * Figures that change together.
     *
     * @param parts of the claim that read any of them
     */
    private record Knob(String words, List<Spot> spots, List<Integer> parts) {}

    private Knob knob(String words, List<Spot> spots) {
        return new Knob(
                words,
                spots,
                IntStream.range(0, claim.parts().size())
                        .filter(i -> claim.parts()
                                .get(i)
                                .operations(design, where)
                                .anyMatch(leaf -> spots(leaf).stream().anyMatch(spots::contains)))
                        .boxed()
                        .toList());
    }

    Claim.Answer answer() {
        return claim.answer(scope());
    }

    String words() {
        return String.join(", ", changes);
    }

    /** Returns these figures as a new starting point. */
    CounterExample afresh() {
        return with(observations, List.of());
    }

    /** Returns true if the claim compares numbers and none is missing. */
    boolean hasNumbers() {
        return claim.parts().stream().allMatch(part -> part.hasNumbers(scope()));
    }

    /** Figures that give this verdict, as few changes away as a search by single steps finds; if need be, with runs that do not differ. */
    Optional<CounterExample> reach(Verdict wanted) {
        return searched(wanted).or(() -> steady().searched(wanted));
    }

    private Optional<CounterExample> searched(Verdict wanted) {
        Optional<CounterExample> now = Optional.of(this);
        while (now.isPresent() && Claim.verdict(now.get().verdicts()) != wanted) {
            CounterExample from = now.get();
            now = from.nearer(wanted, STEP, NEAR).or(() -> from.nearer(wanted, NEAR, FAR));
        }
        return now;
    }

    /** After the least change with which one more part of the claim has the verdict. */
    private Optional<CounterExample> nearer(Verdict wanted, double least, double most) {
        List<Verdict> before = verdicts();
        int had = Collections.frequency(before, wanted);
        for (List<Knob> knobs : List.of(together(), alone())) {
            for (double distance = least; distance <= most; distance *= STEP) {
                for (Knob knob : knobs) {
                    for (double factor : new double[] {distance, 1 / distance}) {
                        CounterExample changed = changed(knob, factor);
                        if (Collections.frequency(changed.verdicts(before, knob), wanted) > had) {
                            return Optional.of(changed);
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the verdicts of the claim's parts. */
    private List<Verdict> verdicts() {
        return claim.answers(scope()).stream().map(Claim.Answer::verdict).toList();
    }

    /** Returns the verdicts after a change; only parts that read the changed figures are evaluated again. */
    private List<Verdict> verdicts(List<Verdict> before, Knob knob) {
        List<Verdict> after = new ArrayList<>(before);
        knob.parts()
                .forEach(i -> after.set(i, claim.parts().get(i).answer(scope()).verdict()));
        return after;
    }

    private Scope scope() {
        return new Source("example", observations).scope(design, where);
    }

    /** Each figure is the mean of its repeats. */
    private CounterExample steady() {
        List<Observation> all = observations.stream()
                .map(one -> {
                    Map<String, Figure> figures = new LinkedHashMap<>();
                    one.figures().forEach((name, figure) -> figures.put(name, mean(one, name, figure)));
                    return Observation.published(one.labels(), figures);
                })
                .toList();
        return with(all, List.of("runs that do not differ"));
    }

    private Figure mean(Observation one, String name, Figure figure) {
        double mean = observations.stream()
                .filter(other -> place(other).equals(place(one)))
                .flatMap(other -> Optional.ofNullable(other.figures().get(name)).stream())
                .mapToDouble(Figure::value)
                .average()
                .orElse(figure.value());
        return new Figure(mean, figure.unit(), figure.decimals());
    }

    private static Map<String, String> place(Observation one) {
        Map<String, String> place = new TreeMap<>(one.labels());
        place.remove(Observation.REPEAT);
        return place;
    }

    private CounterExample with(List<Observation> newObservations, List<String> newChanges) {
        return new CounterExample(design, claim, where, leaves, newObservations, newChanges);
    }

    private CounterExample changed(Knob knob, double factor) {
        List<Observation> all = new ArrayList<>(observations);
        for (Spot spot : knob.spots()) {
            Observation one = all.get(spot.observation());
            Map<String, Figure> figures = new LinkedHashMap<>(one.figures());
            figures.computeIfPresent(spot.figure(), (name, figure) -> scaled(figure, factor));
            all.set(spot.observation(), Observation.published(one.labels(), figures));
        }
        String change = knob.words() + " × " + Digits.four(factor);
        return with(all, Stream.concat(changes.stream(), Stream.of(change)).toList());
    }

    /** A zero becomes what the factor is above 1, in the unit that it was printed in. */
    private static Figure scaled(Figure figure, double factor) {
        double value =
                figure.value() == 0 ? Math.max(0, factor - 1) * figure.unit().factor() : figure.value() * factor;
        return new Figure(value, figure.unit(), figure.decimals());
    }

    /** All figures of a metric at a place or, of a table of percentiles, all from one row on. */
    private List<Knob> together() {
        List<Knob> knobs = new ArrayList<>();
        for (OperationUse leaf : leaves) {
            List<OperationUse> table = leaves.stream()
                    .filter(other -> other.where().equals(leaf.where())
                            && Observation.operation(other.name()).equals(Observation.operation(leaf.name())))
                    .toList();
            boolean rows = table.size() > MOST_SINGLE;
            List<OperationUse> moved = rows ? table.subList(table.indexOf(leaf), table.size()) : List.of(leaf);
            knobs.add(knob(
                    leaf.figure() + (rows ? " and beyond" : "") + words(new TreeMap<>(leaf.where())),
                    moved.stream().flatMap(one -> spots(one).stream()).toList()));
        }
        return knobs;
    }

    /** Each figure for itself. */
    private List<Knob> alone() {
        return leaves.stream()
                .flatMap(leaf -> spots(leaf).stream())
                .distinct()
                .map(spot -> knob(spot.figure() + words(shown(spot)), List.of(spot)))
                .toList();
    }

    private Map<String, String> shown(Spot spot) {
        List<String> factors =
                new ArrayList<>(List.of(design.subjectFactor(), StudyDesign.WORKLOAD, StudyDesign.FAMILY));
        factors.addAll(design.sweptFactors());
        factors.add(Observation.REPEAT);
        return StudyDesign.only(factors, observations.get(spot.observation()).labels());
    }

    private String words(Map<String, String> labels) {
        return labels.isEmpty() ? "" : " of " + design.words(labels);
    }

    private List<Spot> spots(OperationUse leaf) {
        List<Spot> spots = new ArrayList<>();
        for (int i = 0; i < observations.size(); i++) {
            Observation one = observations.get(i);
            if (one.matches(leaf.where()) && one.figures().containsKey(leaf.figure())) {
                spots.add(new Spot(i, leaf.figure()));
            }
        }
        return spots;
    }

    /**
     * The runs of the plan with made-up figures, a millisecond or 1 each, and only their first repeats if these are enough; empty where the
     * plan makes no run that the claim reads.
     */
    Optional<CounterExample> example() {
        return Stream.of(planned(run -> "1".equals(run.getOrDefault(Observation.REPEAT, "1"))), planned(run -> true))
                .filter(example ->
                        leaves.stream().noneMatch(leaf -> example.spots(leaf).isEmpty()))
                .reduce((first, all) -> first.hasNumbers() ? first : all);
    }

    private CounterExample planned(Predicate<Map<String, String>> which) {
        return with(
                design.planned().stream()
                        .filter(which)
                        .map(run -> Observation.published(run, figures(run)))
                        .filter(run -> !run.figures().isEmpty())
                        .distinct()
                        .toList(),
                List.of());
    }

    private Map<String, Figure> figures(Map<String, String> run) {
        Map<String, Figure> figures = new LinkedHashMap<>();
        for (OperationUse leaf : leaves) {
            if (run.entrySet().containsAll(leaf.where().entrySet())) {
                boolean time = new Expression.Reference(leaf.figure()).isTime();
                figures.put(
                        leaf.figure(),
                        time ? new Figure(NANOS_PER_MILLI, DisplayUnit.MILLIS, 2) : new Figure(1, DisplayUnit.NONE, 2));
            }
        }
        return figures;
    }

    /** Describes the observations that the claim reads and the plan does not make. */
    String unplanned() {
        return leaves.stream()
                .filter(leaf -> design.planned().stream()
                        .noneMatch(
                                run -> run.entrySet().containsAll(leaf.where().entrySet())))
                .map(leaf -> design.words(new TreeMap<>(leaf.where())))
                .findFirst()
                .orElse("the study");
    }
}
