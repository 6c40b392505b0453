package io.dbharness.provisioning.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * cgroup v1. The limit is set in the root group: it holds for everything that reaches the device, and version 1 charges the writes of
 * the page cache to the root group whoever caused them, so that no other group would limit a database.
 *
 * @param root where {@code blkio} is mounted
 */
record BlkioThrottle(Path root) implements Throttle {

    static final String WORD = "blkio.throttle";

    private static final List<String> IOPS = List.of("read_iops_device", "write_iops_device");
    private static final List<String> BANDWIDTH = List.of("read_bps_device", "write_bps_device");

    static boolean isAt(Path root) {
        return Files.isWritable(root.resolve(WORD + "." + IOPS.get(0)));
    }

    @Override
    public String word() {
        return WORD;
    }

    @Override
    public void limit(String device, Rates rates) throws IOException {
        for (String file : IOPS) {
            write(file, device, rates.iops());
        }
        for (String file : BANDWIDTH) {
            write(file, device, rates.bytesPerSecond());
        }
    }

    @Override
    public boolean limits(String device) throws IOException {
        for (String file : List.of(IOPS.get(0), IOPS.get(1), BANDWIDTH.get(0), BANDWIDTH.get(1))) {
            if (Files.readAllLines(root.resolve(WORD + "." + file)).stream()
                    .anyMatch(line -> line.startsWith(device + " "))) {
                return true;
            }
        }
        return false;
    }

    /** 0 is no limit. */
    private void write(String file, String device, long value) throws IOException {
        Files.writeString(root.resolve(WORD + "." + file), device + " " + value);
    }
}
