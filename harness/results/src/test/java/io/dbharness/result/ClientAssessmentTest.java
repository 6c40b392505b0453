package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.LoadModel;
import io.dbharness.measure.ClientDelays;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Caveat;
import io.dbharness.model.Caveat.Severity;
import io.dbharness.result.RunResult.Health;
import io.dbharness.result.RunResult.Verdicts;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.testkit.SimulatedRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is held against a client, provoked. Each request of the runs takes 10 ms. */
class ClientAssessmentTest {

    private static final long MILLI = 1_000_000;
    private static final ServiceModel TEN_MILLIS = ServiceModel.fixed(10 * MILLI);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final RunResult closed =
            SimulatedRun.of(LoadModel.closed(4), MINUTE, TEN_MILLIS).result();

    /** What a client of this health says of the closed run. */
    private List<Caveat> assess(Health health) {
        return ClientAssessment.of(with(closed, health));
    }

    private static RunResult with(RunResult r, Health health) {
        return r.builder().health(health).build();
    }

    private static Health busy(double cpu, double collection) {
        return new Health(cpu, collection, latency(0), latency(0), 2, 0, ClientDelays.UNKNOWN);
    }

    private static Health late(long nanos) {
        return new Health(0, 0, latency(nanos), latency(0), 2, 0, ClientDelays.UNKNOWN);
    }

    /** A client but for which each quoted percentile would be {@code others}. */
    private static Health delaying(long others, boolean queueingTold) {
        Map<String, Long> percentiles = Map.of("p50", others, "p90", others, "p99", others);
        ClientDelays delays = ClientDelays.of(
                queueingTold,
                new ClientDelays.Sampled(1_000, 0.3, 900, Map.of("total", percentiles)),
                new ClientDelays.Stops(List.of(), 0, 0));
        return new Health(0, 0, latency(0), latency(0), 2, 0, delays);
    }

    private static Health stopped(long nanos) {
        List<ClientDelays.Pause> pauses = List.of(
                new ClientDelays.Pause(3, MILLI, "collection"), new ClientDelays.Pause(7.5, nanos - MILLI, "stopped"));
        ClientDelays delays = ClientDelays.of(
                true, new ClientDelays.Sampled(1_000, 0, 0, Map.of()), new ClientDelays.Stops(pauses, 2, nanos));
        return new Health(0, 0, latency(0), latency(0), 2, 0, delays);
    }

    private static LatencyResult latency(long nanos) {
        LatencyHistogram one = new LatencyHistogram();
        one.record(nanos);
        return LatencyResult.of(one);
    }

    @Test
    void aClientWithProcessorsToSpareAndNoPausesHasNothingAgainstIt() {
        assertThat(assess(busy(0.69, 0.009))).isEmpty();
    }

    @Test
    void aBusyClientIsNotedAndASaturatedOneMayBeTheLimit() {
        assertThat(assess(busy(0.75, 0))).singleElement().satisfies(is("CLIENT_CPU", Severity.NOTE));
        assertThat(assess(busy(0.95, 0))).singleElement().satisfies(is("CLIENT_CPU", Severity.SUSPECT));
        assertThat(assess(busy(0, 0.02))).singleElement().satisfies(is("CLIENT_GC", Severity.NOTE));
        assertThat(assess(busy(0, 0.06))).singleElement().satisfies(is("CLIENT_GC", Severity.SUSPECT));
    }

    @Test
    void aPercentileIsSuspectWhenMoreThanAQuarterOfItMayBeTheClients() {
        assertThat(assess(delaying(9_100_000, true))).isEmpty();
        assertThat(assess(delaying(8_900_000, true))).singleElement().satisfies(is("CLIENT_DELAY", Severity.NOTE));
        assertThat(assess(delaying(7_400_000, true)))
                .singleElement()
                .satisfies(is("CLIENT_DELAY", Severity.SUSPECT))
                .satisfies(c -> assertThat(c.detail())
                        .startsWith("latencies: up to 2.60 of 10.00 ms at p")
                        .contains("30 % of the time", "throughput holds", "use an open rate"));
    }

    @Test
    void nothingBelowFiftyMicrosecondsIsHeldAgainstAClient() {
        RunResult quick = SimulatedRun.of(LoadModel.closed(1), Duration.ofSeconds(1), ServiceModel.fixed(60_000))
                .result();

        assertThat(ClientAssessment.of(with(quick, delaying(15_000, true)))).isEmpty();
        assertThat(ClientAssessment.of(with(quick, delaying(5_000, true))))
                .singleElement()
                .satisfies(is("CLIENT_DELAY", Severity.SUSPECT));
    }

    @Test
    void aSystemThatDoesNotTellOfQueueingIsNamed() {
        assertThat(assess(delaying(10 * MILLI, false))).singleElement().satisfies(is("CLIENT_UNKNOWN", Severity.NOTE));
    }

    @Test
    void aClientThatStoodStillIsToldHowOftenAndWhen() {
        assertThat(assess(stopped(500 * MILLI))).isEmpty();
        assertThat(assess(stopped(700 * MILLI)))
                .singleElement()
                .satisfies(is("CLIENT_STOPPED", Severity.NOTE))
                .satisfies(c -> assertThat(c.detail())
                        .contains("2 times, 1.2 %", "up to 699 ms (7.5 s after", "stopped or throttled"));
        assertThat(assess(stopped(7_000 * MILLI))).singleElement().satisfies(is("CLIENT_STOPPED", Severity.SUSPECT));
    }

    @Test
    void requestsThatAreSentLateAreSuspectWhenItShowsInTheResponseTimes() {
        assertThat(assess(late(900_000))).isEmpty();
        assertThat(assess(late(1_500_000))).singleElement().satisfies(is("DISPATCH_LAG", Severity.NOTE));
        assertThat(assess(late(6 * MILLI))).singleElement().satisfies(is("DISPATCH_LAG", Severity.SUSPECT));
    }

    @Test
    void anOpenLoadWhoseEverySecondRequestIsLateIsAnotherLoad() {
        RunResult open =
                SimulatedRun.of(LoadModel.open(50, 4), MINUTE, TEN_MILLIS).result();

        assertThat(ClientAssessment.of(with(open, late(6 * MILLI))))
                .singleElement()
                .satisfies(is("DISPATCH_LAG", Severity.INVALID));
    }

    @Test
    void delaysOfTheClientLeaveTheThroughputWhatItWas() {
        RunResult delayed = closed.judged(Map.of(), assess(delaying(5 * MILLI, true)));
        RunResult lost = closed.judged(Map.of(), List.of(Caveat.invalid("TARGET_LOST", "")));

        assertThat(delayed.verdicts()).isEqualTo(new Verdicts(Verdict.VALID, Verdict.SUSPECT));
        assertThat(delayed.verdict()).isEqualTo(Verdict.SUSPECT);
        assertThat(lost.verdicts()).isEqualTo(new Verdicts(Verdict.INVALID, Verdict.INVALID));
    }

    private static Consumer<Caveat> is(String code, Severity severity) {
        return caveat -> {
            assertThat(caveat.code()).isEqualTo(code);
            assertThat(caveat.severity()).isEqualTo(severity);
        };
    }
}
