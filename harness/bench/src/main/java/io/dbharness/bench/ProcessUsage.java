package io.dbharness.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * The resources that this process has used so far.
 *
 * @param nanos       of {@link System#nanoTime}
 * @param cpuNanos    processor time
 * @param kernelNanos the part of it in the kernel, to a hundredth of a second; 0 where there is no {@code /proc}
 * @param allocated   bytes, by the threads that live
 */
record ProcessUsage(long nanos, long cpuNanos, long kernelNanos, long allocated) {

    static final ProcessUsage NONE = new ProcessUsage(0, 0, 0, 0);

    private static final Path ACCOUNT = Path.of("/proc/self/stat");
    /** Of {@code stime} in the account behind the process's name (Linux manual pages, proc_pid_stat(5)). */
    private static final int STIME = 12;

    private static final long NANOS_PER_TICK = 10_000_000;

    static ProcessUsage now() {
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = LongStream.of(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
        return new ProcessUsage(System.nanoTime(), process.getProcessCpuTime(), kernel(), allocated);
    }

    private static long kernel() {
        if (!Files.exists(ACCOUNT)) {
            return 0;
        }
        try {
            String fields = Files.readString(ACCOUNT);
            return Long.parseLong(fields.substring(fields.lastIndexOf(')') + 2).split(" ", -1)[STIME]) * NANOS_PER_TICK;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns rate, cost and allocation of the requests since then, as members of a JSON object. */
    String since(ProcessUsage from, long requests) {
        return String.format(
                Locale.ROOT,
                "\"perSecond\": %.0f, \"cpuMicros\": %.2f, \"kernelMicros\": %.2f, \"cores\": %.4f, \"bytes\": %.0f",
                requests / ((nanos - from.nanos) / 1e9),
                (cpuNanos - from.cpuNanos) / 1e3 / requests,
                (kernelNanos - from.kernelNanos) / 1e3 / requests,
                (double) (cpuNanos - from.cpuNanos) / (nanos - from.nanos),
                (double) (allocated - from.allocated) / requests);
    }
}
