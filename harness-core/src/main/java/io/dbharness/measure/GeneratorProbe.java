package io.dbharness.measure;

import io.dbharness.load.RunWindows;
import io.dbharness.time.RunClock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Watches the load generator itself during a measurement: pauses of the JVM or the machine, garbage collection, processor time. A
 * thread that asks to sleep five milliseconds and notes how much longer it slept sees the pauses that would delay a sample (the idea of
 * jHiccup, which asks for one and takes a fortieth of a processor for it). Started and stopped by one thread.
 */
public final class GeneratorProbe implements AutoCloseable {

    /**
     * The state of the load generator itself during a measurement.
     *
     * @param cpuShare       processor time of this process over the window and the processors it may use, 0 to 1
     * @param collectionShare garbage collection over the window, 0 to 1
     * @param hiccups        how much longer than asked a sleeping thread slept, in nanoseconds
     * @param cpus           processors this process may use
     * @param peakHeapBytes  the most heap in use since the process started, summed over its pools
     */
    public record GeneratorHealth(
            double cpuShare, double collectionShare, Distribution hiccups, int cpus, long peakHeapBytes) {

        /** Of a run in virtual time, which this process cannot disturb. */
        public static GeneratorHealth unwatched() {
            return new GeneratorHealth(0, 0, new Distribution(), 0, 0);
        }
    }

    private static final long NAP_NANOS = Duration.ofMillis(5).toNanos();

    private final RunClock clock;
    private final RunWindows windows;
    private final Distribution hiccups = new Distribution();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Thread watcher;
    private volatile Usage atStart = new Usage(0, 0, 0);
    private volatile Usage atEnd = new Usage(0, 0, 0);

    /** Starts watching; only the measurement window of {@code windows} counts. */
    public GeneratorProbe(RunClock clock, RunWindows windows) {
        this.clock = clock;
        this.windows = windows;
        this.watcher = new Thread(this::watch, "dbharness-probe");
        watcher.setDaemon(true);
        watcher.start();
    }

    /** Stops watching and says what was seen. */
    public GeneratorHealth stop() {
        close();
        Usage used = atEnd.minus(atStart);
        int cpus = Runtime.getRuntime().availableProcessors();
        double elapsed = Math.max(1, used.wallNanos());
        return new GeneratorHealth(
                used.cpuNanos() / elapsed / cpus, used.collectionNanos() / elapsed, hiccups, cpus, peakHeapBytes());
    }

    @Override
    public void close() {
        stopped.set(true);
        watcher.interrupt();
        try {
            watcher.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        try {
            clock.wakeExactly();
            clock.sleepUntil(windows.measureFrom());
            atStart = usage();
            atEnd = atStart;
            for (long before = clock.now(); !stopped.get() && before < windows.end(); before = clock.now()) {
                clock.sleepUntil(before + NAP_NANOS);
                recordCorrected(clock.now() - before - NAP_NANOS);
            }
        } catch (InterruptedException e) {
            stopped.set(true);
        }
        atEnd = usage();
    }

    /** A pause of p hides p / 5 ms naps that would have seen what was left of it; they are recorded too. */
    private void recordCorrected(long excess) {
        for (long seen = Math.max(0, excess); seen >= 0; seen -= NAP_NANOS) {
            hiccups.record(seen);
        }
    }

    private Usage usage() {
        long collection = 0;
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            collection += Math.max(0, bean.getCollectionTime());
        }
        long cpu =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean process
                        ? Math.max(0, process.getProcessCpuTime())
                        : 0;
        return new Usage(clock.now(), cpu, Duration.ofMillis(collection).toNanos());
    }

    private static long peakHeapBytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    private record Usage(long wallNanos, long cpuNanos, long collectionNanos) {
        Usage minus(Usage earlier) {
            return new Usage(
                    wallNanos - earlier.wallNanos,
                    cpuNanos - earlier.cpuNanos,
                    collectionNanos - earlier.collectionNanos);
        }
    }
}
