package io.dbharness.machine;

import io.dbharness.host.DeviceNumber;
import io.dbharness.machine.HostCounts.Disk;
import io.dbharness.machine.HostCounts.Memory;
import io.dbharness.machine.HostCounts.Processors;
import io.dbharness.machine.HostCounts.Transfers;
import io.dbharness.machine.HostProbe.HostReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Counts of this machine from the files of the Linux kernel (proc(5), Documentation/admin-guide/iostats.rst).
 *
 * @param proc  {@code /proc}
 * @param block {@code /sys/block}: a disk that is not made of other disks has a {@code device} there
 * @param only  the one disk to count, or part of a disk; where the system counts no such, or when it is empty, all disks are counted
 */
record ProcReader(Path proc, Path block, Optional<DeviceNumber> only) implements HostReader {

    /** Sectors of these counts are of this size whatever the disk's own are. */
    private static final double SECTOR_BYTES = 512;

    private static final double BYTES_PER_KB = 1024;
    private static final double MILLIS = 1e3;
    private static final Pattern SPACES = Pattern.compile("\\s+");

    /** Columns of a line of diskstats. */
    private static final int MAJOR = 0;

    private static final int MINOR = 1;
    private static final int NAME = 2;

    private static final int READS = 3;
    private static final int SECTORS_READ = 5;
    private static final int READ_MILLIS = 6;
    private static final int WRITES = 7;
    private static final int SECTORS_WRITTEN = 9;
    private static final int WRITE_MILLIS = 10;
    private static final int BUSY_MILLIS = 12;
    private static final int QUEUE_MILLIS = 13;

    @Override
    public HostCounts read() throws IOException {
        return new HostCounts(processors(), memory(), List.of(disks()));
    }

    private Processors processors() throws IOException {
        ProcessorTimes times = ProcessorTimes.read(proc);
        return new Processors(times.total(), times.idle());
    }

    private Memory memory() throws IOException {
        List<String> lines = Files.readAllLines(proc.resolve("meminfo"));
        return new Memory(bytes(lines, "MemTotal:"), bytes(lines, "MemAvailable:"));
    }

    private static double bytes(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> BYTES_PER_KB * Double.parseDouble(SPACES.split(line, -1)[1]))
                .findFirst()
                .orElse(0);
    }

    private Map<String, Disk> disks() throws IOException {
        Map<String, Disk> all = new TreeMap<>();
        for (String line : Files.readAllLines(proc.resolve("diskstats"))) {
            String[] cells = SPACES.split(line.strip(), -1);
            if (only.filter(number -> number.toString().equals(cells[MAJOR] + ":" + cells[MINOR]))
                    .isPresent()) {
                return Map.of(cells[NAME], disk(cells));
            }
            if (Files.exists(block.resolve(cells[NAME]).resolve("device"))) {
                all.put(cells[NAME], disk(cells));
            }
        }
        return all;
    }

    private static Disk disk(String[] cells) {
        return new Disk(
                new Transfers(
                        number(cells, READS),
                        SECTOR_BYTES * number(cells, SECTORS_READ),
                        number(cells, READ_MILLIS) / MILLIS),
                new Transfers(
                        number(cells, WRITES),
                        SECTOR_BYTES * number(cells, SECTORS_WRITTEN),
                        number(cells, WRITE_MILLIS) / MILLIS),
                number(cells, QUEUE_MILLIS) / MILLIS,
                number(cells, BUSY_MILLIS) / MILLIS);
    }

    private static double number(String[] cells, int column) {
        return Double.parseDouble(cells[column]);
    }
}
