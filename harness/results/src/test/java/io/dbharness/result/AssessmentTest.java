package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.Timeline;
import io.dbharness.model.Caveat;
import io.dbharness.model.Caveat.Severity;
import io.dbharness.model.FailureKind;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult.Totals;
import io.dbharness.result.analysis.SteadyState;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.simulation.Simulation;
import io.dbharness.testkit.SimulatedRun;
import io.dbharness.workload.Check;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each reason to distrust a run, provoked. */
@Tag("slow")
class AssessmentTest {

    private static final long MILLI = 1_000_000;
    private static final SteadyState STEADY = new SteadyState(SteadyState.Kind.STEADY, 0, List.of(), 0, 0);

    private final SimulatedRun sound =
            SimulatedRun.of(LoadModel.closed(4), Duration.ofSeconds(60), ServiceModel.fixed(10 * MILLI));

    private List<Caveat> assess(UnaryOperator<RunResult> change) {
        return Assessment.of(change.apply(sound.result()), sound.accounts(), 10.0 * MILLI, STEADY);
    }

    private static Severity severity(List<Caveat> caveats, String code) {
        return caveats.stream()
                .filter(c -> c.code().equals(code))
                .findFirst()
                .orElseThrow()
                .severity();
    }

    private static RunResult with(RunResult r, Totals totals, List<Check> checks, RunResult.Health health) {
        return r.builder()
                .totals(totals)
                .scores(Map.of())
                .checks(checks)
                .health(health)
                .verdict(Verdict.VALID)
                .caveats(List.of())
                .build();
    }

    @Test
    void aSoundRunHasNothingAgainstIt() {
        assertThat(assess(r -> r)).isEmpty();
    }

    @Test
    void booksThatDoNotBalanceAreInvalid() {
        assertThat(severity(
                        assess(r -> with(
                                r,
                                Totals.of(new Totals.Sent(10, 9, 0, 0), new Totals.Ended(9, 0, 0, 0)),
                                List.of(),
                                r.health())),
                        "ACCOUNTING"))
                .isEqualTo(Severity.INVALID);
        assertThat(severity(
                        assess(r -> with(
                                r,
                                Totals.of(new Totals.Sent(9, 9, 0, 0), new Totals.Ended(8, 0, 0, 0)),
                                List.of(),
                                r.health())),
                        "ACCOUNTING"))
                .isEqualTo(Severity.INVALID);
    }

    @Test
    void failuresWeighByTheirShare() {
        assertThat(severity(withFailures(1), "ERRORS")).isEqualTo(Severity.NOTE);
        assertThat(severity(withFailures(100), "ERRORS")).isEqualTo(Severity.SUSPECT);
        assertThat(severity(withFailures(5_000), "ERRORS")).isEqualTo(Severity.INVALID);
    }

    private List<Caveat> withFailures(long failed) {
        return assess(r -> with(
                r,
                Totals.of(new Totals.Sent(10_000, 10_000, 0, 0), new Totals.Ended(10_000 - failed, failed, 0, 0)),
                List.of(),
                r.health()));
    }

    @Test
    void aRunThatLeavesOutMoreThanOneInAHundredIsSuspectByItself() {
        assertThat(withSkipped(0)).isEmpty();
        assertThat(severity(withSkipped(100), "SKIPPED")).isEqualTo(Severity.NOTE);
        assertThat(severity(withSkipped(101), "SKIPPED")).isEqualTo(Severity.SUSPECT);
        assertThat(withSkipped(3_300).get(0).detail())
                .startsWith("3300 of 10000 intended requests were not sent (33.000 %), more than 1 %: ");
    }

    private List<Caveat> withSkipped(long skipped) {
        return assess(r -> with(
                r,
                Totals.of(
                        new Totals.Sent(10_000, 10_000 - skipped, skipped, 0),
                        new Totals.Ended(10_000 - skipped, 0, 0, 0)),
                List.of(),
                r.health()));
    }

    @Test
    void aFailedCheckIsInvalidAndNamesTheCondition() {
        List<Caveat> caveats = assess(r ->
                with(r, r.totals(), List.of(new Check("3.3.2.1", "after", false, "3 warehouses differ")), r.health()));

        assertThat(severity(caveats, "DATA_MISMATCH")).isEqualTo(Severity.INVALID);
        assertThat(caveats.get(0).detail()).contains("3.3.2.1 after", "3 warehouses differ");
    }

    @Test
    void dataCheckedBeforeAndNotAfterTheRunAreSuspect() {
        Check before = new Check("3.3.2.1", "before", true, "holds");
        Check after = new Check("3.3.2.1", "after", true, "holds");

        assertThat(severity(assess(r -> with(r, r.totals(), List.of(before), r.health())), "UNCHECKED"))
                .isEqualTo(Severity.SUSPECT);
        assertThat(assess(r -> with(r, r.totals(), List.of(before, after), r.health())))
                .isEmpty();
    }

    @Test
    void aClosedLoopWhoseThroughputAndResponseTimeDisagreeIsSuspect() {
        List<Caveat> caveats = Assessment.of(sound.result(), sound.accounts(), 9.0 * MILLI, STEADY);

        assertThat(severity(caveats, "LITTLE")).isEqualTo(Severity.SUSPECT);
    }

    @Test
    void fewSamplesAreNotedPerOperation() {
        SimulatedRun shortRun =
                SimulatedRun.of(LoadModel.closed(1), Duration.ofSeconds(5), ServiceModel.fixed(10 * MILLI));

        assertThat(severity(shortRun.result().caveats(), "FEW_SAMPLES")).isEqualTo(Severity.NOTE);
        assertThat(shortRun.result().verdict()).isEqualTo(Verdict.VALID);
    }

    @Test
    void aRunThatWasStoppedOrLostItsTargetWasCutShort() {
        assertThat(sound.result().cutShort()).isFalse();
        assertThat(sound.result()
                        .judged(Map.of(), List.of(Caveat.suspect("INTERRUPTED", "")))
                        .cutShort())
                .isTrue();
        assertThat(sound.result()
                        .judged(Map.of(), List.of(Caveat.invalid("TARGET_LOST", "")))
                        .cutShort())
                .isTrue();
        assertThat(sound.result()
                        .judged(Map.of(), List.of(Caveat.invalid("OVERLOAD", "")))
                        .cutShort())
                .isFalse();
    }

    @Test
    void theVerdictIsTheWorstCaveatAndTheWorstComesFirst() {
        SimulatedRun failing = SimulatedRun.of(
                LoadModel.closed(1),
                Duration.ofSeconds(5),
                (operation, startedAt) -> ServiceModel.Service.failed(startedAt + MILLI, FailureKind.OTHER));

        assertThat(failing.result().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(failing.result().caveats().get(0).severity()).isEqualTo(Severity.INVALID);
    }

    @Test
    void aRunWhoseThroughputFallsToALowerLevelIsSuspect() {
        SimulatedRun exhausted = SimulatedRun.of(
                LoadModel.closed(32),
                Duration.ofSeconds(60),
                Simulation.parse("sim:service=1us,credits=70000@3500/s>1100/s").begin(Seed.DEFAULT));

        assertThat(severity(exhausted.result().caveats(), "BURST_CREDITS")).isEqualTo(Severity.SUSPECT);
        assertThat(exhausted.result().throughputPerSecond().shifts())
                .singleElement()
                .satisfies(shift -> {
                    assertThat(shift.atSeconds()).isBetween(28.0, 30.0);
                    assertThat(shift.before()).isBetween(3300.0, 3600.0);
                    assertThat(shift.after()).isBetween(1050.0, 1200.0);
                });
    }

    @Test
    void creditsThatEndInTheLastEightSecondsMakeARunSuspect() {
        Timeline timeline = Timeline.of(Duration.ofSeconds(5), Duration.ofSeconds(60));
        SimulatedRun exhausted = SimulatedRun.of(
                RunPlan.of(LoadModel.closed(8), 8, timeline, Seed.DEFAULT),
                Simulation.parse("sim:service=exp(10ms),credits=14000@350/s>110/s")
                        .begin(Seed.DEFAULT));

        assertThat(severity(exhausted.result().caveats(), "BURST_CREDITS")).isEqualTo(Severity.SUSPECT);
    }

    @Test
    void aTargetThatStandsStillIsNamedWithItsTimes() {
        long from = Duration.ofMillis(20_500).toNanos();
        long to = Duration.ofMillis(23_700).toNanos();
        SimulatedRun stalled = SimulatedRun.of(
                LoadModel.closed(4),
                Duration.ofSeconds(60),
                (operation, startedAt) -> ServiceModel.Service.completed(
                        startedAt > from && startedAt < to ? to : startedAt + 10 * MILLI));

        assertThat(stalled.result().caveats())
                .contains(Caveat.note("STALL", "nothing completed from 20.5 to 23.7 s (3.2 s)"));
        assertThat(sound.codes()).doesNotContain("STALL");
    }

    /** The simulation stalls in each period but the first, so this one stalls once, at 40 s of a minute of measurement. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 1_500, 1_900, 2_500})
    void aStallOfASecondOrMoreIsNamedToTheTenth(int millis) {
        Timeline timeline = Timeline.of(Duration.ofSeconds(5), Duration.ofSeconds(60));
        SimulatedRun stalled = SimulatedRun.of(
                RunPlan.of(LoadModel.closed(4), 4, timeline, Seed.DEFAULT),
                Simulation.parse("sim:service=exp(10ms),stall=" + millis + "ms@45300ms")
                        .begin(Seed.DEFAULT));

        assertThat(stalled.codes()).containsOnlyOnce("STALL").doesNotContain("NOT_STEADY");
        assertThat(stalled.result().caveats().get(0).detail())
                .matches("nothing completed from 40\\.3 to 4[12]\\.\\d s \\(.*\\)")
                .contains(String.format(Locale.ROOT, "(%.1f s)", millis / 1e3));
    }

    /** Twenty users that always wait for each other leave 1.2 s between their answers. */
    @Test
    void usersInStepDoNotStall() {
        SimulatedRun inStep =
                SimulatedRun.of(LoadModel.closed(20), Duration.ofSeconds(60), ServiceModel.fixed(1_200 * MILLI));

        assertThat(inStep.codes()).doesNotContain("STALL", "PERIODIC", "NOT_STEADY");
    }

    @Test
    void usersThatAreAnsweredAtTheSameInstantsMakeNoRhythm() {
        SimulatedRun inStep =
                SimulatedRun.of(LoadModel.closed(3), Duration.ofSeconds(60), ServiceModel.fixed(70 * MILLI));

        assertThat(inStep.codes()).doesNotContain("PERIODIC");
    }

    @ParameterizedTest
    @CsvSource({"0, 1000", "100, 200", "200, 100", "0, 10"})
    void aRampThatWasAskedForIsSteady(double from, double to) {
        assertThat(ramp(from, to, "sim:service=1ms").codes()).doesNotContain("NOT_STEADY", "BURST_CREDITS", "STALL");
    }

    @Test
    void aTargetThatDoesNotFollowARampIsNamed() {
        assertThat(ramp(100, 200, "sim:service=exp(20ms),servers=2").result().caveats())
                .anySatisfy(caveat -> assertThat(caveat.detail())
                        .startsWith("throughput did not follow the rate that was asked for: "));
    }

    private static SimulatedRun ramp(double from, double to, String target) {
        Timeline timeline = Timeline.of(Duration.ofSeconds(5), Duration.ofSeconds(60));
        RateProfile rate = RateProfile.ramp(from, to, Duration.ofSeconds(65));
        LoadModel load = new OpenArrivals(rate, Spacing.UNIFORM, LatePolicy.QUEUE, 64);
        return SimulatedRun.of(
                RunPlan.of(load, 64, timeline, Seed.DEFAULT),
                Simulation.parse(target).begin(Seed.DEFAULT));
    }

    /** Half a percent too much makes requesters wait 3 s after ten minutes, while throughput is as steady as can be. */
    @Test
    void aRateSlightlyAboveCapacityIsFoundByItsResponseTimes() {
        SimulatedRun overloaded = SimulatedRun.of(
                LoadModel.open(100.5, 64),
                Duration.ofMinutes(10),
                Simulation.parse("sim:service=10ms,servers=1").begin(Seed.DEFAULT));

        assertThat(severity(overloaded.result().caveats(), "RESPONSE_TREND")).isEqualTo(Severity.SUSPECT);
        assertThat(overloaded.result().caveats().get(0).detail())
                .startsWith("the mean response time went from 1")
                .endsWith("before requests were sent: the target does not keep up with this load");
    }

    @Test
    void aServiceTimeThatGrowsUnderAConstantRateIsFound() {
        SimulatedRun slowing = SimulatedRun.of(
                LoadModel.open(200, 64),
                Duration.ofSeconds(60),
                (operation, startedAt) -> ServiceModel.Service.completed(startedAt + 10 * MILLI + startedAt / 50_000));

        assertThat(slowing.result().caveats())
                .contains(Caveat.suspect(
                        "RESPONSE_TREND",
                        "the mean response time went from 10.06 to 11.14 ms in the measurement (+11.3 %); warm up longer or"
                                + " run longer"));
    }

    @Test
    void aClosedLoopThatStoodStillForLongIsSuspectForWhatItDidNotSend() {
        long from = Duration.ofMillis(20_500).toNanos();
        long to = Duration.ofSeconds(33).toNanos();
        SimulatedRun stalled = SimulatedRun.of(
                LoadModel.closed(8),
                Duration.ofSeconds(60),
                (operation, startedAt) -> ServiceModel.Service.completed(
                        startedAt > from && startedAt < to ? to : startedAt + 10 * MILLI));

        assertThat(severity(stalled.result().caveats(), "STALL")).isEqualTo(Severity.SUSPECT);
    }

    @Test
    void requestsThatAWindowNeverSentMakeARunSuspect() {
        long from = Duration.ofSeconds(50).toNanos();
        SimulatedRun stopped = SimulatedRun.of(
                LoadModel.open(100, 8),
                Duration.ofSeconds(60),
                (operation, startedAt) ->
                        ServiceModel.Service.completed(startedAt > from ? from + 8_000 * MILLI : startedAt + MILLI));
        SimulatedRun stoppedToTheEnd = SimulatedRun.of(
                LoadModel.open(100, 8),
                Duration.ofSeconds(60),
                (operation, startedAt) ->
                        ServiceModel.Service.completed(startedAt > from ? from + 11_000 * MILLI : startedAt + MILLI));

        assertThat(stopped.codes()).doesNotContain("BACKLOG");
        assertThat(severity(stoppedToTheEnd.result().caveats(), "BACKLOG")).isEqualTo(Severity.SUSPECT);
        assertThat(stoppedToTheEnd.result().totals().backlog()).isGreaterThan(900);
    }

    @Test
    void aBacklogIsTheClientsWhereItHadNoProcessor() {
        Totals late = Totals.of(new Totals.Sent(10_000, 9_000, 0, 1_000), new Totals.Ended(9_000, 0, 0, 0));
        RunResult.Health idle = sound.result().health();
        RunResult.Health busy = new RunResult.Health(
                0.95, 0, idle.dispatch(), idle.hiccups(), idle.cpus(), idle.peakHeapBytes(), idle.delays());

        assertThat(backlog(late, idle)).contains(": the target did not keep up with ");
        assertThat(backlog(late, busy))
                .contains(": the client, and perhaps the target (CLIENT_CPU), did not keep up with ");
    }

    private String backlog(Totals totals, RunResult.Health health) {
        return assess(r -> with(r, totals, List.of(), health)).stream()
                .filter(c -> c.code().equals("BACKLOG"))
                .findFirst()
                .orElseThrow()
                .detail();
    }

    @Test
    void aTargetThatSlowsDownIsNotSteady() {
        SimulatedRun slowing = SimulatedRun.of(
                LoadModel.closed(4),
                Duration.ofSeconds(60),
                (operation, startedAt) -> ServiceModel.Service.completed(startedAt + 10 * MILLI + startedAt / 10_000));

        assertThat(severity(slowing.result().caveats(), "NOT_STEADY")).isEqualTo(Severity.SUSPECT);
    }
}
