package io.dbharness.provisioning.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * cgroup v2. The root group takes no limit there, so each group right below it gets one for the device: whichever of them a server and
 * its client run in, it holds for both, and the page cache's writes are charged to the group that caused them. What the kernel does in
 * its own name, such as writing a journal, stays free.
 *
 * @param root where cgroup v2 is mounted
 */
record IoMaxThrottle(Path root) implements Throttle {

    static final String WORD = "io.max";

    private static final String CONTROLLER = "io";

    static boolean isAt(Path root) throws IOException {
        return SubtreeControl.at(root).offers(CONTROLLER);
    }

    @Override
    public String word() {
        return WORD;
    }

    @Override
    public String enable() throws IOException {
        return SubtreeControl.at(root).enable(CONTROLLER);
    }

    @Override
    public void disable(String enabled) throws IOException {
        SubtreeControl.at(root).disable(enabled);
    }

    @Override
    public void limit(String device, Rates rates) throws IOException {
        String iops = rates.iops() == 0 ? "max" : String.valueOf(rates.iops());
        String bandwidth = rates.bytesPerSecond() == 0 ? "max" : String.valueOf(rates.bytesPerSecond());
        for (Path file : files()) {
            Files.writeString(
                    file, device + " rbps=" + bandwidth + " wbps=" + bandwidth + " riops=" + iops + " wiops=" + iops);
        }
    }

    @Override
    public boolean limits(String device) throws IOException {
        for (Path file : files()) {
            if (Files.readAllLines(file).stream().anyMatch(line -> line.startsWith(device + " "))) {
                return true;
            }
        }
        return false;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> groups = Files.list(root)) {
            return groups.map(group -> group.resolve(WORD))
                    .filter(Files::isWritable)
                    .toList();
        }
    }
}
