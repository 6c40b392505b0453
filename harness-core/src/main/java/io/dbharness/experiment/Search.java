package io.dbharness.experiment;

import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.result.Condition;
import io.dbharness.result.RunResult;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The highest level of a factor at which a condition holds, for example the most users with {@code p50 <= 10ms}: bracket by doubling,
 * bisect geometrically, confirm. A run that lies so close to the limit that noise may have decided is repeated. The condition is taken
 * to hold at low levels and to fail at high ones.
 *
 * @param plan      what the search leaves as it is
 * @param factor    what it varies
 * @param condition comparisons that must all hold; {@link #condition} checks one that a user typed
 * @param guards    what must hold besides for a level to count; {@link #guard} checks one that a user typed
 * @param bounds    where it begins, where it gives up, how closely it looks
 */
public record Search(RunPlan plan, Factor factor, Condition condition, List<Condition> guards, Bounds bounds)
        implements Experiment {

    /** The factor that tells the runs that bracket, bisect and confirm apart. */
    public static final String STAGE = "stage";

    /**
     * How far and how closely to look.
     *
     * @param start     the first level, positive
     * @param most      the highest level to try
     * @param tolerance relative distance between a level that holds and one that does not at which the search is content
     */
    public record Bounds(double start, double most, double tolerance) {

        /** Closer than most targets repeat themselves. */
        public static final double DEFAULT_TOLERANCE = 0.05;
        /** As many doublings as anybody waits for. */
        private static final double DOUBLINGS = 20;

        public Bounds {
            if (!(start > 0 && most >= start && tolerance > 0 && tolerance < 1) || Double.isInfinite(most)) {
                throw new IllegalArgumentException("not bounds: " + start + " to " + most + " within " + tolerance);
            }
        }

        /** From a level, to 5 %. */
        public static Bounds from(double start) {
            return new Bounds(start, start * Math.pow(2, DOUBLINGS), DEFAULT_TOLERANCE);
        }
    }

    public Search {
        Objects.requireNonNull(bounds, "bounds");
        guards = List.copyOf(guards);
        if (!factor.fits(plan)) {
            throw new IllegalArgumentException(
                    "the load has no " + factor.word() + ": " + plan.load().describe());
        }
    }

    /** Without guards. */
    public Search(RunPlan plan, Factor factor, Condition condition, Bounds bounds) {
        this(plan, factor, condition, List.of(), bounds);
    }

    /** The same search for levels at which these hold, too. */
    public Search guardedBy(List<Condition> newGuards) {
        return new Search(plan, factor, condition, newGuards, bounds);
    }

    /** Reads the condition of a search; notes what is wrong with it and returns nothing then. */
    public static Optional<Condition> condition(String text, Problems problems) {
        return ServiceLevel.parse(text, problems);
    }

    /** Reads a guard; notes what is wrong with it and returns nothing then. */
    public static Optional<Condition> guard(String text, Problems problems) {
        return ServiceLevel.parseGuard(text, problems);
    }

    @Override
    public Optional<RunPlan> next(List<RunResult> soFar) {
        return replay(soFar).next();
    }

    /** What the runs so far, in their order, say. */
    public SearchOutcome outcome(List<RunResult> results) {
        return replay(results).outcome();
    }

    private SearchReplay replay(List<RunResult> results) {
        SearchReplay replay = new SearchReplay(this, new ServiceLevel(condition, guards));
        results.forEach(replay::accept);
        return replay;
    }

    /** What is searched for, for example {@code connections with p50 <= 10ms while errors <= 1%}. */
    String goal() {
        String besides = guards.stream().map(g -> g.text().strip()).collect(Collectors.joining(" and "));
        return factor.word() + " with " + condition.text().strip() + (besides.isEmpty() ? "" : " while " + besides);
    }

    /** The plan of the n-th run at a level. */
    RunPlan probe(double level, SearchOutcome.Stage stage, int repeat) {
        RunPlan at = Series.labelled(factor.set(plan, level), factor.word(), Factor.text(level));
        return Series.repeat(Series.labelled(at, STAGE, stage.name().toLowerCase(Locale.ROOT)), repeat);
    }
}
