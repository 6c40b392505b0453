package io.dbharness.target.host;

import io.dbharness.target.ServerProbe;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The processors, memory and disks of the machines that a target runs on, as levels of each interval: {@code hostCpuPercent}, {@code
 * hostMemoryPercent}, {@code diskIops}, {@code diskReadsPerSecond}, {@code diskWritesPerSecond}, {@code diskMBPerSecond} (10^6 bytes) and
 * its two parts, {@code diskQueue} (mean outstanding), {@code diskLatencyMillis} (mean of a read or write) and {@code diskBusyPercent} (of
 * the busiest disk). One thread.
 */
public final class HostProbe implements ServerProbe {

    private static final Path PROC = Path.of("/proc");
    private static final Path BLOCK = Path.of("/sys/block");

    private final RunClock clock;
    private final HostReader reader;
    private @Nullable HostCounts before;
    private long readAt;

    HostProbe(RunClock clock, HostReader reader) {
        this.clock = clock;
        this.reader = reader;
    }

    /** Of this machine; silent where it is no Linux. */
    public static ServerProbe local(RunClock clock) {
        return Files.isReadable(PROC.resolve("diskstats"))
                ? new HostProbe(clock, new ProcReader(PROC, BLOCK))
                : ServerProbe.SILENT;
    }

    /**
     * Of other machines, whose Prometheus node exporters are asked. Several machines count as one: work is added up, processors are
     * averaged.
     *
     * @param exporters addresses of their metrics, at least one
     */
    public static ServerProbe exported(RunClock clock, List<URI> exporters) {
        return new HostProbe(clock, new ExporterReader(exporters));
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

    @Override
    public void close() {
        // Nothing stays open between readings.
    }
}
