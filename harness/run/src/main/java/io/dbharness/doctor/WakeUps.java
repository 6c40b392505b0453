package io.dbharness.doctor;

import io.dbharness.machine.MachineFacts;
import io.dbharness.machine.ProcessorTimes;
import io.dbharness.machine.SystemFiles;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.time.RunClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Measures the wake-up lag of a thread that waits for deadlines, as every request waits for its start, and the state of the machine
 * meanwhile.
 *
 * @param lag            times from the deadline to the wake-up, in nanoseconds
 * @param cpuNanosEach   processor time of one wait and wake-up, in nanoseconds; 0 if the JVM does not report it
 * @param waitShare      share of the time in which the thread was ready to run without a processor; empty if the system does not report it
 * @param othersWaitShare sum of the shares of all other threads of this process
 * @param stealShare     share of the processor time that the hypervisor took
 */
record WakeUps(
        LatencyHistogram lag,
        double cpuNanosEach,
        OptionalDouble waitShare,
        OptionalDouble othersWaitShare,
        OptionalDouble stealShare) {

    static final Duration EVERY = Duration.ofNanos(500_000);
    static final int COUNT = 10_000;
    private static final int WARM_UP = 1_000;
    private static final String OWN = "/proc/thread-self/schedstat";
    private static final String TASKS = "/proc/self/task";

    /** Counters before or after the measurement. */
    private record Counts(
            long at, long cpuNanos, OptionalLong own, Map<String, Long> threads, Optional<ProcessorTimes> processors) {

        static Counts now(RunClock clock, SystemFiles files) {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            Map<String, Long> waits = new HashMap<>();
            for (String task : files.list(TASKS, "[0-9]*")) {
                waited(files, task + "/schedstat").ifPresent(nanos -> waits.put(task, nanos));
            }
            return new Counts(
                    clock.now(),
                    threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() : 0,
                    waited(files, OWN),
                    waits,
                    MachineFacts.times(files));
        }

        /** Returns the second of three numbers: nanoseconds on the run queue. */
        private static OptionalLong waited(SystemFiles files, String path) {
            return files.text(path).stream()
                    .map(text -> text.split("\\s+", -1))
                    .filter(words -> words.length > 1)
                    .mapToLong(words -> Long.parseLong(words[1]))
                    .findFirst();
        }
    }

    static WakeUps measure(RunClock clock, SystemFiles files) throws InterruptedException {
        clock.wakeExactly();
        wake(clock, WARM_UP);
        Counts before = Counts.now(clock, files);
        LatencyHistogram lag = wake(clock, COUNT);
        Counts after = Counts.now(clock, files);
        double elapsed = Math.max(1, after.at() - before.at());
        OptionalDouble own = own(before, after, elapsed);
        return new WakeUps(
                lag,
                (double) (after.cpuNanos() - before.cpuNanos()) / COUNT,
                own,
                own.isPresent()
                        ? OptionalDouble.of(Math.max(0, threads(before, after) / elapsed - own.getAsDouble()))
                        : own,
                steal(before, after));
    }

    /** Records wake-ups. A wake-up that was missed because of a late predecessor counts from its own deadline, as a request would. */
    private static LatencyHistogram wake(RunClock clock, int times) throws InterruptedException {
        LatencyHistogram lag = new LatencyHistogram();
        long deadline = clock.now();
        for (int i = 0; i < times; i++) {
            deadline += EVERY.toNanos();
            clock.sleepUntil(deadline);
            lag.record(clock.now() - deadline);
        }
        return lag;
    }

    private static OptionalDouble own(Counts before, Counts after, double elapsed) {
        return before.own().isPresent() && after.own().isPresent()
                ? OptionalDouble.of((after.own().getAsLong() - before.own().getAsLong()) / elapsed)
                : OptionalDouble.empty();
    }

    /** Sums the waits of the threads that exist in both counts. */
    private static long threads(Counts before, Counts after) {
        return before.threads().entrySet().stream()
                .mapToLong(
                        thread -> after.threads().getOrDefault(thread.getKey(), thread.getValue()) - thread.getValue())
                .sum();
    }

    private static OptionalDouble steal(Counts before, Counts after) {
        return before.processors()
                .flatMap(earlier -> after.processors().map(later -> later.stealShare(earlier)))
                .map(OptionalDouble::of)
                .orElseGet(OptionalDouble::empty);
    }
}
