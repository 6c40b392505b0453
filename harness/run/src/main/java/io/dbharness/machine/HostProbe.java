package io.dbharness.machine;

import io.dbharness.host.DeviceNumber;
import io.dbharness.model.FileWork;
import io.dbharness.sut.ServerProbe;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The processors, memory and disks of the machines that a target runs on, as levels of each interval: {@code hostCpuPercent}, {@code
 * hostMemoryPercent}, {@code diskIops}, {@code diskReadsPerSecond}, {@code diskWritesPerSecond}, {@code diskMBPerSecond} (10^6 bytes) and
 * its two parts, {@code diskQueue} (mean outstanding), {@code diskLatencyMillis} (mean of a read or write) and its two parts, and {@code
 * diskBusyPercent} (of the busiest disk). Of several machines all of these are of a machine on average; {@code diskIopsBusiest} and
 * {@code diskMBPerSecondBusiest} are of the machine that did most in that interval. A disk whose requests are held back by a limit of the
 * kernel counts them when they are let through, so its latency does not hold that of the limit. One thread.
 */
public final class HostProbe implements ServerProbe {

    /** Reads the counts of a machine. One thread. */
    @FunctionalInterface
    interface HostReader {

        HostCounts read() throws IOException, InterruptedException;
    }

    private static final Path PROC = Path.of("/proc");
    private static final Path BLOCK = Path.of("/sys/block");

    /** One that takes longer has missed its interval of a second. */
    private static final Duration EXPORTER_TIMEOUT = Duration.ofSeconds(2);

    private final RunClock clock;
    private final HostReader reader;
    private @Nullable HostCounts before;
    private long readAt;

    HostProbe(RunClock clock, HostReader reader) {
        this.clock = clock;
        this.reader = reader;
    }

    /**
     * Creates a probe of this machine; silent on other systems than Linux.
     *
     * @param data a file or directory on the disk that counts, or the block device itself; where none is named, or it lies on no disk
     *             that the system counts, all disks count
     */
    public static ServerProbe local(RunClock clock, Optional<Path> data) {
        if (!Files.isReadable(PROC.resolve("diskstats"))) {
            return ServerProbe.SILENT;
        }
        Optional<DeviceNumber> disk = data.filter(Files::exists)
                .flatMap(there -> FileWork.get(
                        "find out which disk " + there + " is on", () -> DeviceNumber.under(there.toRealPath())));
        return new HostProbe(clock, new ProcReader(PROC, BLOCK, disk));
    }

    /**
     * Creates a probe of other machines by their Prometheus node exporters. Levels of several machines are their means, so that they can be
     * compared with what one machine may do; their counts are added up.
     *
     * @param exporters addresses of their metrics, at least one; a fragment names the only device that counts: {@code #md0}
     */
    public static ServerProbe exported(RunClock clock, List<URI> exporters) {
        return new HostProbe(clock, new ExporterReader(exporters, EXPORTER_TIMEOUT));
    }

    @Override
    public Map<String, Double> read() throws IOException, InterruptedException {
        HostCounts now = reader.read();
        long instant = clock.now();
        HostCounts earlier = before;
        Map<String, Double> levels = earlier == null ? now.levels() : now.levels(earlier, (instant - readAt) / 1e9);
        before = now;
        readAt = instant;
        return levels;
    }

    @Override
    public Map<String, Double> counters() throws IOException, InterruptedException {
        return reader.read().counters();
    }
}
