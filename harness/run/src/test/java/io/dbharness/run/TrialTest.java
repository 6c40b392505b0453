package io.dbharness.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.experiment.Experiment;
import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.report.ComparisonReport;
import io.dbharness.report.ComparisonReport.Configuration;
import io.dbharness.request.TrialSpec;
import io.dbharness.result.RunResult;
import io.dbharness.result.analysis.Comparison;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.testkit.SimulatedRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Trials of settings against simulated servers whose speed differs from run to run, in virtual time. */
@Tag("slow")
class TrialTest {

    private static final String SETTING = "setting.jit";
    private static final Duration LENGTH = Duration.ofMillis(200);
    private static final Duration AMPLE = Duration.ofHours(1);
    private static final double RUN_TO_RUN = 0.02;

    private static final TrialSpec TRIAL = new TrialSpec(0.05, AMPLE);

    private static final List<RunPlan> PLANS = List.of(plan("on"), plan("off"));

    private static RunPlan plan(String value) {
        return RunPlan.of(LoadModel.closed(1), 1, Timeline.of(Duration.ZERO, LENGTH), Seed.DEFAULT)
                .withFactors(Map.of(SETTING, value));
    }

    private static List<RunResult> runs(TrialSpec trial, long seed, double offMillis) {
        return runs(trial, seed, offMillis, Duration.ZERO);
    }

    /**
     * Makes the runs of a trial; requests take 1 ms with {@code on}.
     *
     * @param cold time of load from the beginning, in which the server is half as fast
     */
    private static List<RunResult> runs(TrialSpec trial, long seed, double offMillis, Duration cold) {
        Random random = new Random(seed);
        Duration load = Duration.ZERO;
        Experiment experiment = trial.experiment(PLANS);
        List<RunResult> results = new ArrayList<>();
        for (Optional<RunPlan> next = experiment.next(results);
                next.isPresent();
                next = experiment.next(List.copyOf(results))) {
            RunPlan plan = next.get();
            load = load.plus(plan.timeline().warmUp());
            double millis = (plan.factors().containsValue("off") ? offMillis : 1) * (load.compareTo(cold) < 0 ? 2 : 1);
            load = load.plus(plan.timeline().measurement());
            long nanos = Math.round(1e6 * millis * (1 + RUN_TO_RUN * random.nextGaussian()));
            results.add(SimulatedRun.of(plan, ServiceModel.fixed(nanos)).result());
        }
        return results;
    }

    private static ComparisonReport report(List<RunResult> results) {
        List<Configuration> configurations = List.of("on", "off").stream()
                .map(value -> new Configuration(
                        "jit " + value,
                        results.stream()
                                .filter(r -> r.plan().factors().containsValue(value))
                                .toList()))
                .toList();
        return new ComparisonReport(configurations.get(0), configurations.subList(1, 2), Set.of(), TRIAL.planned(2));
    }

    private static Comparison comparison(List<RunResult> results) {
        ComparisonReport report = report(results);
        return report.mainComparison(report.candidates().get(0)).orElseThrow();
    }

    @Test
    void twentyTrialsOfEqualSettingsGiveAtMostOneWrongAnswer() {
        List<Comparison> ends = IntStream.range(0, 20)
                .mapToObj(seed -> comparison(runs(TRIAL, seed, 1)))
                .toList();

        assertThat(ends).filteredOn(end -> end.p() < 0.05).hasSizeLessThanOrEqualTo(1);
        assertThat(ends)
                .filteredOn(end -> end.ratio95().low() > 0.95 && end.ratio95().high() < 1.05)
                .hasSizeGreaterThanOrEqualTo(18);
    }

    /** The cold run would make the first setting slower by a third at the first look, and hide a difference at later ones. */
    @Test
    void aServerThatIsColdAtTheBeginningDelaysNoDecision() {
        for (int seed = 0; seed < 2; seed++) {
            List<RunResult> results = runs(TRIAL, seed, 1, LENGTH.dividedBy(2));

            assertThat(comparison(results).ratio()).isBetween(0.95, 1.05);
            assertThat(results).hasSizeLessThanOrEqualTo(24);
        }
    }

    @Test
    void aDifferenceOfATenthIsFoundAndNamedWithItsDirection() {
        for (int seed = 0; seed < 5; seed++) {
            List<RunResult> results = runs(TRIAL, seed, 1 / 1.1);

            assertThat(comparison(results).p()).isLessThan(0.05);
            assertThat(comparison(results).ratio()).isGreaterThan(1);
            assertThat(results).hasSizeLessThan(48);
        }
    }

    @Test
    void settingsAlternateAndTheTrialEndsAtALook() {
        List<RunResult> results = runs(TRIAL, 1, 2);

        assertThat(results)
                .extracting(r -> r.plan().factors().get(SETTING) + " "
                        + r.plan().factors().get("repeat"))
                .containsExactly("on 1", "off 1", "off 2", "on 2", "on 3", "off 3");
    }

    @Test
    void theBudgetEndsATrialBeforeALookThatItHasNoRoomFor() {
        TrialSpec trial = new TrialSpec(0.0001, LENGTH.multipliedBy(15));

        assertThat(runs(trial, 1, 1)).hasSize(12);
        assertThat(runs(new TrialSpec(0.0001, LENGTH.multipliedBy(13)), 1, 1)).hasSize(6);
    }
}
