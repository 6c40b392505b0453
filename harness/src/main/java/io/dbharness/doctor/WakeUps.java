package io.dbharness.doctor;

import io.dbharness.host.ProcessorTimes;
import io.dbharness.machine.MachineFacts;
import io.dbharness.machine.SystemFiles;
import io.dbharness.measure.Distribution;
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
 * How late a thread wakes that waits for a deadline, as every request waits for its start, and what the machine did meanwhile.
 *
 * @param lag            from deadline to awake, in nanoseconds
 * @param cpuNanosEach   processor time of one wait and wake-up; 0 when the JVM does not tell
 * @param waitShare      of the time, that the thread was ready to run and had no processor; empty when the system does not tell
 * @param othersWaitShare the same of all other threads of this process, added up
 * @param stealShare     of the processors' time, taken by the hypervisor
 */
record WakeUps(
        Distribution lag,
        double cpuNanosEach,
        OptionalDouble waitShare,
        OptionalDouble othersWaitShare,
        OptionalDouble stealShare) {

    static final Duration EVERY = Duration.ofNanos(500_000);
    static final int COUNT = 10_000;
    private static final int WARM_UP = 1_000;
    private static final String OWN = "/proc/thread-self/schedstat";
    private static final String TASKS = "/proc/self/task";

    /** What is counted before and after. */
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

        /** The second of three numbers: nanoseconds on the run queue. */
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
        Distribution lag = wake(clock, COUNT);
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

    /** A wake-up that was missed because an earlier one came late counts from its own deadline, as a request would. */
    private static Distribution wake(RunClock clock, int times) throws InterruptedException {
        Distribution lag = new Distribution();
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

    /** Of threads that were there before and after. */
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
