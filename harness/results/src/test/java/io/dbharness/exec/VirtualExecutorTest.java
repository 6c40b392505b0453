package io.dbharness.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.load.ClosedLoop;
import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.random.Seed;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.Verdict;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.testkit.SimulatedRun;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The measurement core against known answers, in virtual time. */
@Tag("slow")
class VirtualExecutorTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final Duration HUNDRED_SECONDS = Duration.ofSeconds(100);

    /** 1 ms of service, but nothing is answered between the 50th and the 60th second. */
    private static final ServiceModel TEN_SECOND_STALL = (operation, startedAt) -> {
        boolean stalled = startedAt >= 50 * SECOND && startedAt < 60 * SECOND;
        return ServiceModel.Service.completed((stalled ? 60 * SECOND : startedAt) + MILLI);
    };

    @Test
    void aStallIsInTheResponseTimesOfAnOpenLoadAndNotInItsServiceTimes() {
        SimulatedRun run = SimulatedRun.of(LoadModel.open(100, 10), HUNDRED_SECONDS, TEN_SECOND_STALL);

        assertThat(run.service().quantileNanos(0.99)).isCloseTo(MILLI, within(MILLI / 100));
        assertThat(run.response().quantileNanos(0.99) / 1e9).isCloseTo(9.0, within(0.1));
        assertThat(run.response().count()).isEqualTo(10_000);
    }

    @Test
    void aClosedLoopHidesTheSameStall() {
        SimulatedRun run = SimulatedRun.of(LoadModel.closed(1), HUNDRED_SECONDS, TEN_SECOND_STALL);

        assertThat(run.response().quantileNanos(0.999) / 1e6).isCloseTo(1.0, within(0.01));
        assertThat(run.response().maxNanos() / 1e9).isCloseTo(10.0, within(0.01));
        assertThat(run.response().count()).isEqualTo(90_000);
    }

    @Test
    void aClosedLoopCompletesUsersOverServiceTime() {
        SimulatedRun run = SimulatedRun.of(LoadModel.closed(60), HUNDRED_SECONDS, ServiceModel.fixed(13_520_000));

        assertThat(run.result().throughputPerSecond().value()).isCloseTo(60 / 0.01352, within(1.0));
        assertThat(run.result().verdict()).isEqualTo(Verdict.VALID);
    }

    static List<LoadModel> everyLoadModel() {
        return List.of(
                LoadModel.closed(7),
                new ClosedLoop(50, new FixedThinkTime()),
                LoadModel.open(100, 3),
                new OpenArrivals(RateProfile.constant(333.3), Spacing.POISSON, LatePolicy.QUEUE, 5),
                new OpenArrivals(RateProfile.constant(333.3), Spacing.POISSON, LatePolicy.SKIP, 2));
    }

    @ParameterizedTest
    @MethodSource("everyLoadModel")
    void theBooksBalanceInEveryIntervalOfEveryLoadModel(LoadModel load) {
        RunPlan plan = RunPlan.of(load, 2, Timeline.of(Duration.ofSeconds(5), HUNDRED_SECONDS), Seed.DEFAULT);
        long[] calls = {0};
        ServiceModel sometimesFails = (operation, startedAt) -> ++calls[0] % 100 == 0
                ? ServiceModel.Service.failed(startedAt + MILLI, FailureKind.TIMEOUT)
                : TEN_SECOND_STALL.serve(operation, startedAt);

        SimulatedRun run = SimulatedRun.of(plan, sometimesFails);

        long started = 0;
        long ended = 0;
        for (IntervalSnapshot interval : run.intervals()) {
            started += interval.operations().stream()
                    .mapToLong(o -> o.counts().started())
                    .sum();
            ended += interval.completed() + interval.failed();
            assertThat(interval.inFlight()).isEqualTo(started - ended).isBetween(0L, 2L);
            assertThat(interval.backlog()).isNotNegative();
        }
        Totals totals = run.result().totals();
        assertThat(totals.intended()).isEqualTo(totals.started() + totals.skipped() + totals.backlog());
        assertThat(totals.started()).isEqualTo(totals.completed() + totals.failed() + totals.pending());
        assertThat(totals.failed()).isPositive();
        assertThat(run.codes()).doesNotContain("ACCOUNTING");
    }

    @Test
    void anOpenLoadIntendsExactlyItsRateEvenWhenTheTargetCannotKeepUp() {
        RunPlan plan = RunPlan.of(
                LoadModel.open(100, 1), 1, new Timeline(Duration.ZERO, HUNDRED_SECONDS, Duration.ZERO), Seed.DEFAULT);

        SimulatedRun run = SimulatedRun.of(plan, ServiceModel.fixed(20 * MILLI));

        assertThat(run.result().totals().intended()).isEqualTo(10_000);
        assertThat(run.result().totals().started()).isEqualTo(5_000);
        assertThat(run.result().totals().backlog()).isEqualTo(5_000);
        IntervalSnapshot tenthSecond = run.intervals().get(9);
        assertThat(tenthSecond.backlog()).isBetween(499L, 501L);
    }

    @Test
    void whatATargetCannotTakeIsSkippedInItsExactShare() {
        long[] serverFree = {0};
        ServiceModel oneServerOf67ASecond = (operation, startedAt) -> {
            serverFree[0] = Math.max(serverFree[0], startedAt) + SECOND / 67;
            return ServiceModel.Service.completed(serverFree[0]);
        };

        SimulatedRun run = SimulatedRun.of(
                new OpenArrivals(RateProfile.constant(100), Spacing.UNIFORM, LatePolicy.SKIP, 4),
                Duration.ofSeconds(1_000),
                oneServerOf67ASecond);

        Totals totals = run.result().totals();
        assertThat(totals.intended()).isEqualTo(100_000);
        assertThat(totals.started() + totals.skipped()).isEqualTo(100_000);
        assertThat(totals.skipped() / 1_000.0).isCloseTo(33.0, within(0.1));
        LatencyResult intended = run.result().combined("total").orElseThrow().intendedResponse();
        assertThat(intended.infinite()).contains("p75", "p99", "n9").doesNotContain("p50");
        // Three in four of all are beyond what was sent; the median of all is three quarters of the way through what
        // was.
        assertThat(intended.nanos("p50")).isEqualTo(run.response().quantileNanos(50_000.0 / totals.started()));
    }

    @Test
    void arrivalsThatNoUserTakesBeforeTheEndAreSkipped() {
        ServiceModel hangs = (operation, startedAt) ->
                ServiceModel.Service.completed(startedAt < 90 * SECOND ? startedAt + MILLI : Long.MAX_VALUE / 2);

        SimulatedRun run = SimulatedRun.of(
                new OpenArrivals(RateProfile.constant(1), Spacing.UNIFORM, LatePolicy.SKIP, 1), HUNDRED_SECONDS, hangs);

        Totals totals = run.result().totals();
        assertThat(totals.intended()).isEqualTo(100);
        assertThat(totals.started()).isEqualTo(91);
        assertThat(totals.skipped()).isEqualTo(9);
    }

    @Test
    void whatNeverEndsIsPendingWithItsAgeAndMakesItsPercentilesLowerBounds() {
        ServiceModel hangsOnce = (operation, startedAt) -> startedAt == 90 * SECOND
                ? ServiceModel.Service.completed(Long.MAX_VALUE / 2)
                : ServiceModel.Service.completed(startedAt + MILLI);

        SimulatedRun run = SimulatedRun.of(LoadModel.open(1, 2), HUNDRED_SECONDS, hangsOnce);

        assertThat(run.result().totals().pending()).isEqualTo(1);
        assertThat(run.codes()).contains("PENDING");
        var hung = run.result().operations().stream()
                .filter(o -> o.counts().pending() == 1)
                .findFirst()
                .orElseThrow();
        assertThat(hung.response().atLeast()).contains("n9").doesNotContain("p50");
        assertThat(hung.response().nanos("n9") / 1e9).isCloseTo(40.0, within(0.1));
        assertThat(hung.response().maxNanos()).isEqualTo(MILLI);
    }

    @Test
    void usersBeyondTheConnectionsWaitAndTheWaitIsNotServiceTime() {
        RunPlan plan = RunPlan.of(LoadModel.closed(4), 1, Timeline.of(Duration.ZERO, HUNDRED_SECONDS), Seed.DEFAULT);

        SimulatedRun run = SimulatedRun.of(plan, ServiceModel.fixed(10 * MILLI));

        assertThat(run.service().maxNanos()).isEqualTo(10 * MILLI);
        assertThat(run.response().quantileNanos(0.5) / 1e6).isCloseTo(40.0, within(0.1));
        var read = run.result().operation("Read").orElseThrow();
        assertThat(read.connectionWait().nanos("p50") / 1e6).isCloseTo(30.0, within(0.1));
    }

    @Test
    void warmUpIsSentButCountsInNoTable() {
        RunPlan plan = RunPlan.of(
                LoadModel.open(10, 2), 2, Timeline.of(Duration.ofSeconds(30), Duration.ofSeconds(10)), Seed.DEFAULT);
        ServiceModel slowWarmUp = (operation, startedAt) ->
                ServiceModel.Service.completed(startedAt + (startedAt < 30 * SECOND ? 50 : 1) * MILLI);

        SimulatedRun run = SimulatedRun.of(plan, slowWarmUp);

        assertThat(run.response().count()).isEqualTo(100);
        assertThat(run.response().maxNanos()).isEqualTo(MILLI);
        assertThat(run.result().measuredSeconds()).isEqualTo(10.0);
    }

    @Test
    void responseTimeStartsAfterThinkingAndKeying() {
        SimulatedRun run = SimulatedRun.of(
                new ClosedLoop(10, new FixedThinkTime()), HUNDRED_SECONDS, ServiceModel.fixed(5 * MILLI));

        assertThat(run.response().maxNanos()).isEqualTo(5 * MILLI);
        assertThat(run.accounts().meanDelayNanos()).isCloseTo(100 * MILLI, within((double) MILLI));
        assertThat(run.result().throughputPerSecond().value()).isCloseTo(10 / 0.105, within(0.5));
    }

    @Test
    void aTransientFailureIsRetriedAndTheResponseTimeCoversAllAttempts() {
        long[] calls = {0};
        ServiceModel failsEverySecondAttempt = (operation, startedAt) -> ++calls[0] % 2 == 1
                ? ServiceModel.Service.failed(startedAt + MILLI, FailureKind.SERIALIZATION)
                : ServiceModel.Service.completed(startedAt + MILLI);

        SimulatedRun run = SimulatedRun.of(LoadModel.open(10, 1), HUNDRED_SECONDS, failsEverySecondAttempt);

        assertThat(run.result().totals().failed()).isZero();
        assertThat(run.result().totals().retried()).isEqualTo(1_000);
        // 1 ms of failure, 1 ms of back-off, 1 ms of success
        assertThat(run.response().maxNanos()).isEqualTo(3 * MILLI);
    }

    static List<LoadModel> closedAndOpen() {
        return List.of(LoadModel.closed(3), LoadModel.open(100, 3));
    }

    @ParameterizedTest
    @MethodSource("closedAndOpen")
    void aRunOfACountEndsWithItsLastAnswer(LoadModel load) {
        RunPlan plan = RunPlan.of(load, 3, Timeline.of(Duration.ofSeconds(2), HUNDRED_SECONDS), Seed.DEFAULT)
                .withLimits(Limits.DEFAULT.withCount(1_000));

        SimulatedRun run = SimulatedRun.of(plan, ServiceModel.fixed(10 * MILLI));

        Totals totals = run.result().totals();
        assertThat(totals.intended()).isEqualTo(1_000);
        assertThat(totals.completed()).isEqualTo(1_000);
        double perSecond = load.users() == 3 && load.describe().startsWith("closed") ? 300 : 100;
        assertThat(run.result().measuredSeconds()).isCloseTo(1_000 / perSecond, within(0.1));
        assertThat(run.codes()).doesNotContain("INTERRUPTED", "ACCOUNTING");
    }

    @Test
    void aTargetThatCannotTakeTheRateEndsTheRunOverloadedInsteadOfFillingTheMemory() {
        RunPlan plan =
                RunPlan.of(LoadModel.open(1_000, 1), 1, Timeline.of(Duration.ZERO, Duration.ofHours(1)), Seed.DEFAULT);

        SimulatedRun run = SimulatedRun.of(plan, ServiceModel.fixed(2 * MILLI));

        assertThat(run.codes()).contains("OVERLOAD").doesNotContain("INTERRUPTED", "ACCOUNTING");
        assertThat(run.result().verdict()).isEqualTo(Verdict.INVALID);
        // Half the arrivals are served, so the wait reaches its minute after two.
        assertThat(run.result().measuredSeconds()).isCloseTo(121, within(1.0));
    }

    /** 40 ms of keying, 60 ms of thinking. */
    private record FixedThinkTime() implements ThinkTime {
        @Override
        public long keyingNanos(Operation next) {
            return 40 * MILLI;
        }

        @Override
        public long thinkNanos(Operation previous, RandomGenerator random) {
            return 60 * MILLI;
        }
    }
}
