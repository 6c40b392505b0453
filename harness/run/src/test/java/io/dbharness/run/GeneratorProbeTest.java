package io.dbharness.run;

import static java.lang.management.MemoryType.HEAP;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.dbharness.load.RunWindows;
import io.dbharness.load.Timeline;
import io.dbharness.measure.ClientSampler;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.time.RunClock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;

class GeneratorProbeTest {

    private static final long MILLI = 1_000_000L;
    private static final Duration WARM_UP = Duration.ofSeconds(1);
    private static final RunWindows WINDOWS = new RunWindows(Timeline.of(WARM_UP, Duration.ofSeconds(2)), 0);

    /** A clock on which each wait is over at once, and one of them late. */
    private static final class LateOnce implements RunClock {

        private final AtomicLong now = new AtomicLong();
        private final CountDownLatch end = new CountDownLatch(1);
        private final Runnable meanwhile;
        private volatile String exact = "";

        LateOnce(Runnable meanwhile) {
            this.meanwhile = meanwhile;
        }

        @Override
        public long now() {
            if (now.get() >= WINDOWS.end()) {
                end.countDown();
            }
            return now.get();
        }

        @Override
        public Instant wallTime() {
            return Instant.EPOCH;
        }

        @Override
        public void sleepUntil(long deadline) {
            boolean late = deadline == WINDOWS.measureFrom() + 10 * MILLI;
            if (late) {
                meanwhile.run();
            }
            now.set(Math.max(now.get(), deadline + (late ? 12 * MILLI : 0)));
        }

        @Override
        public void awaitUntil(Condition condition, long deadline) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void wakeExactly() {
            exact = Thread.currentThread().getName();
        }
    }

    private static GeneratorHealth watch(LateOnce clock) throws InterruptedException {
        GeneratorProbe probe = new GeneratorProbe(clock, WINDOWS, new ClientSampler(WINDOWS, false, 1));
        clock.end.await();
        return probe.stop();
    }

    @Test
    void aPauseCountsForEachNapThatWouldHaveSeenItsRest() throws InterruptedException {
        LateOnce clock = new LateOnce(() -> {});

        LatencyHistogram hiccups = watch(clock).hiccups();

        // 17 ms go by in the late nap, in each other one 5 ms: 398 naps; and 12 ms late are 7 and 2 ms late for two
        // more.
        assertThat(hiccups.count()).isEqualTo(400);
        assertThat(hiccups.sumNanos()).isEqualTo(21 * MILLI);
        assertThat(hiccups.maxNanos()).isEqualTo(12 * MILLI);
        assertThat(hiccups.minNanos()).isZero();
        assertThat(clock.exact).isEqualTo("dbharness-probe");
    }

    @Test
    void processorTimeAndCollectionsAreThoseOfTheMeasurement() throws InterruptedException {
        long cpuBefore = cpu();
        long collectionBefore = collection();
        GeneratorHealth health = watch(new LateOnce(GeneratorProbeTest::work));
        long cpuAfter = cpu();
        long collectionAfter = collection();

        double seconds = 2.002;
        double cpu = health.cpuShare() * seconds * health.cpus() * 1e9;
        double collection = health.collectionShare() * seconds * 1e3;
        assertThat(health.cpus()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(cpu).isBetween(0.999 * 20 * MILLI, 1.001 * (cpuAfter - cpuBefore));
        assertThat(collection).isBetween(0.999, 1.001 * (collectionAfter - collectionBefore));
    }

    @Test
    void thePeakIsThatOfTheHeapAlone() throws InterruptedException {
        long before = heapPeak();
        GeneratorHealth health = watch(new LateOnce(() -> {}));

        assertThat(health.peakHeapBytes()).isPositive().isBetween(before, heapPeak());
    }

    @Test
    void closingEndsTheWatchInTheMiddleOfANap() throws InterruptedException {
        CountDownLatch asleep = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        AtomicReference<Thread> watcher = new AtomicReference<>();
        RunClock stopped = new RunClock() {
            @Override
            public long now() {
                return 0;
            }

            @Override
            public Instant wallTime() {
                return Instant.EPOCH;
            }

            @Override
            public void sleepUntil(long deadline) throws InterruptedException {
                watcher.set(Thread.currentThread());
                asleep.countDown();
                never.await();
            }

            @Override
            public void awaitUntil(Condition condition, long deadline) {
                throw new UnsupportedOperationException();
            }
        };
        GeneratorProbe probe = new GeneratorProbe(stopped, WINDOWS, new ClientSampler(WINDOWS, false, 1));
        asleep.await();

        probe.close();

        assertThat(watcher.get().getState()).isEqualTo(Thread.State.TERMINATED);
    }

    @Test
    void whatRunsInVirtualTimeIsNotWatched() {
        assertThat(GeneratorHealth.unwatched().hiccups().count()).isZero();
        assertThat(GeneratorHealth.unwatched().cpus()).isZero();
    }

    private static void work() {
        long collected = collection();
        for (long begin = cpu(); cpu() < begin + 20 * MILLI || collection() == collected; ) {
            System.gc();
        }
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long collection() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    private static long heapPeak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }
}
