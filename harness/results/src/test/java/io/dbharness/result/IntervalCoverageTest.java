package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.Timeline;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.simulation.ServiceModel.Service;
import io.dbharness.testkit.PlantedService;
import io.dbharness.testkit.Queues;
import io.dbharness.testkit.SimulatedRun;
import io.dbharness.testkit.TestEffort;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often the printed 95 % intervals hold the true value, in runs of 60 s in virtual time. */
@Tag("slow")
class IntervalCoverageTest {

    private static final Map<String, Double> QUANTILES = Map.of("p50", 0.5, "p90", 0.9, "p99", 0.99);

    /** How often an interval was made and how often it covered. */
    private record Coverage(int runs, int made, int covered) {

        double ofMade() {
            return (double) covered / made;
        }
    }

    private static Coverage coverage(String metric, double truth, List<RunResult> results) {
        List<List<Double>> intervals = results.stream()
                .map(result -> new Metric(metric, Optional.empty()).interval95(result))
                .filter(ends -> !ends.isEmpty())
                .toList();
        return new Coverage(results.size(), intervals.size(), (int) intervals.stream()
                .filter(ends -> ends.get(0) <= truth && truth <= ends.get(1))
                .count());
    }

    private static List<RunResult> runs(int number, LoadModel load, LongFunction<ServiceModel> target) {
        return LongStream.range(0, number)
                .mapToObj(seed -> SimulatedRun.resultOf(
                        RunPlan.of(
                                load,
                                load.users(),
                                Timeline.of(Duration.ofSeconds(10), Duration.ofSeconds(60)),
                                new Seed(seed)),
                        target.apply(seed)))
                .toList();
    }

    private static ServiceModel exponential(double perSecond, long seed) {
        Random random = new Random(seed);
        return (operation, startedAt) ->
                Service.completed(startedAt + (long) (-Math.log1p(-random.nextDouble()) * 1e9 / perSecond));
    }

    private static LoadModel poisson(double perSecond, int servers) {
        return new OpenArrivals(RateProfile.constant(perSecond), Spacing.POISSON, LatePolicy.QUEUE, servers);
    }

    private static void requireCoverage(String metric, Coverage coverage) {
        if (coverage.made() > 0.1 * coverage.runs()) {
            double error = 2.33 * Math.sqrt(0.92 * 0.08 / coverage.made());
            assertThat(coverage.ofMade()).as("%s covered, %s", metric, coverage).isBetween(0.92 - error, 0.98 + error);
        }
    }

    @ParameterizedTest
    @CsvSource({"200, 0.8"})
    void intervalsOfRequestsThatQueueTogetherCover(double arrivals, double use) {
        double services = arrivals / 4 / use;

        List<RunResult> results =
                runs(TestEffort.of(10, 200), poisson(arrivals, 4), seed -> exponential(services, seed));

        requireCoverage("throughput", coverage("throughput", arrivals, results));
        DoubleUnaryOperator beyond = Queues.beyondOfMmc(arrivals, services, 4);
        QUANTILES.forEach((name, q) ->
                requireCoverage(name, coverage(name, 1e9 * Queues.quantile(beyond, q), results)));
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({"200, 0.5", "1000, 0.8", "200, 0.95", "200, 0.9"})
    void intervalsOfBusyTargetsCoverOrAreNotMade(double arrivals, double use) {
        intervalsOfRequestsThatQueueTogetherCover(arrivals, use);
    }

    @Test
    void intervalsOfIndependentRequestsCover() {
        List<RunResult> results = runs(TestEffort.of(10, 200), LoadModel.closed(2), seed -> exponential(100, seed));

        requireCoverage("throughput", coverage("throughput", 200, results));
        requireCoverage("mean", coverage("mean", 1e7, results));
        QUANTILES.forEach((name, q) -> requireCoverage(name, coverage(name, -Math.log1p(-q) * 1e7, results)));
    }

    /** Definite and wrong: a condition that holds of two runs of the same. */
    private static void requireNoWrongAnswer(List<RunResult> results) {
        for (String metric :
                List.of("throughput", "throughput(Read)", "mean", "p50", "p90", "p95", "p99", "n3", "p99(Write)")) {
            for (String sign : List.of("<", ">")) {
                Condition.Comparison worse = new Condition.Comparison(
                        new Metric(metric.replaceFirst("\\(.*", ""), operation(metric)), sign, 1, true);
                long wrong = IntStream.range(0, results.size() / 2)
                        .filter(i -> worse.answer(results.get(2 * i), Optional.of(results.get(2 * i + 1)), false)
                                == Condition.Answer.HOLDS)
                        .count();
                double error = 2 * Math.sqrt(0.05 * 0.95 / (results.size() / 2.0));
                assertThat((double) wrong / (results.size() / 2.0))
                        .as("%s %s baseline", metric, sign)
                        .isLessThanOrEqualTo(0.05 + error);
            }
        }
    }

    private static Optional<String> operation(String metric) {
        return metric.contains("(")
                ? Optional.of(metric.substring(metric.indexOf('(') + 1, metric.length() - 1))
                : Optional.empty();
    }

    @Test
    void requestsThatQueueTogetherMakeNoDifferenceBetweenRunsOfTheSame() {
        requireNoWrongAnswer(runs(TestEffort.of(12, 400), poisson(200, 4), seed -> exponential(62.5, seed)));
    }

    @Test
    void whatDiffersFromRunToRunMakesNoDifferenceBetweenRunsOfTheSame() {
        requireNoWrongAnswer(runs(
                TestEffort.of(12, 400),
                LoadModel.closed(2),
                seed -> exponential(100 * PlantedService.speedOfRun(0.05, new Seed(seed)), seed)));
    }
}
