package io.dbharness.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.Timeline;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.UsageException;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.testkit.SimulatedRun;
import io.dbharness.testkit.TestEffort;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulated devices and servers against what queueing theory and the published tables say. */
@Tag("slow")
class SimulationTest {

    private static SimulatedRun closed(String url, int users, Duration length) {
        return SimulatedRun.of(
                LoadModel.closed(users), length, Simulation.parse(url).begin(Seed.DEFAULT));
    }

    private static double millis(LatencyHistogram distribution, double quantile) {
        return distribution.quantileNanos(quantile) / 1e6;
    }

    @ParameterizedTest
    @CsvSource({"1,2", "2,4", "4,8", "8,16", "10,20", "16,32", "64,128"})
    void aCapOf500IopsAnswersInOutstandingOver500Seconds(int outstanding, double milliseconds) {
        SimulatedRun run = closed("sim:service=100us,iops=500", outstanding, Duration.ofSeconds(60));

        assertThat(run.result().throughputPerSecond().value()).isCloseTo(500, within(1.0));
        assertThat(millis(run.response(), 0.5)).isCloseTo(milliseconds, within(0.02 * milliseconds));
    }

    @Test
    void aShaperGivesTheBodyOfTheSmoothPublishedTable() {
        SimulatedRun run = closed("sim:shaper=16000/s,service=lognormal(600us;0.1)", 72, Duration.ofSeconds(20));
        LatencyHistogram response = run.response();

        assertThat(run.result().throughputPerSecond().value()).isCloseTo(16_000, within(16.0));
        assertThat(response.meanNanos() / 1e6).isCloseTo(4.5, within(0.01));
        assertThat(millis(response, 0.25)).isBetween(4.2, 4.5);
        assertThat(millis(response, 0.50)).isBetween(4.4, 4.6);
        assertThat(millis(response, 0.75)).isBetween(4.5, 4.9);
    }

    @Test
    void aTokenWindowOfTheSameRateGivesTheSameThroughputAndMeanAndTheBodyOfTheBurstyTable() {
        SimulatedRun run =
                closed("sim:tokens=16000/s@22500us,service=lognormal(1600us;0.12)", 72, Duration.ofSeconds(20));
        LatencyHistogram response = run.response();

        assertThat(run.result().throughputPerSecond().value()).isCloseTo(16_000, within(16.0));
        assertThat(response.meanNanos() / 1e6).isCloseTo(4.5, within(0.02));
        assertThat(millis(response, 0.50)).isBetween(1.5, 1.8);
        assertThat(millis(response, 0.75)).isBetween(1.7, 2.1);
        assertThat(millis(response, 0.90)).isBetween(13.0, 18.0);
    }

    @Test
    void burstCreditsLastAsLongAsTheyShouldAndThenTheBaselineHolds() {
        SimulatedRun run = closed("sim:service=1us,credits=24000@3500/s>1100/s", 32, Duration.ofSeconds(40));

        // 24,000 credits spent at 3,500 a second and earned at 1,100 last ten seconds.
        assertThat(run.intervals().get(5).completed()).isCloseTo(3_500, within(5L));
        assertThat(run.intervals().get(20).completed()).isCloseTo(1_100, within(5L));
        long firstSlow = run.intervals().stream()
                .takeWhile(interval -> interval.completed() > 2_000)
                .count();
        assertThat(firstSlow).isBetween(9L, 10L);
    }

    @Test
    void aServerWithPoissonArrivalsAnswersAsTheMM1QueueDoes() {
        RunPlan plan = RunPlan.of(
                new OpenArrivals(RateProfile.constant(800), Spacing.POISSON, LatePolicy.QUEUE, 2_000),
                2_000,
                Timeline.of(Duration.ofSeconds(10), Duration.ofSeconds(TestEffort.of(500, 1_000))),
                Seed.DEFAULT);

        SimulatedRun run = SimulatedRun.of(
                plan, Simulation.parse("sim:service=exp(1ms),servers=1").begin(Seed.DEFAULT));

        // Mean 1 / (mu - lambda); quantile q is -ln(1 - q) times that.
        assertThat(run.response().meanNanos() / 1e6).isCloseTo(5.0, within(0.2));
        assertThat(millis(run.response(), 0.99)).isCloseTo(5.0 * -Math.log(0.01), within(1.5));
    }

    @Test
    void shortStallsAreInTheResponseTimesOfAnOpenLoad() {
        SimulatedRun run = SimulatedRun.of(
                LoadModel.open(1_000, 300),
                Duration.ofSeconds(61),
                Simulation.parse("sim:service=1ms,stall=200ms@10s").begin(Seed.DEFAULT));

        // 2 % of the requests are intended during a stall and half of those wait more than 100 ms.
        assertThat(millis(run.response(), 0.99)).isCloseTo(100, within(5.0));
    }

    @Test
    void failuresHaveTheirShare() {
        SimulatedRun run = closed("sim:service=1ms,fail=TIMEOUT:5%", 10, Duration.ofSeconds(20));

        double share =
                (double) run.result().totals().failed() / run.result().totals().started();
        assertThat(share).isCloseTo(0.05, within(0.002));
    }

    @Test
    void everythingWrongWithAnAddressIsNamedAtOnce() {
        assertThatThrownBy(() -> Simulation.parse("sim:service=5,iops=many,servers=0,speed=9,fail=BORED:1%,iops"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("service must be")
                .hasMessageContaining("iops must be")
                .hasMessageContaining("servers must be at least 1")
                .hasMessageContaining("unknown 'speed'")
                .hasMessageContaining("'BORED'")
                .hasMessageContaining("'iops' is not name=value");
    }

    @Test
    void theSameSeedSimulatesTheSameRun() {
        String url = "sim:service=exp(1ms),servers=2,stall=50ms@5s,fail=DEADLOCK:1%";

        assertThat(closed(url, 4, Duration.ofSeconds(10)).result())
                .isEqualTo(closed(url, 4, Duration.ofSeconds(10)).result());
    }
}
