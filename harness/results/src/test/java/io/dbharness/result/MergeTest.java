package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.Executor.RunObserver;
import io.dbharness.exec.StopSignal;
import io.dbharness.exec.VirtualExecutor;
import io.dbharness.load.ClosedLoop;
import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.RunWindows;
import io.dbharness.load.Slice;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.Quantiles;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.sut.TargetInfo;
import io.dbharness.testkit.CountingWorkload;
import io.dbharness.testkit.CountingWorkload.KeySession;
import io.dbharness.testkit.SimulatedRun;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.OperationSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeTest {

    private static final long MILLI = 1_000_000;
    private static final int USERS = 7;

    /** A service time between 1 and 2 ms that depends on nothing but the operation and the instant, so users do not meet. */
    private static final ServiceModel BY_THE_CLOCK = (operation, startedAt) -> ServiceModel.Service.completed(
            startedAt + MILLI + new Seed(startedAt).stream(operation.name(), 0).nextLong(MILLI));

    /** The users of one client among several: they draw what the users of one large client of these numbers would. */
    private record Client(int firstUser) implements BoundWorkload<KeySession> {

        private static final CountingWorkload WORKLOAD = new CountingWorkload();

        @Override
        public List<Operation> operations() {
            return WORKLOAD.operations();
        }

        @Override
        public OperationSource<KeySession> source(int user, Seed seed) {
            return WORKLOAD.source(firstUser + user, seed);
        }

        @Override
        public int defaultUsers() {
            return 1;
        }

        @Override
        public ThinkTime thinkTime() {
            return ThinkTime.NONE;
        }

        @Override
        public DataSet dataSet() {
            return WORKLOAD.dataSet();
        }

        RunResult run(int users) {
            RunPlan plan = RunPlan.of(
                    new ClosedLoop(users, ThinkTime.NONE, new Slice(Math.min(1, firstUser), 2, firstUser)),
                    users,
                    Timeline.of(Duration.ofSeconds(1), Duration.ofSeconds(20)),
                    Seed.DEFAULT);
            Tally tally = new Tally();
            RunObserver observer = new RunObserver() {
                @Override
                public void begin(RunWindows windows) {}

                @Override
                public void interval(IntervalSnapshot snapshot) {
                    tally.interval(snapshot);
                }
            };
            return new RunRecord(
                            new RunRecord.Origin(
                                    "client-" + firstUser,
                                    "2026-01-02T03:04:05.006Z",
                                    new RunResult.Tool("dbharness", "test", "unknown"),
                                    new RunResult.WorkloadFacts("counting", Map.of()),
                                    Map.of()),
                            operations(),
                            new TargetInfo("Simulation", "1", "sim:", Map.of(), List.of()),
                            plan,
                            tally,
                            new VirtualExecutor<KeySession>(BY_THE_CLOCK)
                                    .run(new Execution<>(plan, this, new StopSignal(), observer)),
                            SimulatedRun.undisturbed())
                    .judge(List.of());
        }
    }

    @Test
    void clientsMergeToTheHistogramsOfOneClientWithAllTheirUsers() {
        RunResult whole = new Client(0).run(USERS);

        RunResult merged = Merge.clients(List.of(new Client(0).run(3), new Client(3).run(USERS - 3)));

        assertThat(merged.operations()).hasSize(2);
        for (OperationResult operation : merged.operations()) {
            OperationResult one = whole.operation(operation.name()).orElseThrow();
            assertSame(operation.response(), one.response());
            assertSame(operation.service(), one.service());
            assertSame(operation.connectionWait(), one.connectionWait());
            assertThat(operation.counts()).isEqualTo(one.counts());
            assertThat(operation.throughputPerSecond()).isCloseTo(one.throughputPerSecond(), within(1e-5));
        }
        for (String column : List.of("read", "write", "total")) {
            RunResult.CombinedResult one = whole.combined(column).orElseThrow();
            assertSame(merged.combined(column).orElseThrow().response(), one.response());
            assertSame(merged.combined(column).orElseThrow().intendedResponse(), one.intendedResponse());
        }
        assertThat(merged.totals()).isEqualTo(whole.totals());
        assertThat(merged.throughputPerSecond().value())
                .isCloseTo(whole.throughputPerSecond().value(), within(1e-5));
        assertThat(merged.windows()).isEqualTo(whole.windows());
        assertThat(merged.plan().users()).isEqualTo(USERS);
        assertThat(merged.plan().connections()).isEqualTo(USERS);
        assertThat(merged.plan().load())
                .isEqualTo("1 x closed, 3 users, think time none, part 1 of 2;"
                        + " 1 x closed, 4 users, think time none, part 2 of 2");
        assertThat(merged.id()).isEqualTo("client-0-merged");
    }

    @Test
    void labelsAreMergedWholeAlsoThoseOfAResultThatWasReadAgain() {
        RunResult client = closed(10, fixed(1));
        RunResult first =
                client.builder().id("a").environment(Map.of("flags", "-z; -a")).build();
        RunResult second =
                client.builder().id("b").environment(Map.of("flags", "-m")).build();
        RunResult third = client.builder().id("c").environment(Map.of()).build();
        ResultCodec codec = new ResultCodec();

        RunResult two = codec.decode(codec.encode(Merge.clients(List.of(second, third))));
        RunResult merged = Merge.clients(List.of(two, first));

        assertThat(merged.environment()).containsExactly(Map.entry("flags", "-m; -z; -a"));
        assertThat(merged.plan().load()).startsWith("3 x closed");
        assertThat(merged).isEqualTo(Merge.clients(List.of(first, second, third)));
    }

    @Test
    void runsOfTwoClientsAreRunsOfTheSameTwoLoads() {
        RunResult run = closed(10, fixed(1));
        RunResult first = Merge.clients(List.of(run, run.builder().id("a").build()));
        RunResult second = Merge.clients(
                List.of(run.builder().id("b").build(), run.builder().id("c").build()));
        RunResult third = run.builder().id("d").build();

        RunResult merged = Merge.runs(List.of(first, second));

        assertThat(merged.plan().load()).startsWith("2 x closed");
        assertThat(Merge.clients(List.of(
                                merged,
                                third.builder().windows(merged.windows()).build()))
                        .plan()
                        .load())
                .startsWith("3 x closed");
    }

    /**
     * But for how the histograms grew, which shows in their text, and for intervals, which need the times at which requests were slow
     * together.
     */
    private static void assertSame(LatencyResult a, LatencyResult b) {
        assertThat(a)
                .usingRecursiveComparison()
                .ignoringFields("histogram", "ci95Nanos", "effectiveSamples")
                .isEqualTo(b);
        assertThat(a.distribution().histogram()).isEqualTo(b.distribution().histogram());
    }

    @Test
    void theIntervalOfRunsTogetherIsAsMuchNarrowerAsTheyAreMore() {
        List<RunResult> runs = IntStream.range(0, 4)
                .mapToObj(seed -> SimulatedRun.of(LoadModel.closed(2), Duration.ofSeconds(60), exponential(seed))
                        .result())
                .toList();

        RunResult merged = Merge.runs(runs);
        RunResult together = Merge.clients(runs);

        double[] widths = runs.stream()
                .mapToDouble(r -> width(r.throughputPerSecond().ci95()))
                .toArray();
        double squares = Arrays.stream(widths).map(w -> w * w).sum();
        assertThat(width(merged.throughputPerSecond().ci95())).isCloseTo(Math.sqrt(squares) / 4, within(0.001));
        assertThat(width(together.throughputPerSecond().ci95()))
                .isCloseTo(Arrays.stream(widths).sum(), within(0.001));
        assertThat(total(merged).effectiveSamples().get("p99"))
                .isEqualTo(runs.stream()
                        .mapToLong(r -> total(r).effectiveSamples().get("p99"))
                        .sum());
        assertThat(total(merged).ci95Nanos()).containsKeys("p50", "p90", "p99");
    }

    private static LatencyResult total(RunResult result) {
        return result.combined("total").orElseThrow().response();
    }

    private static double width(List<Double> ends) {
        return ends.get(1) - ends.get(0);
    }

    private static ServiceModel exponential(long seed) {
        Random random = new Random(seed);
        return (operation, startedAt) ->
                ServiceModel.Service.completed(startedAt + (long) (-Math.log1p(-random.nextDouble()) * 10_000_000));
    }

    private static RunResult closed(int seconds, ServiceModel model) {
        return SimulatedRun.of(LoadModel.closed(1), Duration.ofSeconds(seconds), model)
                .result();
    }

    private static ServiceModel fixed(long millis) {
        return ServiceModel.fixed(millis * MILLI);
    }

    @Test
    void throughputOfRunsIsTheMeanWeightedByTime() {
        RunResult merged = Merge.runs(List.of(closed(10, fixed(1)), closed(30, fixed(2))));

        assertThat(merged.throughputPerSecond().value()).isCloseTo((10 * 1000 + 30 * 500) / 40.0, within(0.1));
        assertThat(merged.measuredSeconds()).isEqualTo(40);
        assertThat(merged.totals().completed()).isEqualTo(25_000);
        assertThat(merged.plan().users()).isEqualTo(1);
        assertThat(merged.plan().load()).isEqualTo("closed, 1 user, think time none");
    }

    /** Methodology: 1000 samples of 1; 900 of 1 and 100 of 100. The mean of the 95th percentiles is 50.5. */
    @Test
    void aMergedPercentileIsThatOfAllRequestsAndNotAMeanOfPercentiles() {
        long[] calls = {0};
        ServiceModel everyTenthSlow = (operation, startedAt) ->
                ServiceModel.Service.completed(startedAt + (++calls[0] % 10 == 0 ? 100 : 1) * MILLI);
        RunResult fast = SimulatedRun.of(LoadModel.open(100, 50), Duration.ofSeconds(10), fixed(1))
                .result();
        RunResult slow = SimulatedRun.of(LoadModel.open(100, 50), Duration.ofSeconds(10), everyTenthSlow)
                .result();

        LatencyResult merged =
                Merge.runs(List.of(fast, slow)).combined("total").orElseThrow().response();

        assertThat(slow.combined("total").orElseThrow().response().nanos("p95"))
                .isCloseTo(100 * MILLI, within(MILLI / 10));
        assertThat(merged.count()).isEqualTo(2_000);
        assertThat(merged.nanos("p95")).isCloseTo(MILLI, within(MILLI / 1000));
        assertThat(merged.distribution().quantileNanos(0.96)).isCloseTo(100 * MILLI, within(MILLI / 10));
    }

    @Test
    void everyMergedPercentileLiesBetweenThoseOfItsParts() {
        RunResult fast = closed(10, BY_THE_CLOCK);
        RunResult slow = closed(10, (operation, at) -> BY_THE_CLOCK.serve(operation, at + MILLI / 2));

        LatencyResult merged =
                Merge.runs(List.of(fast, slow)).operations().get(0).response();

        LatencyResult a = fast.operations().get(0).response();
        LatencyResult b = slow.operations().get(0).response();
        Quantiles.BY_NAME
                .keySet()
                .forEach(name -> assertThat(merged.nanos(name))
                        .isBetween(Math.min(a.nanos(name), b.nanos(name)), Math.max(a.nanos(name), b.nanos(name))));
    }

    @Test
    void aResultIsNotMergedWithItself() {
        RunResult run = closed(60, fixed(1));

        assertThatThrownBy(() -> Merge.runs(List.of(run, run)))
                .isInstanceOf(HarnessException.class)
                .hasMessage("the result " + run.id() + " is given twice");
    }

    @Test
    void theWorstVerdictStandsAndEveryCaveatIsKeptOnce() {
        ServiceModel fails = (operation, at) -> at % (100 * MILLI) == 0
                ? ServiceModel.Service.failed(at + MILLI, FailureKind.OTHER)
                : ServiceModel.Service.completed(at + MILLI);
        RunResult sound = closed(60, fixed(1));
        RunResult suspect = closed(60, fails);
        assertThat(sound.verdict()).isEqualTo(Verdict.VALID);
        assertThat(suspect.verdict()).isEqualTo(Verdict.SUSPECT);

        ResultCodec codec = new ResultCodec();
        RunResult again = codec.decode(codec.encode(suspect)
                .replace("\"checksum\"", "\"ignored\"")
                .replaceFirst("\"id\" : \"", "\"id\" : \"again-"));

        RunResult merged = Merge.runs(List.of(suspect, sound, again));

        assertThat(merged.verdict()).isEqualTo(Verdict.SUSPECT);
        assertThat(merged.caveats()).containsExactlyInAnyOrderElementsOf(suspect.caveats());
    }

    @Test
    void whatIsPendingStaysALowerBound() {
        ServiceModel hangsOnce = (operation, startedAt) ->
                ServiceModel.Service.completed(startedAt == 9_000 * MILLI ? Long.MAX_VALUE / 2 : startedAt + MILLI);
        RunResult hung = SimulatedRun.of(LoadModel.open(1, 2), Duration.ofSeconds(10), hangsOnce)
                .result();
        RunResult sound = SimulatedRun.of(LoadModel.open(1, 2), Duration.ofSeconds(10), fixed(1))
                .result();

        RunResult merged = Merge.runs(List.of(hung, sound));

        LatencyResult response = merged.combined("total").orElseThrow().response();
        assertThat(merged.totals().pending()).isEqualTo(1);
        assertThat(response.atLeast()).contains("n9", "p99").doesNotContain("p95", "p50");
        assertThat(response.nanos("n9"))
                .isEqualTo(hung.combined("total").orElseThrow().response().nanos("n9"))
                .isGreaterThan(30_000 * MILLI);
    }

    @Test
    void pendingInvocationsOfSeveralRunsRankByTheAgeOfEach() {
        RunResult two = SimulatedRun.of(LoadModel.open(1, 10), Duration.ofSeconds(10), hangsFrom(8))
                .result();
        RunResult four = SimulatedRun.of(LoadModel.open(1, 10), Duration.ofSeconds(10), hangsFrom(6))
                .result();
        List<Long> ages = four.combined("total").orElseThrow().response().pendingNanos();
        assertThat(ages).hasSize(4).isSorted();

        RunResult merged = Merge.runs(List.of(two, four));

        LatencyResult response = merged.combined("total").orElseThrow().response();
        assertThat(response.pendingNanos())
                .containsExactly(ages.get(0), ages.get(0), ages.get(1), ages.get(1), ages.get(2), ages.get(3));
        // Ranks 15 and 18 of 20: the first of the two youngest, and the older of the two next.
        assertThat(response.nanos("p75")).isCloseTo(ages.get(0), within(ages.get(0) / 1000));
        assertThat(response.nanos("p90")).isCloseTo(ages.get(1), within(ages.get(1) / 1000));
        assertThat(response.atLeast()).startsWith("p75").doesNotContain("p50");
        assertThat(new ResultCodec().decode(new ResultCodec().encode(merged))).isEqualTo(merged);
    }

    /** Fixed at a millisecond until so many seconds have passed, then nothing ends. */
    private static ServiceModel hangsFrom(int second) {
        return (operation, startedAt) -> ServiceModel.Service.completed(
                startedAt >= second * 1_000L * MILLI ? Long.MAX_VALUE / 2 : startedAt + MILLI);
    }

    @Test
    void aPendingInvocationHasServedShorterThanItsRequesterWaits() {
        RunResult queued = SimulatedRun.of(LoadModel.open(1, 1), Duration.ofSeconds(10), hangsLate())
                .result();

        RunResult.CombinedResult total = queued.combined("total").orElseThrow();
        assertThat(total.response().pendingNanos()).hasSize(1);
        assertThat(total.service().pendingNanos().get(0))
                .isEqualTo(total.response().pendingNanos().get(0) - 500 * MILLI);
    }

    /** The second starts half a second late, behind the first, and never ends. */
    private static ServiceModel hangsLate() {
        return (operation, startedAt) -> ServiceModel.Service.completed(
                startedAt == 0 ? 1_500 * MILLI : startedAt == 1_500 * MILLI ? Long.MAX_VALUE / 2 : startedAt + MILLI);
    }

    @Test
    void aResultThatDoesNotSayHowOldItsPendingRequestsWereIsRefused() {
        RunResult hung = SimulatedRun.of(LoadModel.open(1, 10), Duration.ofSeconds(10), hangsFrom(8))
                .result();
        String json = new ResultCodec().encode(hung).replace("\"checksum\"", "\"ignored\"");
        RunResult old = new ResultCodec().decode(json.replaceAll("\"pendingNanos\" : \\[[^]]*],", ""));
        assertThat(old.combined("total").orElseThrow().response().pendingNanos())
                .isEmpty();

        assertThatThrownBy(() -> Merge.runs(List.of(hung, old)))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("does not say how old they were");
    }

    /** One user and 100 requests a second, those skipped that come while one is under way. */
    private static RunResult skipping(ServiceModel model) {
        RunPlan plan = RunPlan.of(
                new OpenArrivals(RateProfile.constant(100), Spacing.UNIFORM, LatePolicy.SKIP, 1),
                1,
                Timeline.of(Duration.ZERO, Duration.ofSeconds(10)),
                Seed.DEFAULT);
        return SimulatedRun.of(plan, model).result();
    }

    @Test
    void whatWasSkippedStaysInfinite() {
        RunResult.CombinedResult merged = Merge.runs(List.of(skipping(fixed(15)), skipping(fixed(1))))
                .combined("total")
                .orElseThrow();

        assertThat(merged.intendedResponse().infinite()).contains("p90").doesNotContain("p50", "p75");
        assertThat(merged.response().infinite()).isEmpty();
    }

    @Test
    void theOutlineOfRunsHasTheFiguresOfTheirMerge() {
        List<RunResult> runs = List.of(skipping(fixed(15)), skipping(fixed(1)));
        RunResult merged = Merge.runs(runs);

        RunResult outline = Merge.outline(runs);

        assertThat(outline.combined("total")).isEqualTo(merged.combined("total"));
        assertThat(outline.totals()).isEqualTo(merged.totals());
        assertThat(outline.throughputPerSecond()).isEqualTo(merged.throughputPerSecond());
        assertThat(outline.windows()).isEqualTo(merged.windows());
        assertThat(outline.plan()).isEqualTo(merged.plan());
    }

    @Test
    void outlinesOfResultsOfDifferentLoadAreRefused() {
        List<RunResult> runs = List.of(skipping(fixed(1)), closed(10, fixed(1)));

        assertThatThrownBy(() -> Merge.outline(runs)).hasMessageContaining("results of different loads");
    }

    @Test
    void clientsThatDidNotRunTogetherAreRefused() {
        assertThatThrownBy(() -> Merge.clients(List.of(closed(10, fixed(1)), closed(12, fixed(1)))))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("did not run together: measure lasted from 10.0 to 12.0 s");
    }

    @Test
    void resultsOfDifferentWorkOrLoadAreRefused() {
        RunResult one = closed(10, fixed(1));
        RunResult two = SimulatedRun.of(LoadModel.closed(2), Duration.ofSeconds(10), fixed(1))
                .result();

        assertThatThrownBy(() -> Merge.runs(List.of(one, two)))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("results of different loads cannot be merged");
        assertThatThrownBy(() -> Merge.clients(List.of(
                        one,
                        SimulatedRun.of(LoadModel.open(10, 1), Duration.ofSeconds(10), fixed(1))
                                .result())))
                .hasMessageContaining("results of different closed loops");
    }

    @Test
    void aMergedResultIsAResultLikeAnyOther(@TempDir Path directory) {
        RunResult merged = Merge.runs(List.of(closed(10, fixed(1)), closed(10, fixed(2))));

        new ResultCodec().write(merged, directory);

        assertThat(new ResultCodec().read(directory)).isEqualTo(merged);
    }

    @Test
    void oneResultMergesToItself() {
        RunResult one = closed(10, fixed(1));

        assertThat(Merge.runs(List.of(one))).isSameAs(one);
    }
}
