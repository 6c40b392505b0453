package io.dbharness.run;

import io.dbharness.load.RunWindows;
import io.dbharness.measure.ClientSampler;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.measure.Pauses;
import io.dbharness.measure.ThreadTimes;
import io.dbharness.time.RunClock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Monitors the load generator during a measurement: pauses of the JVM or the machine, garbage collection, processor time. A thread sleeps
 * for 5 ms at a time and records each overshoot, which reveals pauses that would delay a sample. The method is that of jHiccup, which
 * sleeps for 1 ms and needs a fortieth of a processor. Started and stopped by one thread.
 */
final class GeneratorProbe implements AutoCloseable {

    private static final long NAP_NANOS = Duration.ofMillis(5).toNanos();
    private static final long WARM_UP_NAP_NANOS = Duration.ofMillis(100).toNanos();

    /** The delay from the end of a request to its explanation, when the pauses within it are known. */
    private static final long UNTIL_KNOWN_NANOS = Duration.ofMillis(200).toNanos();

    /** The longest time from the start of a request to a pause that explains a part of it. */
    private static final long REMEMBERED_NANOS = Duration.ofMinutes(2).toNanos();

    private final RunClock clock;
    private final RunWindows windows;
    private final ClientSampler sampler;
    private final Pauses pauses = new Pauses();
    private final CollectionWatch collections;
    private final LatencyHistogram hiccups = new LatencyHistogram();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Thread watcher;
    private volatile Usage atStart = new Usage(0, 0, 0);
    private volatile Usage atEnd = new Usage(0, 0, 0);

    /** Starts monitoring; only the measurement window of {@code windows} counts. */
    GeneratorProbe(RunClock clock, RunWindows windows, ClientSampler sampler) {
        this.clock = clock;
        this.windows = windows;
        this.sampler = sampler;
        this.collections = new CollectionWatch(clock, windows, pauses);
        sampler.begin();
        this.watcher = new Thread(this::watch, "dbharness-probe");
        watcher.setDaemon(true);
        watcher.start();
    }

    /** Stops monitoring and returns the health of the load generator. */
    GeneratorHealth stop() {
        close();
        Usage used = atEnd.minus(atStart);
        int cpus = Runtime.getRuntime().availableProcessors();
        double elapsed = Math.max(1, used.wallNanos());
        return new GeneratorHealth(
                used.cpuNanos() / elapsed / cpus,
                used.collectionNanos() / elapsed,
                hiccups,
                cpus,
                peakHeapBytes(),
                sampler.delays(pauses));
    }

    @Override
    public void close() {
        stopped.set(true);
        collections.close();
        watcher.interrupt();
        try {
            watcher.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        try (ThreadTimes own = new ThreadTimes()) {
            clock.wakeExactly();
            for (long now = clock.now(); !stopped.get() && now < windows.measureFrom(); now = clock.now()) {
                clock.sleepUntil(Math.min(windows.measureFrom(), now + WARM_UP_NAP_NANOS));
                sampler.explain(now, pauses);
            }
            atStart = usage();
            atEnd = atStart;
            while (!stopped.get() && clock.now() < windows.end()) {
                nap(own);
            }
        } catch (InterruptedException e) {
            stopped.set(true);
        }
        atEnd = usage();
    }

    /** Sleeps once. The overshoot, minus the wait for a processor, is a pause of the whole process. */
    private void nap(ThreadTimes own) throws InterruptedException {
        long before = clock.now();
        long queuedBefore = own.queuedNanos();
        clock.sleepUntil(before + NAP_NANOS);
        long now = clock.now();
        recordCorrected(now - before - NAP_NANOS);
        long still = now - before - NAP_NANOS - (own.queuedNanos() - queuedBefore);
        if (still >= Pauses.SHORTEST_NANOS) {
            pauses.add(new Pauses.Pause(Pauses.Cause.STOPPED, before, now - still, now), now - REMEMBERED_NANOS);
        }
        sampler.explain(now - UNTIL_KNOWN_NANOS, pauses);
    }

    /** Records an overshoot, and the p / 5 ms naps that a pause of p has hidden, each with the rest of the pause. */
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
