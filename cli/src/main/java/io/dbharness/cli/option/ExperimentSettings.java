package io.dbharness.cli.option;

import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Experiment;
import io.dbharness.experiment.Factor;
import io.dbharness.experiment.Search;
import io.dbharness.experiment.Series;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.Condition;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which runs to make.
 *
 * @param axes    what is varied
 * @param repeat  how often, at least once
 * @param shuffle whether the levels come in a random order
 * @param guards  what must hold for a level to count
 * @param goal    what is searched for; then nothing else is varied or repeated
 */
public record ExperimentSettings(
        List<Axis> axes, int repeat, boolean shuffle, List<Condition> guards, Optional<Goal> goal) {

    private static final Set<Factor> OPENS_SESSIONS = Set.of(Factor.CONNECTIONS, Factor.OUTSTANDING);

    public ExperimentSettings {
        axes = List.copyOf(axes);
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

    /** Whether there is one run, which is no experiment. */
    public boolean isSingle() {
        return axes.isEmpty() && repeat == 1 && goal.isEmpty();
    }

    /** All runs that are known beforehand; those of a search are not. */
    public Series series(RunPlan plan) {
        Series series = Series.over(plan, axes).repeated(repeat);
        return shuffle ? series.shuffled(plan.seed()) : series;
    }

    public Experiment experiment(RunPlan plan) {
        return goal.map(g -> (Experiment) g.search(plan).guardedBy(guards)).orElseGet(() -> series(plan));
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
}
