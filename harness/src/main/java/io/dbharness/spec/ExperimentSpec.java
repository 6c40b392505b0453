package io.dbharness.spec;

import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Experiment;
import io.dbharness.experiment.Factor;
import io.dbharness.experiment.Search;
import io.dbharness.experiment.Series;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which runs to make.
 *
 * @param axes     factors of the load that are varied
 * @param variants combinations of other options that are varied; empty when none is
 * @param repeat   how often, at least once
 * @param shuffle  whether the levels come in a random order
 * @param guards   what must hold for a level to count
 * @param goal     what is searched for; then nothing else is varied or repeated
 */
public record ExperimentSpec(
        List<Axis> axes,
        List<Variant> variants,
        int repeat,
        boolean shuffle,
        List<Condition> guards,
        Optional<Goal> goal) {

    /** One run. */
    public static final ExperimentSpec SINGLE =
            new ExperimentSpec(List.of(), List.of(), 1, false, List.of(), Optional.empty());

    private static final Set<Factor> OPENS_SESSIONS = Set.of(Factor.CONNECTIONS, Factor.OUTSTANDING);

    public ExperimentSpec {
        axes = List.copyOf(axes);
        variants = List.copyOf(variants);
        guards = List.copyOf(guards);
    }

    /**
     * What a search is for: the highest level at which a condition holds.
     *
     * @param condition must hold
     * @param factor    is raised
     * @param bounds    from where to where
     */
    public record Goal(Condition condition, Factor factor, Search.Bounds bounds) {

        public Search search(RunPlan plan) {
            return new Search(plan, factor, condition, bounds);
        }
    }

    ExperimentSpec over(Axis axis) {
        List<Axis> all = new ArrayList<>(axes);
        all.add(axis);
        return new ExperimentSpec(all, variants, repeat, shuffle, guards, goal);
    }

    ExperimentSpec among(List<Variant> others) {
        return new ExperimentSpec(axes, others, repeat, shuffle, guards, goal);
    }

    ExperimentSpec repeated(int times) {
        return new ExperimentSpec(axes, variants, times, shuffle, guards, goal);
    }

    ExperimentSpec searching(Goal other) {
        return new ExperimentSpec(axes, variants, repeat, shuffle, guards, Optional.of(other));
    }

    /** Whether there is one run, which is no experiment. */
    public boolean isSingle() {
        return axes.isEmpty() && variants.isEmpty() && repeat == 1 && goal.isEmpty();
    }

    /**
     * All runs that are known beforehand; those of a search are not. Runs of one variant follow each other within a round.
     *
     * @param plans for each variant its plan, with the variant's levels among its factors
     */
    public Series series(List<RunPlan> plans) {
        List<RunPlan> all = plans.stream()
                .flatMap(plan -> Series.over(plan, axes).plans().stream())
                .toList();
        Series series = new Series(all).repeated(repeat);
        return shuffle ? series.shuffled(all.get(0).seed()) : series;
    }

    /** Decides run by run. */
    public Experiment experiment(List<RunPlan> plans) {
        return goal.map(g -> (Experiment) g.search(plans.get(0)).guardedBy(guards))
                .orElseGet(() -> series(plans));
    }

    /** The most sessions that any run opens, {@code usual} being what the load opens by itself. */
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
     * @param spec   the run with these values
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

        /** Whether a plan is one of its runs. */
        public boolean made(RunPlan plan) {
            return plan.factors().entrySet().containsAll(levels.entrySet());
        }

        /** The plan with these levels among its factors. */
        public RunPlan labelled(RunPlan plan) {
            Map<String, String> factors = new TreeMap<>(plan.factors());
            factors.putAll(levels);
            return plan.withFactors(factors);
        }
    }
}
