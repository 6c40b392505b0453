package io.dbharness.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.experiment.Search.Bounds;
import io.dbharness.experiment.SearchOutcome.End;
import io.dbharness.experiment.SearchOutcome.Probe;
import io.dbharness.experiment.SearchOutcome.Stage;
import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.Timeline;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.Condition;
import io.dbharness.result.RunResult;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.simulation.Simulation;
import io.dbharness.testkit.SimulatedRun;
import io.dbharness.testkit.TestEffort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Searches against targets whose answer is known. */
@Tag("slow")
class SearchTest {

    private static final long MILLI = 1_000_000;

    private static Condition condition(String text) {
        Problems problems = new Problems();
        Optional<Condition> condition = Search.condition(text, problems);
        problems.throwIfAny();
        return condition.orElseThrow();
    }

    private static RunPlan closed(Duration length) {
        return RunPlan.of(LoadModel.closed(1), 1, Timeline.of(Duration.ZERO, length), Seed.DEFAULT);
    }

    private static Search outstanding(String condition) {
        return new Search(closed(Duration.ofSeconds(20)), Factor.OUTSTANDING, condition(condition), Bounds.from(1));
    }

    private static SearchOutcome run(Search search, Function<RunPlan, RunResult> target) {
        List<RunResult> results = new ArrayList<>();
        for (Optional<RunPlan> next = search.next(results); next.isPresent(); next = search.next(results)) {
            results.add(target.apply(next.get()));
            assertThat(results).hasSizeLessThan(100);
        }
        return search.outcome(results);
    }

    private static Function<RunPlan, RunResult> simulated(String url) {
        Simulation simulation = Simulation.parse(url);
        return plan -> SimulatedRun.of(plan, simulation.begin(plan.seed())).result();
    }

    private static List<Double> levels(SearchOutcome outcome, Stage stage) {
        return outcome.probes().stream()
                .filter(p -> p.stage() == stage)
                .map(Probe::level)
                .toList();
    }

    @Test
    void theHighestRateOfAnMM1QueueIsWhereTheoryPutsIt() {
        RunPlan plan = RunPlan.of(
                new OpenArrivals(RateProfile.constant(100), Spacing.POISSON, LatePolicy.QUEUE, 2_000),
                2_000,
                Timeline.of(Duration.ofSeconds(5), Duration.ofSeconds(TestEffort.of(40, 200))),
                Seed.DEFAULT);
        Search search = new Search(plan, Factor.RATE, condition("p99 <= 50ms"), new Bounds(200, 10_000, 0.005));

        SearchOutcome outcome = run(search, simulated("sim:service=exp(1ms),servers=1"));

        // p99 = ln 100 / (mu - lambda)
        double theory = 1000 - Math.log(100) / 0.050;
        assertThat(outcome.end()).isEqualTo(End.FOUND);
        assertThat(outcome.level().orElseThrow()).isCloseTo(theory, Percentage.withPercentage(1));
        assertThat(levels(outcome, Stage.BRACKET)).contains(200.0, 400.0, 800.0, 1600.0);
    }

    @Test
    void aCapOf500IopsHolds20MillisecondsUpTo10Outstanding() {
        SearchOutcome outcome = run(outstanding("mean <= 20ms"), simulated("sim:service=100us,iops=500"));

        assertThat(outcome.level()).hasValue(10);
        assertThat(outcome.words()).startsWith("outstanding with mean <= 20ms: 10 (");
        assertThat(levels(outcome, Stage.BRACKET)).contains(1.0, 2.0, 4.0, 8.0, 16.0);
        assertThat(outcome.confirming()).hasSize(3);
    }

    @Test
    void onPowersOfTwoTheSameCapHoldsItUpTo8() {
        Axis axis = Axis.parse(Factor.OUTSTANDING, "1..256", new Problems()).orElseThrow();
        Condition limit = condition("mean <= 20ms");
        Function<RunPlan, RunResult> disk = simulated("sim:service=100us,iops=500");

        double highest = RunSeries.over(closed(Duration.ofSeconds(20)), List.of(axis)).plans().stream()
                .map(disk)
                .filter(r -> limit.answer(r, Optional.empty(), true) == Condition.Answer.HOLDS)
                .mapToDouble(r -> r.plan().users())
                .max()
                .orElseThrow();

        assertThat(highest).isEqualTo(8);
    }

    @Test
    void aLimitThatTheFirstLevelViolatesIsNotAttainable() {
        SearchOutcome outcome = run(outstanding("p50 <= 1ms"), simulated("sim:service=12ms"));

        assertThat(outcome.end()).isEqualTo(End.NOT_ATTAINABLE);
        assertThat(outcome.level()).isEmpty();
        assertThat(outcome.probes()).hasSize(1);
        assertThat(outcome.words()).isEqualTo("outstanding with p50 <= 1ms: target not attainable (1: p50 = 12 ms)");
    }

    @Test
    void aLimitThatIsNeverReachedEndsAtTheHighestLevelAllowed() {
        Search search = new Search(
                closed(Duration.ofSeconds(20)), Factor.OUTSTANDING, condition("p50 <= 100ms"), new Bounds(1, 12, 0.05));

        SearchOutcome outcome = run(search, simulated("sim:service=10ms"));

        assertThat(outcome.end()).isEqualTo(End.MOST_REACHED);
        assertThat(outcome.level()).hasValue(12);
        assertThat(outcome.words())
                .isEqualTo("outstanding with p50 <= 100ms: at least 12, the highest level that was to be tried");
    }

    @Test
    void fastFailuresDoNotKeepAServiceLevel() {
        Function<RunPlan, RunResult> failsAboveFour =
                plan -> SimulatedRun.of(plan, failing(plan.load().users() > 4)).result();

        SearchOutcome outcome = run(outstanding("p50 <= 10ms"), failsAboveFour);

        assertThat(outcome.level()).hasValue(4);
        assertThat(outcome.probes()).anySatisfy(p -> assertThat(p.finding()).isEqualTo("2 % of the requests failed"));
    }

    private static ServiceModel failing(boolean everyFiftieth) {
        long[] calls = {0};
        return (operation, startedAt) -> everyFiftieth && ++calls[0] % 50 == 0
                ? ServiceModel.Service.failed(startedAt + MILLI, FailureKind.TIMEOUT)
                : ServiceModel.Service.completed(startedAt + MILLI);
    }

    @Test
    void aRateThatIsNotSentIsNotKept() {
        RunPlan plan = RunPlan.of(
                new OpenArrivals(RateProfile.constant(10), Spacing.UNIFORM, LatePolicy.SKIP, 4),
                4,
                Timeline.of(Duration.ZERO, Duration.ofSeconds(100)),
                Seed.DEFAULT);
        Search search = new Search(plan, Factor.RATE, condition("p50 <= 100ms"), Bounds.from(10));

        SearchOutcome outcome = run(search, simulated("sim:service=1ms,iops=67"));

        // The responses of what is sent stay short; beyond 67/s the rest is skipped.
        assertThat(outcome.level().orElseThrow()).isBetween(67 * 0.95, 67 * 1.01);
        assertThat(outcome.probes())
                .anySatisfy(p -> assertThat(p.finding()).contains("of the intended requests were started"));
    }

    @Test
    void moreLoadThatOnlyCostsThroughputEndsTheBracket() {
        // Each doubling of users slows service down more than twice, as a lock that is fought over does.
        Function<RunPlan, RunResult> collapses = plan -> SimulatedRun.of(
                        plan,
                        ServiceModel.fixed(
                                Math.round(MILLI * Math.pow(plan.load().users(), 1.5))))
                .result();

        SearchOutcome outcome = run(outstanding("p50 <= 1s"), collapses);

        assertThat(outcome.end()).isEqualTo(End.THROUGHPUT_FELL);
        assertThat(outcome.level()).hasValue(4);
        assertThat(outcome.words()).contains("throughput fell for two doublings");
    }

    @Test
    void aLevelThatDoesNotHoldAgainIsSteppedDown() {
        Function<RunPlan, RunResult> slowLater = plan -> {
            boolean confirming = plan.factors().get(Search.STAGE).equals("confirm");
            int most = confirming ? 60 : 100;
            return SimulatedRun.of(plan, ServiceModel.fixed((plan.load().users() <= most ? 50 : 500) * MILLI))
                    .result();
        };

        SearchOutcome outcome = run(outstanding("p50 <= 100ms"), slowLater);

        assertThat(outcome.end()).isEqualTo(End.FOUND);
        assertThat(outcome.level().orElseThrow()).isBetween(56.0, 60.0);
        assertThat(levels(outcome, Stage.CONFIRM).get(0)).isBetween(95.0, 100.0);
    }

    @Test
    void theRunsOfALevelAreCountedAndHaveSeedsOfTheirOwn() {
        List<RunPlan> plans = new ArrayList<>();
        run(outstanding("mean <= 20ms"), plan -> {
            plans.add(plan);
            return simulated("sim:service=100us,iops=500").apply(plan);
        });

        List<RunPlan> atTen = plans.stream()
                .filter(p -> p.factors().get("outstanding").equals("10"))
                .toList();
        assertThat(atTen).hasSizeGreaterThan(3);
        assertThat(atTen)
                .extracting(p -> p.seed().value())
                .doesNotHaveDuplicates()
                .startsWith(1L);
        assertThat(atTen.get(0).factors()).containsEntry("repeat", "1").containsEntry("stage", "bisect");
        assertThat(atTen.get(atTen.size() - 1).factors()).containsEntry("stage", "confirm");
    }

    @Test
    void aSearchNeedsAServiceLevelAndALoadThatHasTheFactor() {
        assertThatThrownBy(() -> condition("p50 > 10ms or errors > 1%"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("joined by 'and'");
        assertThatThrownBy(() -> condition("throughput > 0.9*baseline"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("without a baseline");
        assertThatThrownBy(() -> new Search(
                        closed(Duration.ofSeconds(1)), Factor.RATE, condition("p50 <= 10ms"), Bounds.from(1)))
                .hasMessageContaining("the load has no rate");
    }
}
