package io.dbharness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.exec.BlockingExecutor;
import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.plan.RunPlan;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult;
import io.dbharness.result.analysis.LittleLaw;
import io.dbharness.result.analysis.RightTail;
import io.dbharness.result.analysis.RightTail.Onset;
import io.dbharness.result.analysis.RightTail.Shape;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.simulation.Simulation;
import io.dbharness.testkit.ScriptedTarget;
import io.dbharness.testkit.SimulatedRun;
import io.dbharness.time.SystemClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers that go through the whole core, from the load model to the analysis; docs/accuracy.md has the others. */
@Tag("slow")
class KnownAnswersTest {

    private static final Duration TWENTY_SECONDS = Duration.ofSeconds(20);

    private static SimulatedRun closed(String target, int users) {
        return SimulatedRun.of(
                LoadModel.closed(users),
                TWENTY_SECONDS,
                Simulation.parse(target).begin(Seed.DEFAULT));
    }

    @Test
    void twoDevicesOfEqualThroughputAndMeanAreToldApartByTheirTails() {
        SimulatedRun shaped = closed("sim:shaper=16000/s,service=lognormal(600us;0.1)", 72);
        SimulatedRun refilled = closed("sim:tokens=16000/s@22500us,service=lognormal(1600us;0.12)", 72);

        RightTail paced = RightTail.of(shaped.response());
        RightTail bursty = RightTail.of(refilled.response());

        assertThat(throughput(shaped)).isCloseTo(throughput(refilled), within(16.0));
        assertThat(shaped.response().meanNanos()).isCloseTo(refilled.response().meanNanos(), within(5e4));
        assertThat(paced.shapes()).contains(Shape.SHAPED).doesNotContain(Shape.BURSTY);
        assertThat(bursty.shapes()).containsExactly(Shape.BURSTY);
        Onset onset = bursty.onset().orElseThrow();
        assertThat(onset.from().name()).isEqualTo("p75");
        assertThat(onset.to().name()).isEqualTo("p90");
    }

    private static double throughput(SimulatedRun run) {
        return run.result().throughputPerSecond().value();
    }

    @Test
    void aStallIsInTheResponseTimesAndNotInTheServiceTimes() {
        SimulatedRun run = SimulatedRun.of(
                LoadModel.open(1_000, 16),
                Duration.ofSeconds(61),
                Simulation.parse("sim:service=100us,stall=200ms@10s").begin(Seed.DEFAULT));

        assertThat(millis(run.service(), 0.99)).isCloseTo(0.1, within(0.001));
        assertThat(millis(run.response(), 0.99)).isCloseTo(100, within(5.0));
    }

    private static double millis(LatencyHistogram distribution, double quantile) {
        return distribution.quantileNanos(quantile) / 1e6;
    }

    @Test
    void sixtyUsersOfAFixedServiceObeyLittlesLaw() {
        RunResult run = SimulatedRun.of(LoadModel.closed(60), Duration.ofSeconds(100), ServiceModel.fixed(13_520_000))
                .result();
        double perSecond = run.throughputPerSecond().value();
        double response = run.combined("total").orElseThrow().response().meanNanos() / 1e9;

        assertThat(perSecond).isCloseTo(4_437.9, within(0.6));
        assertThat(new LittleLaw(perSecond, response, 0).residual(60)).isCloseTo(0, within(0.001));
    }

    /** What each worker sent, by its name; a worker is a user here. */
    private static Map<String, List<String>> sent(int users, int idle) {
        Map<String, List<String>> sent = new ConcurrentHashMap<>();
        ScriptedTarget target = new ScriptedTarget((operation, key) -> {
            sent.computeIfAbsent(Thread.currentThread().getName(), name -> new CopyOnWriteArrayList<>())
                    .add(word(operation, key));
            LongStream.range(0, key % 7 * idle).forEach(i -> Thread.onSpinWait());
            return Outcome.COMPLETED;
        });
        RunPlan plan = RunPlan.of(
                        LoadModel.closed(users), users, Timeline.of(Duration.ZERO, Duration.ofMinutes(1)), new Seed(42))
                .withLimits(Limits.DEFAULT.withCount(400L * users));
        SimulatedRun.run(plan, new BlockingExecutor<>(target, new SystemClock()));
        return sent;
    }

    private static String word(Operation operation, long key) {
        return operation.name() + " " + key;
    }

    @Test
    void theSameSeedSendsTheSameOperationsWhateverTheTimingOfTheThreads() {
        Map<String, List<String>> quick = sent(4, 0);
        Map<String, List<String>> slow = sent(4, 2_000);

        assertThat(quick).hasSize(4).containsOnlyKeys(slow.keySet());
        quick.forEach((user, operations) -> {
            List<String> other = slow.getOrDefault(user, List.of());
            int both = Math.min(operations.size(), other.size());
            assertThat(both).isPositive();
            assertThat(operations.subList(0, both)).isEqualTo(other.subList(0, both));
        });
        assertThat(quick.values()).doesNotHaveDuplicates();
    }
}
