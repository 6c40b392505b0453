package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.measure.ClientDelays;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Caveat;
import io.dbharness.model.HarnessException;
import io.dbharness.model.OperationKind;
import io.dbharness.result.OperationResult.OperationCounts;
import io.dbharness.result.RunResult.CombinedResult;
import io.dbharness.result.RunResult.Health;
import io.dbharness.result.RunResult.PlanFacts;
import io.dbharness.result.RunResult.StepResult;
import io.dbharness.result.RunResult.TargetFacts;
import io.dbharness.result.RunResult.Throughput;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.RunResult.Window;
import io.dbharness.result.RunResult.WorkloadFacts;
import io.dbharness.sut.ServerProbe.BusyStatement;
import io.dbharness.sut.ServerProbe.BusyStatements;
import io.dbharness.testkit.Draws;
import io.dbharness.testkit.SeededTest;
import io.dbharness.workload.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Neither the order of results nor that of merges matters, to the last byte of the file. */
@Tag("slow")
class MergePropertyTest {

    private static final ResultCodec CODEC = new ResultCodec();
    private static final String[] WORDS = {"alpha", "beta", "gamma"};

    @SeededTest(tries = 5, nightly = 30)
    void runsMayBeMergedInAnyOrder(Draws draws) {
        RandomGenerator random = draws.random();
        RunResult a = random(random, 60 * random.nextDouble());
        RunResult b = random(random, 60 * random.nextDouble());
        RunResult c = random(random, 60 * random.nextDouble());

        String expected = CODEC.encode(Merge.runs(List.of(a, b, c)));

        assertThat(CODEC.encode(Merge.runs(List.of(a, Merge.runs(List.of(b, c))))))
                .isEqualTo(expected);
        assertThat(CODEC.encode(Merge.runs(List.of(c, a, b)))).isEqualTo(expected);
        assertThat(CODEC.encode(Merge.runs(List.of(Merge.runs(List.of(c, b)), a))))
                .isEqualTo(expected);
    }

    @SeededTest(tries = 8, nightly = 300)
    void intervalsHaveTheSameDigitsInAnyOrder(Draws draws) {
        RandomGenerator random = draws.random();
        List<RunResult> parts = Stream.generate(() -> random(random, 30 + random.nextDouble()))
                .filter(r -> !r.throughputPerSecond().ci95().isEmpty())
                .limit(3)
                .toList();

        for (Function<List<RunResult>, RunResult> merge :
                List.<Function<List<RunResult>, RunResult>>of(Merge::runs, Merge::clients)) {
            RunResult first = merge.apply(List.of(merge.apply(parts.subList(0, 2)), parts.get(2)));
            RunResult last = merge.apply(List.of(parts.get(0), merge.apply(parts.subList(1, 3))));

            assertThat(first.throughputPerSecond()).isEqualTo(last.throughputPerSecond());
        }
    }

    /** Deviations of 10^9 requests and more, whose squares no long holds. */
    @SeededTest(tries = 3, nightly = 30)
    void intervalsOfVeryManyRequestsAreFiniteAndTheSameInAnyOrderButForTheLastDigits(Draws draws) {
        RandomGenerator random = draws.random();
        List<RunResult> parts = Stream.generate(() -> random(random, 1e7))
                .filter(r -> !r.throughputPerSecond().ci95().isEmpty())
                .limit(3)
                .toList();
        double value =
                parts.stream().mapToDouble(r -> r.throughputPerSecond().value()).sum() / 3;
        // The upper ends are 20 % above the values.
        double deviation = Math.sqrt(parts.stream()
                        .mapToDouble(r -> Math.pow(0.2 * r.throughputPerSecond().value(), 2))
                        .sum())
                / 3;

        for (List<RunResult> order : List.of(parts, List.of(parts.get(2), parts.get(0), parts.get(1)))) {
            assertThat(Merge.runs(order).throughputPerSecond().ci95().get(1))
                    .isCloseTo(value + deviation, within(1e-9 * value));
        }
    }

    @SeededTest(tries = 5, nightly = 30)
    void clientsMayBeMergedInAnyOrder(Draws draws) {
        RandomGenerator random = draws.random();
        RunResult a = random(random, 30 + random.nextDouble());
        RunResult b = random(random, 30 + random.nextDouble());
        RunResult c = random(random, 30 + random.nextDouble());

        String expected = CODEC.encode(Merge.clients(List.of(a, b, c)));

        assertThat(CODEC.encode(Merge.clients(List.of(a, Merge.clients(List.of(b, c))))))
                .isEqualTo(expected);
        assertThat(CODEC.encode(Merge.clients(List.of(c, a, b)))).isEqualTo(expected);
        assertThat(CODEC.encode(Merge.clients(List.of(Merge.clients(List.of(c, b)), a))))
                .isEqualTo(expected);
    }

    @SeededTest(tries = 5, nightly = 30)
    void countsAddUpScoresAreMadeAnewAndPercentilesStayWithinThoseOfTheParts(Draws draws) {
        RandomGenerator random = draws.random();
        RunResult a = random(random, 30);
        RunResult b = random(random, 30);

        RunResult merged = Merge.runs(List.of(a, b));

        long[] first = counts(a);
        long[] second = counts(b);
        assertThat(counts(merged))
                .containsExactly(IntStream.range(0, first.length)
                        .mapToLong(i -> first[i] + second[i])
                        .toArray());
        assertThat(stepsOf(merged)).isEqualTo(stepsOf(a) + stepsOf(b));
        LatencyResult x = a.combined("total").orElseThrow().response();
        LatencyResult y = b.combined("total").orElseThrow().response();
        LatencyResult both = merged.combined("total").orElseThrow().response();
        assertThat(both.count()).isEqualTo(x.count() + y.count());
        // A histogram tells values apart to a thousandth; only the exact maximum cuts a percentile off below that.
        both.percentilesNanos()
                .forEach((name, value) -> assertThat(value)
                        .isBetween(
                                Math.min(x.nanos(name), y.nanos(name)),
                                Math.max(x.nanos(name), y.nanos(name)) * 1001 / 1000));
    }

    @SeededTest(tries = 3, nightly = 10)
    void clientsOfOneJobMayHaveDifferentSlicesOfItAndRunsMayNot(Draws draws) {
        RandomGenerator random = draws.random();
        RunResult first = random(random, 30, "1-3");
        RunResult second = random(random, 30, "4-6");
        RunResult third = random(random, 30, "7-9");

        RunResult merged = Merge.clients(List.of(third, Merge.clients(List.of(second, first))));

        assertThat(merged.workload().parameters())
                .containsEntry("slice", "1-3; 4-6; 7-9")
                .containsEntry("rows", "5");
        assertThatThrownBy(() -> Merge.runs(List.of(first, second)))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("different workloads");
    }

    /** The counts of all requests, then those of each operation. */
    private static long[] counts(RunResult result) {
        Totals all = result.totals();
        LongStream totals = LongStream.of(
                all.intended(),
                all.started(),
                all.skipped(),
                all.backlog(),
                all.completed(),
                all.failed(),
                all.retried(),
                all.pending());
        LongStream each = result.operations().stream()
                .map(OperationResult::counts)
                .flatMapToLong(counts -> LongStream.of(
                        counts.started(), counts.completed(), counts.rolledBack(), counts.failed(), counts.pending()));
        return LongStream.concat(totals, each).toArray();
    }

    private static long stepsOf(RunResult result) {
        return result.steps().stream().mapToLong(StepResult::count).sum();
    }

    /** Not every step happens in every run. */
    private static List<StepResult> steps(RandomGenerator random) {
        return Stream.of("seek", "fetch")
                .filter(name -> random.nextInt(4) > 0)
                .map(name -> step(name, random))
                .toList();
    }

    private static StepResult step(String name, RandomGenerator random) {
        LatencyResult service = latency(random);
        return new StepResult(name, service.count(), 1e4 * random.nextDouble(), service);
    }

    private static RunResult random(RandomGenerator random, double seconds) {
        return random(random, seconds, "all");
    }

    private static RunResult random(RandomGenerator random, double seconds, String slice) {
        List<OperationResult> operations =
                List.of(operation("Read", OperationKind.READ, random), operation("Write", OperationKind.WRITE, random));
        LatencyHistogram all = new LatencyHistogram();
        operations.forEach(o -> all.add(o.response().distribution()));
        LatencyResult total = LatencyResult.of(all);
        long skipped = random.nextInt(50);
        LatencyResult intended = LatencyResult.of(all, List.of(), skipped);
        List<Caveat> caveats = caveats(random);
        double doubled = 2.0 * all.count();
        caveats.add(Caveat.note("SCORED", "doubled is " + doubled));
        double perSecond = 1e4 * random.nextDouble();
        return new RunResultBuilder()
                .id("2026010" + random.nextInt(10) + "-" + word(random))
                .createdAt("2026-01-0" + random.nextInt(1, 10) + "T03:04:05.006Z")
                .tool(new Tool("dbharness", word(random), word(random)))
                .workload(new WorkloadFacts("scored", Map.of("rows", "5", "slice", slice)))
                .target(new TargetFacts("Product", word(random), word(random), Map.of(word(random), word(random))))
                .environment(Map.of(word(random), word(random)))
                .plan(PlanFacts.of(
                        "closed, 3 users",
                        true,
                        new PlanFacts.Size(3, 4, "dedicated"),
                        random.nextLong(),
                        10,
                        Map.of("repeat", word(random)),
                        null))
                .windows(List.of(new Window("warmup", 5), new Window("measure", seconds)))
                .totals(Totals.of(
                        new Totals.Sent(2 * all.count() + skipped, all.count(), skipped, all.count()),
                        new Totals.Ended(all.count(), random.nextInt(10), random.nextInt(10), random.nextInt(10))))
                .throughputPerSecond(new Throughput(
                        perSecond, random.nextBoolean() ? List.of() : List.of(0.9 * perSecond, 1.2 * perSecond)))
                .combined(List.of(new CombinedResult("total", total, total, intended)))
                .operations(operations)
                .steps(steps(random))
                .scores(Map.of("doubled", doubled))
                .checks(List.of(new Check(word(random), random.nextBoolean() ? "before" : "after", true, word(random))))
                .health(new Health(
                        random.nextDouble(),
                        random.nextDouble(),
                        latency(random),
                        latency(random),
                        2,
                        1 << 20,
                        delays(random)))
                .server(server(random))
                .judged(caveats)
                .build();
    }

    private static ClientDelays delays(RandomGenerator random) {
        Map<String, Long> percentiles = random.nextBoolean()
                ? Map.of("p50", random.nextLong(1_000))
                : Map.of("p50", random.nextLong(1_000), "p99", random.nextLong(1_000));
        return ClientDelays.of(
                random.nextBoolean(),
                new ClientDelays.Sampled(
                        random.nextInt(100),
                        random.nextDouble(),
                        random.nextInt(100),
                        Map.of(random.nextBoolean() ? "total" : "Read", percentiles)),
                new ClientDelays.Stops(
                        List.of(new ClientDelays.Pause(random.nextDouble(), random.nextInt(), word(random))),
                        1,
                        random.nextInt(100)));
    }

    private static ServerStatistics server(RandomGenerator random) {
        List<ServerStatistics.Series> series = List.of(new ServerStatistics.Series(
                word(random), -5, 1, Arrays.asList(random.nextDouble(), null, random.nextDouble())));
        return new ServerStatistics(
                series,
                Map.of(word(random), (double) random.nextInt(1_000), word(random) + "Seconds", random.nextDouble()),
                random.nextBoolean() ? ServerStatistics.Gaps.NONE : new ServerStatistics.Gaps(3, word(random)),
                Map.of(),
                NodeResult.together(List.of(node(random)), List.of(node(random))),
                statements(series.get(0).name()));
    }

    private static BusyStatements statements(String text) {
        return new BusyStatements("s", "", 2, List.of(new BusyStatement(text, 4, 1.5, 9)));
    }

    private static NodeResult node(RandomGenerator random) {
        List<NodeResult.Away> away = List.of(new NodeResult.Away("was down", random.nextInt(3), null));
        return new NodeResult(word(random), "dc1", 0, random.nextInt(10), latency(random), away);
    }

    private static OperationResult operation(String name, OperationKind kind, RandomGenerator random) {
        LatencyResult response = latency(random);
        long failed = random.nextInt(10);
        return OperationResult.of(
                name,
                kind,
                new OperationCounts(
                        response.count() + failed,
                        response.count(),
                        random.nextInt(10),
                        failed,
                        Map.of(word(random), failed),
                        Map.of("2", 5L),
                        random.nextInt(10)),
                1e3 * random.nextDouble(),
                new OperationResult.Latencies(response, latency(random), latency(random), latency(random)));
    }

    private static LatencyResult latency(RandomGenerator random) {
        LatencyHistogram values = new LatencyHistogram();
        int count = random.nextInt(1, 200);
        for (int i = 0; i < count; i++) {
            values.record((long) (1e9 * Math.pow(random.nextDouble(), 8)));
        }
        return LatencyResult.of(values);
    }

    private static List<Caveat> caveats(RandomGenerator random) {
        List<Caveat> caveats = new ArrayList<>();
        if (random.nextBoolean()) {
            caveats.add(Caveat.note("NOTED", word(random)));
        }
        if (random.nextBoolean()) {
            caveats.add(Caveat.suspect("SUSPECTED", word(random)));
        }
        return caveats;
    }

    private static String word(RandomGenerator random) {
        return WORDS[random.nextInt(WORDS.length)];
    }
}
