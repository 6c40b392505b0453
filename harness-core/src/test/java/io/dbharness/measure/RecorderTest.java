package io.dbharness.measure;

import static io.dbharness.testkit.CountingWorkload.READ;
import static io.dbharness.testkit.CountingWorkload.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.RunWindows;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.load.Timeline;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.IntervalSnapshot.StepInterval;
import io.dbharness.measure.Recorder.Finished;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RecorderTest {

    /** An invocation that has ended. */
    private record Sample(
            Operation operation, long intended, long started, long ended, long connectionWait, Ending ending)
            implements Finished {

        @Override
        public Outcome outcome() {
            return ending.outcome;
        }

        @Override
        public FailureKind failure() {
            return ending.failure;
        }

        @Override
        public int attempts() {
            return ending.attempts;
        }
    }

    private record Ending(Outcome outcome, FailureKind failure, int attempts) {}

    private static final long SECOND = 1_000_000_000L;

    private final RunWindows windows = new RunWindows(Timeline.of(Duration.ofSeconds(10), Duration.ofSeconds(20)), 0);
    private final Recorder recorder = new Recorder(List.of(READ, WRITE), List.of("seek", "fetch"), windows, 4);

    private static Sample sample(Operation operation, long intended, long ended) {
        return new Sample(operation, intended, intended, ended, 0, new Ending(Outcome.COMPLETED, FailureKind.NONE, 1));
    }

    @Test
    void anInvocationBelongsToTheWindowItWasIntendedInAndItsCompletionToTheOneItEndedIn() {
        recorder.started(0, READ, 9 * SECOND);
        recorder.record(0, sample(READ, 9 * SECOND, 11 * SECOND));
        recorder.started(1, READ, 29 * SECOND);
        recorder.record(1, sample(READ, 29 * SECOND, 31 * SECOND));

        IntervalSnapshot snapshot = recorder.cut(31 * SECOND, 0);

        assertThat(snapshot.operations())
                .extracting(OperationInterval::phase)
                .containsExactly(Phase.WARM_UP, Phase.MEASUREMENT);
        OperationInterval warmUp = snapshot.operations().get(0);
        OperationInterval measured = snapshot.operations().get(1);
        assertThat(warmUp.counts().completedInside()).isEqualTo(1);
        assertThat(measured.counts().completed()).isEqualTo(1);
        assertThat(measured.counts().completedInside()).isZero();
    }

    @Test
    void failedSamplesNeverMixWithSuccesses() {
        recorder.started(0, WRITE, 12 * SECOND);
        recorder.record(
                0,
                new Sample(
                        WRITE,
                        12 * SECOND,
                        12 * SECOND,
                        15 * SECOND,
                        0,
                        new Ending(Outcome.FAILED, FailureKind.TIMEOUT, 3)));

        OperationInterval interval = recorder.cut(16 * SECOND, 0).operations().get(0);

        assertThat(interval.response().count()).isZero();
        assertThat(interval.failedResponse().maxNanos()).isEqualTo(3 * SECOND);
        assertThat(interval.counts().failedBy()).containsOnlyKeys(FailureKind.TIMEOUT);
        assertThat(interval.counts().retriesBy()).containsOnlyKeys(2, 3);
    }

    @Test
    void aStepCountsWhenItEndedWithinTheMeasurement() {
        recorder.step(0, 0, 9 * SECOND, 10 * SECOND - 1);
        recorder.step(0, 0, 9 * SECOND, 10 * SECOND);
        recorder.step(1, 0, 12 * SECOND, 15 * SECOND);
        recorder.step(1, 0, 29 * SECOND, 30 * SECOND);

        List<StepInterval> first = recorder.cut(31 * SECOND, 0).steps();
        List<StepInterval> second = recorder.cut(32 * SECOND, 0).steps();

        assertThat(first).extracting(StepInterval::name).containsExactly("seek", "fetch");
        assertThat(first.get(0).service().count()).isEqualTo(2);
        assertThat(first.get(0).service().sumNanos()).isEqualTo(4 * SECOND);
        assertThat(first.get(1).service().count()).isZero();
        assertThat(second.get(0).service().count()).isZero();
    }

    @Test
    void aReadingEmptiesTheRecorderAndStartsWithTheLastOne() {
        recorder.record(0, sample(READ, 12 * SECOND, 13 * SECOND));

        IntervalSnapshot first = recorder.cut(13 * SECOND, 0);
        IntervalSnapshot second = recorder.cut(14 * SECOND, 5);

        assertThat(first.completed()).isEqualTo(1);
        assertThat(second.operations()).isEmpty();
        assertThat(second.startNanos()).isEqualTo(first.endNanos());
        assertThat(second.backlog()).isEqualTo(5);
    }

    @Test
    void anIntervalTellsItsLengthItsResponseTimesAndItsOperationsApart() {
        recorder.record(0, sample(READ, 12 * SECOND, 13 * SECOND));
        recorder.record(1, sample(READ, 12 * SECOND, 15 * SECOND));
        recorder.record(2, sample(WRITE, 12 * SECOND, 14 * SECOND));
        recorder.cut(15 * SECOND, 0);
        recorder.record(3, sample(WRITE, 12 * SECOND, 16 * SECOND));

        IntervalSnapshot second = recorder.cut(17 * SECOND, 0);

        assertThat(second.seconds()).isEqualTo(2);
        assertThat(second.response().sumNanos()).isEqualTo(4 * SECOND);
        assertThat(second.of("Write")).hasSize(1);
        assertThat(second.of("Read")).isEmpty();
    }

    @Test
    void startsThatHaveNotEndedAreInFlightAndLateOnesShowInDispatch() {
        recorder.started(0, READ, 12 * SECOND);
        recorder.started(1, READ, 12 * SECOND);
        recorder.started(2, WRITE, 12 * SECOND);
        recorder.record(
                0,
                new Sample(
                        READ,
                        12 * SECOND,
                        14 * SECOND,
                        15 * SECOND,
                        0,
                        new Ending(Outcome.COMPLETED, FailureKind.NONE, 1)));

        IntervalSnapshot first = recorder.cut(16 * SECOND, 0);
        recorder.record(
                1,
                new Sample(
                        READ,
                        12 * SECOND,
                        12 * SECOND,
                        17 * SECOND,
                        0,
                        new Ending(Outcome.FAILED, FailureKind.TIMEOUT, 1)));
        IntervalSnapshot second = recorder.cut(18 * SECOND, 0);

        assertThat(first.inFlight()).isEqualTo(2);
        assertThat(first.dispatch().count()).isEqualTo(1);
        assertThat(first.dispatch().maxNanos()).isEqualTo(2 * SECOND);
        assertThat(second.inFlight()).isEqualTo(1);
        assertThat(second.failed()).isEqualTo(1);
        assertThat(second.completed()).isZero();
    }

    @Test
    void aRollBackThatTheWorkloadAsksForIsACompletionOfItsOwnKind() {
        recorder.record(0, sample(READ, 12 * SECOND, 13 * SECOND));
        recorder.record(
                0,
                new Sample(
                        READ,
                        12 * SECOND,
                        12 * SECOND,
                        13 * SECOND,
                        1_000_000,
                        new Ending(Outcome.ROLLED_BACK_AS_SPECIFIED, FailureKind.NONE, 1)));

        OperationInterval interval = recorder.cut(14 * SECOND, 0).operations().get(0);

        assertThat(interval.counts().completed()).isEqualTo(2);
        assertThat(interval.counts().rolledBack()).isEqualTo(1);
        assertThat(interval.connectionWait().maxNanos()).isEqualTo(1_000_000);
        assertThat(interval.counts().retriesBy()).isEmpty();
    }

    @Test
    void attemptsBeyondThirtyTwoShareACounter() {
        recorder.record(
                0,
                new Sample(
                        WRITE,
                        12 * SECOND,
                        12 * SECOND,
                        13 * SECOND,
                        0,
                        new Ending(Outcome.COMPLETED, FailureKind.NONE, 34)));

        OperationInterval interval = recorder.cut(14 * SECOND, 0).operations().get(0);

        assertThat(interval.counts().retriesBy())
                .hasSize(31)
                .containsEntry(2, 1L)
                .containsEntry(32, 3L);
    }

    @Test
    void aReadingThatComesALittleLateStillBelongsToItsWindow() {
        long late = 40_000;
        recorder.cut(9 * SECOND, 0);

        assertThat(recorder.cut(10 * SECOND + late, 0).phase()).isEqualTo(Phase.WARM_UP);
        assertThat(recorder.cut(11 * SECOND + late, 0).phase()).isEqualTo(Phase.MEASUREMENT);
        recorder.cut(29 * SECOND + late, 0);
        assertThat(recorder.cut(30 * SECOND + late, 0).phase()).isEqualTo(Phase.MEASUREMENT);
        assertThat(recorder.cut(30 * SECOND + 2 * late, 0).phase()).isEqualTo(Phase.DRAIN);
    }

    @Test
    void nothingIsLostOrCountedTwiceWhileFourThreadsRecordAndOneReads() throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        List<IntervalSnapshot> read = new ArrayList<>();
        Thread reader = new Thread(() -> {
            for (long now = 1; !done.get(); now++) {
                read.add(recorder.cut(now, 0));
            }
        });
        reader.start();
        int each = 50_000;
        List<Thread> writers = new ArrayList<>();
        for (int worker = 0; worker < 4; worker++) {
            int index = worker;
            Thread writer = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    recorder.started(index, READ, 12 * SECOND);
                    recorder.record(index, sample(READ, 12 * SECOND, 12 * SECOND + i));
                }
            });
            writer.start();
            writers.add(writer);
        }
        for (Thread writer : writers) {
            writer.join();
        }
        done.set(true);
        reader.join();
        read.add(recorder.cut(20 * SECOND, 0));

        OperationInterval all = read.stream()
                .flatMap(snapshot -> snapshot.of("Read"))
                .reduce(OperationInterval::plus)
                .orElseThrow();
        assertThat(all.counts().started()).isEqualTo(4L * each);
        assertThat(all.counts().completed()).isEqualTo(4L * each);
        assertThat(all.response().count()).isEqualTo(4L * each);
        assertThat(all.response().sumNanos()).isEqualTo(4L * each * (each - 1) / 2);
        assertThat(all.response().maxNanos()).isEqualTo(each - 1);
    }
}
