package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.exec.Executor.Execution;
import io.dbharness.exec.StopSignal;
import io.dbharness.exec.VirtualExecutor;
import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.model.FailureKind;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.Recovery.Done;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.sut.Fault;
import io.dbharness.testkit.CountingWorkload;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Servers that break in virtual time, so that every figure is known. */
class RecoveryTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final RunPlan PLAN = RunPlan.of(
            LoadModel.closed(10), 10, Timeline.of(Duration.ofSeconds(5), Duration.ofSeconds(20)), Seed.DEFAULT);
    private static final ServiceModel HEALTHY = ServiceModel.fixed(10 * MILLI);

    /** Seconds are from the start of the measurement, as in the result. */
    private static long at(double seconds) {
        return (long) ((5 + seconds) * SECOND);
    }

    private static Done done(String text, double from, double to) {
        return new Done(Fault.parse(text).orElseThrow(), (long) (from * SECOND), (long) (to * SECOND), "");
    }

    private static List<Recovery> recoveries(ServiceModel model, Done... faults) {
        Tally tally = new Tally();
        new VirtualExecutor<CountingWorkload.KeySession>(model)
                .run(new Execution<>(PLAN, new CountingWorkload(), new StopSignal(), new SilentObserver(tally)));
        return tally.recoveries(List.of(faults));
    }

    private record SilentObserver(Tally tally) implements io.dbharness.exec.Executor.RunObserver {
        @Override
        public void begin(io.dbharness.load.RunWindows windows) {}

        @Override
        public void interval(io.dbharness.measure.IntervalSnapshot snapshot) {
            tally.interval(snapshot);
        }
    }

    /** Whoever asks while the server stands still is answered when it goes on. */
    private static ServiceModel standingStill(double from, double to) {
        return (operation, startedAt) ->
                HEALTHY.serve(operation, startedAt >= at(from) - 10 * MILLI && startedAt < at(to) ? at(to) : startedAt);
    }

    @Test
    void aServerThatStandsStillIsSilentForExactlySoLong() {
        Recovery recovery = recoveries(standingStill(4.5, 7.7), done("4500ms:stop 3200ms", 4.5, 7.7))
                .get(0);

        assertThat(recovery.fault()).isEqualTo("stop 3200ms");
        assertThat(recovery.perSecondBefore()).isEqualTo(1000);
        assertThat(recovery.silentSeconds()).isBetween(3.2, 3.23);
        // Second 7 has the rest, second 8 is the first whole one.
        assertThat(recovery.recoveredSeconds()).isEqualTo(4.5);
        assertThat(recovery.failed()).isZero();
    }

    /** Nothing completes in the first interval of the fault, nor in any later one. */
    @Test
    void silenceThatBeginsWithAnIntervalIsCountedFromTheFault() {
        Recovery recovery = recoveries(standingStill(4, 7.2), done("4s:stop 3200ms", 4, 7.2))
                .get(0);

        assertThat(recovery.silentSeconds()).isBetween(3.2, 3.23);
    }

    @Test
    void failuresAreCountedUntilTheRecovery() {
        ServiceModel refusing = (operation, startedAt) -> startedAt >= at(10) && startedAt < at(12)
                ? ServiceModel.Service.failed(startedAt + 100 * MILLI, FailureKind.CONNECTION_LOST)
                : HEALTHY.serve(operation, startedAt);

        Recovery recovery = recoveries(refusing, done("10s:restart", 10, 12)).get(0);

        assertThat(recovery.failed()).isEqualTo(200);
        assertThat(recovery.silentSeconds()).isBetween(2.0, 2.2);
        assertThat(recovery.recoveredSeconds()).isEqualTo(3);
    }

    @Test
    void whatNeverComesBackHasNoTimeOfRecovery() {
        ServiceModel slower = (operation, startedAt) ->
                ServiceModel.Service.completed(startedAt + (startedAt < at(10) ? 10 : 20) * MILLI);

        assertThat(recoveries(slower, done("10s:kill-sessions", 10, 10)).get(0))
                .satisfies(recovery -> assertThat(recovery.recoveredSeconds()).isNull());
    }

    @Test
    void aSecondFaultIsComparedWithTheTimeBetween() {
        ServiceModel slowerLater = (operation, startedAt) -> {
            ServiceModel speed = startedAt < at(6) ? HEALTHY : ServiceModel.fixed(20 * MILLI);
            return standingStill(12, 14).serve(operation, startedAt).endsAt() > startedAt + 20 * MILLI
                    ? speed.serve(operation, at(14))
                    : speed.serve(operation, startedAt);
        };

        List<Recovery> recoveries = recoveries(slowerLater, done("6s:restart", 6, 6), done("12s:stop 2s", 12, 14));

        assertThat(recoveries.get(0).recoveredSeconds()).isNull();
        assertThat(recoveries.get(1).perSecondBefore()).isEqualTo(500);
        assertThat(recoveries.get(1).recoveredSeconds()).isEqualTo(3);
    }
}
