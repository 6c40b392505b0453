package io.dbharness.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.LoadModel;
import io.dbharness.load.RunWindows;
import io.dbharness.load.Timeline;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.simulation.Simulation;
import io.dbharness.testkit.CountingWorkload;
import io.dbharness.testkit.SimulatedRun;
import io.dbharness.testkit.TestEffort;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A coordinator of many agents, their network and their loads in virtual time; what it costs is measured on the machine. */
@Tag("slow")
class SimulatedFleetTest {

    private static final Duration LENGTH = Duration.ofSeconds(TestEffort.of(5, 20));
    private static final long MILLI = 1_000_000;

    private final IntervalCodec codec = new IntervalCodec(new CountingWorkload().operations());

    /** A network whose packets take 25 ms with 10 ms of jitter each way, and one in a hundred is lost and sent again 200 ms later. */
    private record Network(RandomGenerator random) {

        long oneWay() {
            long delay = (long) (25 * MILLI + 10 * MILLI * Math.max(-2, Math.min(2, random.nextGaussian())));
            return random.nextInt(100) == 0 ? delay + 200 * MILLI : delay;
        }
    }

    /**
     * How far starts are off.
     *
     * @param skews  true differences from the common start, nanoseconds, sorted
     * @param bounds what the coordinator knew of them at most
     * @param late   orders to start that came after the start
     */
    private record Starts(List<Long> skews, List<Long> bounds, int late) {}

    private static Starts starts(int agents) {
        RandomGenerator random = Seed.DEFAULT.stream("network", agents);
        Network network = new Network(random);
        List<Long> skews = new ArrayList<>();
        List<Long> bounds = new ArrayList<>();
        int late = 0;
        for (int agent = 0; agent < agents; agent++) {
            long ahead = random.nextLong(-1_000_000 * MILLI, 1_000_000 * MILLI);
            Optional<ClockOffset> best = Optional.empty();
            long now = 0;
            for (int i = 0; i < ClockOffset.EXCHANGES; i++) {
                long there = now + network.oneWay();
                long back = there + network.oneWay();
                Message.Time answer = new Message.Time(i, there + ahead, 0);
                best = Optional.of(ClockOffset.better(best, ClockOffset.of(now, 0, answer, back)));
                now = back;
            }
            ClockOffset known = best.orElseThrow();
            long lead = 500 * MILLI + 10 * known.errorNanos();
            long trueStart = known.there(now + lead) - ahead;
            skews.add(Math.abs(trueStart - (now + lead)));
            bounds.add(known.errorNanos());
            late += network.oneWay() > lead ? 1 : 0;
        }
        Collections.sort(skews);
        Collections.sort(bounds);
        return new Starts(skews, bounds, late);
    }

    @Test
    void startsAreNeverFurtherOffThanTheCoordinatorSays() {
        Starts starts = starts(1_000);

        assertThat(starts.late()).isZero();
        assertThat(starts.skews().get(999)).isLessThanOrEqualTo(starts.bounds().get(999));
        System.out.printf(
                Locale.ROOT,
                "1000 starts over 25 +- 10 ms with 1 %% loss: skew p50 %.1f ms, p99 %.1f ms, max %.1f ms; bound at most %.1f ms%n",
                starts.skews().get(500) / 1e6,
                starts.skews().get(990) / 1e6,
                starts.skews().get(999) / 1e6,
                starts.bounds().get(999) / 1e6);
    }

    @Test
    void aHundredAgentsAreMergedWithoutLoss() {
        merge(100);
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(ints = {10, 100, 1_000})
    void whatACoordinatorCosts(int agents) {
        merge(agents);
        merge(agents);
    }

    private static List<IntervalSnapshot> load(int agent) {
        RunPlan plan =
                RunPlan.of(LoadModel.open(500, 64), 64, Timeline.of(Duration.ZERO, LENGTH), new Seed(agent + 1L));
        return SimulatedRun.of(
                        plan, Simulation.parse("sim:service=lognormal(2ms;1)").begin(plan.seed()))
                .intervals();
    }

    /** All agents tell every second in turn, each in an order of its own. */
    private void merge(int agents) {
        // A few loads stand for all: what is merged is as large as if each were another.
        List<List<IntervalCodec.Encoded>> loads = IntStream.range(0, Math.min(agents, 20))
                .mapToObj(agent -> load(agent).stream().map(codec::encode).toList())
                .toList();
        RunWindows windows = new RunWindows(Timeline.of(Duration.ZERO, LENGTH), 0);
        LatencyHistogram merged = new LatencyHistogram();
        long[] seconds = new long[1];
        IntervalMerger all = new IntervalMerger(windows, Duration.ofSeconds(1), interval -> {
            merged.add(interval.response());
            seconds[0]++;
        });
        RunPlan plan = RunPlan.of(
                LoadModel.open(500.0 * agents, 64 * agents),
                64 * agents,
                Timeline.of(Duration.ZERO, LENGTH),
                Seed.DEFAULT);
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < agents; i++) {
            members.add(new Member(
                    new org.jgroups.util.UUID(0, i),
                    "agent " + i,
                    new ClockOffset(0, 0, 0),
                    LoadAssignment.of(plan, i, agents),
                    Optional.empty(),
                    0));
        }
        int count = loads.stream().mapToInt(List::size).min().orElseThrow();
        long bytes = 0;
        long before = cpuNanos();
        for (int second = 0; second < count; second++) {
            for (int i = 0; i < agents; i++) {
                IntervalCodec.Encoded encoded = loads.get(i % loads.size()).get(second);
                byte[] frame = Wire.encode(new Message.Interval("run", second, encoded.text()), encoded.histograms());
                bytes += frame.length;
                Wire.Frame got = Wire.decode(frame, 0, frame.length);
                Message.Interval told = (Message.Interval) got.message();
                members.get(i).add(told.number(), codec.decode(told.interval(), got.bytes()), 0);
                all.publish(members, 0);
            }
        }
        all.publish(members, 0);
        double cpu = (cpuNanos() - before) / 1e9 / count;

        assertThat(seconds[0]).isEqualTo(count);
        assertThat(merged.count()).isEqualTo(500L * LENGTH.toSeconds() * agents);
        System.gc();
        System.out.printf(
                Locale.ROOT,
                "%d agents: %.1f ms of processor time a second, half of it for encoding; %.0f kB a second in all, %.1f kB each; heap %.0f MB%n",
                agents,
                cpu * 1e3,
                bytes / 1e3 / count,
                bytes / 1e3 / count / agents,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6);
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
