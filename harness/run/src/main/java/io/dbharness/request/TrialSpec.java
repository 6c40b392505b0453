package io.dbharness.request;

import io.dbharness.experiment.Experiment;
import io.dbharness.experiment.RunSeries;
import io.dbharness.load.Timeline;
import io.dbharness.model.Internal;
import io.dbharness.plan.RunPlan;
import io.dbharness.report.ComparisonReport;
import io.dbharness.report.ComparisonReport.Configuration;
import io.dbharness.report.ComparisonReport.Planned;
import io.dbharness.result.RunResult;
import io.dbharness.result.analysis.Comparison;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which of several settings is better: repeats in alternating order until the difference is decided or a budget of time is used.
 *
 * <p>The results are looked at after {@link #LOOKS} runs of each setting and at no other time. Every look tests each setting against the
 * first at 5 % divided by the number of all tests ({@link Comparison#bonferroni}; for repeated looks see Jennison and Turnbull, Group
 * Sequential Methods, 2000, chapter 2), so that one wrong difference in the whole trial has a chance of 5 % at most. A difference is
 * decided if a test finds it, or if its interval excludes every difference that matters. Whether the budget has room for the next look does
 * not depend on the results' values, so it does not change these chances.
 *
 * <p>The first run of each setting warms up for as long as a whole run takes, but not longer than {@link #COLD}: until then the client's
 * code is compiled and the caches fill, which would slow down the first setting and count as variation between runs.
 *
 * @param difference the smallest relative difference that matters, for example 0.05
 * @param budget     longest time of load, warm-up and measurement of all runs together
 */
@Internal
public record TrialSpec(double difference, Duration budget) {

    /** Runs of each setting after which the results are looked at. */
    public static final List<Integer> LOOKS = List.of(3, 6, 12, 24);

    /** After this time of load, client and server are no longer cold. */
    static final Duration COLD = Duration.ofSeconds(30);

    private static final int MOST_ROUNDS = LOOKS.get(LOOKS.size() - 1);

    /** Returns the tests of the whole trial: one for each look and each setting but the first. */
    public static int tests(int settings) {
        return LOOKS.size() * (settings - 1);
    }

    /** Returns the decisions made before the first run of a trial of so many settings. */
    public Planned planned(int settings) {
        return new Planned(tests(settings), difference);
    }

    /** Returns the shortest trial of these settings: up to the first look. */
    Duration shortest(Timeline timeline, int settings) {
        Duration others = length(timeline).multipliedBy(LOOKS.get(0) - 1L);
        return length(first(timeline)).plus(others).multipliedBy(settings);
    }

    /** Returns the timeline of the first run of a setting. */
    private static Timeline first(Timeline timeline) {
        Duration longer = Collections.min(List.of(length(timeline), COLD));
        Duration warmUp = Collections.max(List.of(timeline.warmUp(), longer));
        return new Timeline(warmUp, timeline.measurement(), timeline.drain());
    }

    private static Duration length(Timeline timeline) {
        return timeline.warmUp().plus(timeline.measurement());
    }

    /**
     * Creates the trial.
     *
     * @param settings plan of each setting, whose factors distinguish it; the first is the baseline
     */
    public Experiment experiment(List<RunPlan> settings) {
        List<RunPlan> order = alternating(settings);
        return soFar -> {
            int rounds = soFar.size() / settings.size();
            boolean look = soFar.size() % settings.size() == 0 && LOOKS.contains(rounds);
            return soFar.size() == order.size()
                            || (look && (!hasRoom(settings, soFar) || isDecided(configurations(settings, soFar))))
                    ? Optional.empty()
                    : Optional.of(order.get(soFar.size()));
        };
    }

    private static List<RunPlan> alternating(List<RunPlan> settings) {
        List<RunPlan> plans =
                new ArrayList<>(new RunSeries(settings).repeated(MOST_ROUNDS).plans());
        plans.subList(0, settings.size()).replaceAll(plan -> plan.withTimeline(first(plan.timeline())));
        return RunSeries.alternated(IntStream.range(0, MOST_ROUNDS)
                .mapToObj(round -> plans.subList(round * settings.size(), (round + 1) * settings.size()))
                .toList());
    }

    private static List<Configuration> configurations(List<RunPlan> settings, List<RunResult> results) {
        return settings.stream()
                .map(plan -> new Configuration(
                        plan.factors().toString(),
                        results.stream()
                                .filter(result -> result.plan()
                                        .factors()
                                        .entrySet()
                                        .containsAll(plan.factors().entrySet()))
                                .toList()))
                .toList();
    }

    /** Returns true if the runs up to the next look fit into the budget. */
    private boolean hasRoom(List<RunPlan> settings, List<RunResult> soFar) {
        int rounds = soFar.size() / settings.size();
        int next = LOOKS.stream().filter(look -> look > rounds).findFirst().orElse(rounds);
        double used = soFar.stream()
                .mapToDouble(result -> result.seconds("warmup") + result.measuredSeconds())
                .sum();
        double needed = length(settings.get(0).timeline()).toNanos() / 1e9 * settings.size() * (next - rounds);
        return used + needed <= budget.toNanos() / 1e9;
    }

    /**
     * Returns true if every setting is decided against the first: a difference was found, or none that matters is left.
     *
     * @param configurations the baseline first
     */
    public boolean isDecided(List<Configuration> configurations) {
        ComparisonReport report = new ComparisonReport(
                configurations.get(0),
                configurations.subList(1, configurations.size()),
                Set.of(),
                planned(configurations.size()));
        return report.candidates().stream()
                .allMatch(candidate ->
                        report.mainComparison(candidate).filter(this::isDecided).isPresent());
    }

    private boolean isDecided(Comparison comparison) {
        return comparison.isFound() || comparison.excludes(difference);
    }
}
