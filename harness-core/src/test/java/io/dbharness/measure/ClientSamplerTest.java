package io.dbharness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.RunWindows;
import io.dbharness.load.Timeline;
import io.dbharness.measure.ClientSampler.Mark;
import io.dbharness.measure.Recorder.Finished;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ClientSamplerTest {

    private static final long SECOND = 1_000_000_000;
    private static final RunWindows WINDOWS =
            new RunWindows(Timeline.of(Duration.ofSeconds(1), Duration.ofSeconds(1_000)), 0);

    private final ClientSampler sampler = new ClientSampler(WINDOWS, false, 1);

    private record Request(long started, long ended, Outcome outcome) implements Finished {

        @Override
        public Operation operation() {
            return new Operation(0, "read", OperationKind.READ);
        }

        @Override
        public long intended() {
            return started;
        }

        @Override
        public long connectionWait() {
            return 0;
        }

        @Override
        public FailureKind failure() {
            return outcome == Outcome.FAILED ? FailureKind.OTHER : FailureKind.NONE;
        }

        @Override
        public int attempts() {
            return 1;
        }
    }

    /** Requests of 1 ms one after the other; how many were sampled. */
    private int send(int requests, long apart, Outcome outcome) {
        int sampled = 0;
        for (int i = 0; i < requests; i++) {
            long now = SECOND + i * apart;
            Mark mark = sampler.track().mark(now);
            if (mark != null) {
                sampled++;
                sampler.finished(mark, new Request(now, now + 1_000_000, outcome));
            }
        }
        return sampled;
    }

    @Test
    void slowRequestsAreAllSampled() {
        sampler.begin();

        assertThat(send(500, 10_000_000, Outcome.COMPLETED)).isEqualTo(500);
        assertThat(sampler.delays(new Pauses()).samples()).isEqualTo(500);
    }

    @Test
    void ofManyRequestsAboutAThousandASecondAreSampled() {
        sampler.begin();

        assertThat(send(1_000_000, 10_000, Outcome.COMPLETED)).isBetween(5_000, 20_000);
    }

    @Test
    void nothingIsSampledBeforeAnybodyAsks() {
        assertThat(sampler.track().mark(2 * SECOND)).isNull();
        sampler.begin();
        assertThat(sampler.track().mark(2 * SECOND)).isNotNull();
    }

    @Test
    void theWarmUpIsSampledAndDoesNotCount() {
        sampler.begin();

        Mark mark = sampler.track().mark(SECOND / 2);

        assertThat(mark).isNotNull();
        sampler.finished(mark, new Request(SECOND / 2, SECOND / 2 + 1_000_000, Outcome.COMPLETED));
        assertThat(sampler.delays(new Pauses()).samples()).isZero();
    }

    @Test
    void failedRequestsAreNotExplained() {
        sampler.begin();
        send(10, 10_000_000, Outcome.FAILED);

        assertThat(sampler.delays(new Pauses()).samples()).isZero();
    }

    @Test
    @Timeout(60)
    @EnabledOnOs(OS.LINUX)
    void aThreadThatWantsAProcessorAmongOthersIsSeenToWait() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> others = new ArrayList<>();
        IntStream.range(0, 4 * Runtime.getRuntime().availableProcessors()).forEach(i -> {
            Thread other = new Thread(() -> {
                while (!over.get()) {
                    Thread.onSpinWait();
                }
            });
            other.start();
            others.add(other);
        });
        try (ThreadTimes own = new ThreadTimes()) {
            assertThat(own.tellsQueueing()).isTrue();
            long cpu = own.cpuNanos();
            long queued = own.queuedNanos();
            while (own.queuedNanos() < queued + 10_000_000 || own.cpuNanos() < cpu + 10_000_000) {
                Thread.onSpinWait();
            }
        } finally {
            over.set(true);
            for (Thread other : others) {
                other.join();
            }
        }
    }
}
