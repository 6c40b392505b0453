package io.dbharness.disk.target;

import io.dbharness.target.ServerProbe;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the block device counts of itself, whoever uses it, as iostat tells it. MB are 10^6 bytes. A device whose requests are held back by
 * a limit of the kernel shows them when they are let through, so its wait does not hold that of the limit. One thread.
 */
final class DeviceProbe implements ServerProbe {

    /** The unit of the counters, whatever the device's own. */
    private static final double SECTOR_BYTES = 512;

    private static final double MEGA = 1e6;
    private static final double NANOS = 1e9;
    private static final double MILLIS_A_SECOND = 1000;
    private static final double PERCENT = 100;

    private final RunClock clock;
    private final Path stat;
    private @Nullable Reading before;

    DeviceProbe(RunClock clock, Path stat) {
        this.clock = clock;
        this.stat = stat;
    }

    /** One direction's counters. */
    private record Direction(double requests, double bytes, double millis) {

        static Direction of(String[] fields, int first) {
            return new Direction(
                    Double.parseDouble(fields[first]),
                    SECTOR_BYTES * Double.parseDouble(fields[first + 2]),
                    Double.parseDouble(fields[first + 3]));
        }
    }

    /** The fields of the kernel's Documentation/block/stat.rst. */
    private record Reading(long at, Direction reads, Direction writes, double busyMillis, double queuedMillis) {

        static Reading of(String line, long now) {
            String[] fields = line.strip().split("\\s+", -1);
            return new Reading(
                    now,
                    Direction.of(fields, 0),
                    Direction.of(fields, 4),
                    Double.parseDouble(fields[9]),
                    Double.parseDouble(fields[10]));
        }
    }

    private Reading take() throws IOException {
        return Reading.of(Files.readString(stat), clock.now());
    }

    @Override
    public Map<String, Double> read() throws IOException {
        Reading now = take();
        Reading last = before;
        before = now;
        Map<String, Double> levels = new TreeMap<>();
        if (last == null || now.at() <= last.at()) {
            return levels;
        }
        double seconds = (now.at() - last.at()) / NANOS;
        tell("deviceRead", last.reads(), now.reads(), seconds, levels);
        tell("deviceWrite", last.writes(), now.writes(), seconds, levels);
        levels.put("deviceQueue", (now.queuedMillis() - last.queuedMillis()) / MILLIS_A_SECOND / seconds);
        levels.put(
                "deviceBusyPercent",
                Math.min(PERCENT, PERCENT * (now.busyMillis() - last.busyMillis()) / MILLIS_A_SECOND / seconds));
        return levels;
    }

    private static void tell(String name, Direction last, Direction now, double seconds, Map<String, Double> levels) {
        double requests = now.requests() - last.requests();
        levels.put(name + "Iops", requests / seconds);
        levels.put(name + "MbPerSecond", (now.bytes() - last.bytes()) / MEGA / seconds);
        if (requests > 0) {
            levels.put(name + "AwaitMillis", (now.millis() - last.millis()) / requests);
        }
    }

    @Override
    public Map<String, Double> counters() throws IOException {
        Reading now = take();
        return Map.of(
                "deviceReads", now.reads().requests(),
                "deviceBytesRead", now.reads().bytes(),
                "deviceWrites", now.writes().requests(),
                "deviceBytesWritten", now.writes().bytes());
    }

    @Override
    public void close() {}
}
