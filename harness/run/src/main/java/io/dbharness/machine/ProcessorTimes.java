package io.dbharness.machine;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Time of all processors of this machine since it started, in ticks of the kernel.
 *
 * @param total over all processors
 * @param idle  of this, without work; waiting for a disk is without work
 * @param steal of this, taken by the hypervisor while there was work
 */
public record ProcessorTimes(double total, double idle, double steal) {

    /** Columns of the first line of stat: user, nice, system, idle, iowait, irq, softirq, steal; guests are within user. */
    private static final int IDLE = 3;

    private static final int IO_WAIT = 4;
    private static final int STEAL = 7;

    /**
     * As they are now.
     *
     * @param proc {@code /proc}
     */
    public static ProcessorTimes read(Path proc) throws IOException {
        String first = firstLine(proc.resolve("stat"));
        double[] times = Arrays.stream(
                        first.substring(first.indexOf(' ')).strip().split(" ", -1))
                .limit(STEAL + 1L)
                .mapToDouble(Double::parseDouble)
                .toArray();
        return new ProcessorTimes(Arrays.stream(times).sum(), times[IDLE] + times[IO_WAIT], times[STEAL]);
    }

    private static String firstLine(Path file) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            return lines.lines().findFirst().orElse("");
        }
    }

    /** The part of the time since an earlier reading that was stolen, 0 to 1. */
    public double stealShare(ProcessorTimes earlier) {
        return (steal - earlier.steal) / Math.max(1, total - earlier.total);
    }

    /** The part of the time since the machine started that was stolen, 0 to 1. */
    public double stealShare() {
        return stealShare(new ProcessorTimes(0, 0, 0));
    }
}
