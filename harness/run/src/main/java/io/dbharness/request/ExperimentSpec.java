package io.dbharness.request;

import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Experiment;
import io.dbharness.experiment.Factor;
import io.dbharness.experiment.Ramp;
import io.dbharness.experiment.RunSeries;
import io.dbharness.experiment.Search;
import io.dbharness.model.Internal;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The runs of an experiment.
 *
 * @param axes     factors of the load that are varied
 * @param variants combinations of other varied options; empty if none is varied
 * @param order    repeats and order of the runs
 * @param guards   conditions that must hold for a level to count
 * @param goal     goal of a search; a search varies and repeats nothing else
 * @param trial    how the variants are compared with each other until that is decided; empty for a fixed number of runs
 */
@Internal
public record ExperimentSpec(
        List<Axis> axes,
        List<Variant> variants,
        Order order,
        List<Condition> guards,
        Optional<Goal> goal,
        Optional<TrialSpec> trial) {

    /** A single run. */
    public static final ExperimentSpec SINGLE =
            new ExperimentSpec(List.of(), List.of(), Order.ONCE, List.of(), Optional.empty(), Optional.empty());

    private static final Set<Factor> OPENS_SESSIONS = Set.of(Factor.CONNECTIONS, Factor.OUTSTANDING);

    public ExperimentSpec {
        axes = List.copyOf(axes);
        variants = List.copyOf(variants);
        guards = List.copyOf(guards);
    }

    /**
     * Repeats and order of the runs.
     *
     * @param repeat       number of repetitions of each run, at least 1
     * @param shuffle      true to run the levels in random order
     * @param whileGrowing true to end a sweep of one factor where throughput grows no more
     */
    public record Order(int repeat, boolean shuffle, boolean whileGrowing) {

        /** Each run once, as given. */
        public static final Order ONCE = new Order(1, false, false);
    }

    public int repeat() {
        return order.repeat();
    }

    public boolean shuffle() {
        return order.shuffle();
    }

    public boolean whileGrowing() {
        return order.whileGrowing();
    }

    /**
     * The goal of a search: the highest level at which a condition holds.
     *
     * @param condition condition that must hold
     * @param factor    factor that the search raises
     * @param bounds    lowest and highest level
     */
    public record Goal(Condition condition, Factor factor, Search.Bounds bounds) {

        public Search search(RunPlan plan) {
            return new Search(plan, factor, condition, bounds);
        }
    }

    ExperimentSpec over(Axis axis) {
        List<Axis> all = new ArrayList<>(axes);
        all.add(axis);
        return new ExperimentSpec(all, variants, order, guards, goal, trial);
    }

    ExperimentSpec among(List<Variant> others) {
        return new ExperimentSpec(axes, others, order, guards, goal, trial);
    }

    ExperimentSpec repeated(int times) {
        return new ExperimentSpec(axes, variants, new Order(times, shuffle(), whileGrowing()), guards, goal, trial);
    }

    ExperimentSpec searching(Goal other) {
        return new ExperimentSpec(axes, variants, order, guards, Optional.of(other), trial);
    }

    /** Returns a copy that compares its variants until that is decided. */
    public ExperimentSpec trying(TrialSpec other) {
        return new ExperimentSpec(axes, variants, order, guards, goal, Optional.of(other));
    }

    /** Returns true for one run, which is not an experiment. */
    public boolean isSingle() {
        return axes.isEmpty() && variants.isEmpty() && repeat() == 1 && goal.isEmpty();
    }

    /**
     * Returns the runs of an experiment that is not a search. Within a round, the runs of one variant are consecutive.
     *
     * @param plans plan of each variant, with the variant's levels among its factors
     */
    public RunSeries series(List<RunPlan> plans) {
        List<RunPlan> all = plans.stream()
                .flatMap(plan -> RunSeries.over(plan, axes).plans().stream())
                .toList();
        RunSeries series = new RunSeries(all).repeated(repeat());
        return shuffle() ? series.shuffled(all.get(0).seed()) : series;
    }

    /** Creates the experiment, which decides on each next run. */
    public Experiment experiment(List<RunPlan> plans) {
        return goal.map(g -> (Experiment) g.search(plans.get(0)).guardedBy(guards))
                .or(() -> trial.map(t -> t.experiment(plans)))
                .orElseGet(() -> whileGrowing() ? new Ramp(series(plans)) : series(plans));
    }

    /** Returns the largest number of sessions that any run opens; {@code usual} is the number without sweeps and searches. */
    public int connectionLimit(int usual) {
        double swept = axes.stream()
                .filter(axis -> OPENS_SESSIONS.contains(axis.factor()))
                .flatMap(axis -> axis.levels().stream())
                .mapToDouble(level -> level)
                .max()
                .orElse(usual);
        double searched = goal.filter(g -> OPENS_SESSIONS.contains(g.factor()))
                .map(g -> g.bounds().most())
                .orElse(swept);
        return (int) Math.max(usual, searched);
    }

    /**
     * One combination of the values of swept options.
     *
     * @param levels option to value, for example {@code mode} to {@code procedures}
     * @param spec   specification of the run with these values
     */
    public record Variant(Map<String, String> levels, RunSpec spec) {

        public Variant {
            levels = Map.copyOf(levels);
        }

        Variant with(String option, String value, RunSpec changed) {
            Map<String, String> all = new TreeMap<>(levels);
            all.put(option, value);
            return new Variant(all, changed);
        }

        /**
         * Returns the plan as one of this variant: with these levels among its factors.
         *
         * @param number the place of this variant among all, from 0
         */
        public RunPlan planned(RunPlan plan, int number) {
            Map<String, String> factors = new TreeMap<>(plan.factors());
            factors.putAll(levels);
            return plan.withFactors(factors).withSetting(number);
        }
    }
}
