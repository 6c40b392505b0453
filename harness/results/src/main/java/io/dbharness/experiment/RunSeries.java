package io.dbharness.experiment;

import io.dbharness.model.Internal;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs that are known before the first of them: a sweep, stepped rates, repeats of either.
 *
 * @param plans in the order they are run; each names its factors
 */
@Internal
public record RunSeries(List<RunPlan> plans) implements Experiment {

    /** The factor that counts repeats, from 1. */
    public static final String REPEAT = "repeat";

    public RunSeries {
        plans = List.copyOf(plans);
        if (plans.isEmpty()) {
            throw new IllegalArgumentException("a series needs at least one run");
        }
    }

    /**
     * Every combination of the levels of some axes; the last axis varies fastest.
     *
     * @param plan plan of everything that no axis varies
     * @param axes none gives the plan alone
     */
    public static RunSeries over(RunPlan plan, List<Axis> axes) {
        List<RunPlan> plans = List.of(plan);
        for (Axis axis : axes) {
            plans = plans.stream()
                    .flatMap(p -> axis.levels().stream().map(level -> at(p, axis.factor(), level)))
                    .toList();
        }
        return new RunSeries(plans);
    }

    /** Returns the plan with a factor at a level, and a label for it. */
    static RunPlan at(RunPlan plan, Factor factor, double level) {
        return labelled(factor.set(plan, level), factor.word(), Factor.text(level));
    }

    static RunPlan labelled(RunPlan plan, String factor, String level) {
        Map<String, String> factors = new TreeMap<>(plan.factors());
        factors.put(factor, level);
        return plan.withFactors(factors);
    }

    /**
     * The whole series {@code times} times over, one round after the other: what drifts in the meantime meets every level alike. Each round
     * has its own seed, the first that of the plans, so that rounds differ by chance in their inputs and, within a round,
     * levels do not.
     */
    public RunSeries repeated(int times) {
        if (times < 1) {
            throw new IllegalArgumentException("repeats are counted from 1, not " + times);
        }
        if (times == 1) {
            return this;
        }
        return new RunSeries(IntStream.rangeClosed(1, times)
                .boxed()
                .flatMap(round -> plans.stream().map(plan -> repeat(plan, round)))
                .toList());
    }

    /** The plan as its n-th repeat. */
    static RunPlan repeat(RunPlan plan, int round) {
        RunPlan reseeded = plan.withSeed(new Seed(plan.seed().value() + round - 1));
        return labelled(reseeded, REPEAT, Integer.toString(round));
    }

    /** Returns the runs with each round in its own random order, so that a drift over time is not attributed to the factor. */
    public RunSeries shuffled(Seed seed) {
        RandomGenerator random = seed.stream("order", 0);
        Map<String, List<RunPlan>> rounds = plans.stream()
                .collect(Collectors.groupingBy(
                        plan -> plan.factors().getOrDefault(REPEAT, ""), LinkedHashMap::new, Collectors.toList()));
        return new RunSeries(rounds.values().stream()
                .flatMap(round -> shuffled(round, random).stream())
                .toList());
    }

    /** Fisher and Yates; {@code Collections.shuffle} takes no generator of this kind in Java 17. */
    public static <T> List<T> shuffled(List<T> round, RandomGenerator random) {
        List<T> order = new ArrayList<>(round);
        for (int i = order.size() - 1; i > 0; i--) {
            Collections.swap(order, i, random.nextInt(i + 1));
        }
        return order;
    }

    /** Every second round in reverse, A B B A: a drift over time meets all that is compared alike. */
    public static <T> List<T> alternated(Collection<List<T>> rounds) {
        List<T> order = new ArrayList<>();
        boolean reverse = false;
        for (List<T> round : rounds) {
            List<T> one = new ArrayList<>(round);
            if (reverse) {
                Collections.reverse(one);
            }
            order.addAll(one);
            reverse = !reverse;
        }
        return order;
    }

    @Override
    public Optional<RunPlan> next(List<RunResult> soFar) {
        return soFar.size() < plans.size() ? Optional.of(plans.get(soFar.size())) : Optional.empty();
    }
}
