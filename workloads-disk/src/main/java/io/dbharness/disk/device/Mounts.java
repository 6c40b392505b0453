package io.dbharness.disk.device;

import io.dbharness.host.DeviceNumber;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Determines the use of a block device, so that data in use are never overwritten; from Linux's /proc and /sys. */
public final class Mounts {

    private Mounts() {}

    /** Returns the uses of devices, by device number. */
    private static Map<String, String> uses() throws IOException {
        Map<String, String> uses = new HashMap<>();
        for (String line : Files.readAllLines(Path.of("/proc/self/mountinfo"))) {
            // The fields include device and mount point; after a dash come the type and the source.
            String[] fields = line.split(" ", -1);
            String purpose = "it is mounted at " + fields[4];
            uses.putIfAbsent(fields[2], purpose);
            // Some file systems have anonymous device numbers and name their device as the source.
            int dash = List.of(fields).indexOf("-");
            if (dash >= 0) {
                device(fields[dash + 2]).ifPresent(device -> uses.putIfAbsent(device.toString(), purpose));
            }
        }
        Path swaps = Path.of("/proc/swaps");
        for (String line : Files.exists(swaps) ? Files.readAllLines(swaps) : List.<String>of()) {
            device(line.split("\\s+", 2)[0])
                    .ifPresent(device -> uses.putIfAbsent(device.toString(), "it is swapped to"));
        }
        return uses;
    }

    private static Optional<DeviceNumber> device(String path) {
        try {
            PathInfo info = PathInfo.at(Path.of(path));
            return info.kind() == PathInfo.Kind.BLOCK_DEVICE ? info.device() : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Returns the use of the device, of one of its partitions, or of anything built on them; empty if it is not in use. */
    public static Optional<String> use(DeviceNumber device) throws IOException {
        Map<String, String> uses = uses();
        List<Path> parts = new ArrayList<>(List.of(device.sysfs()));
        entries(device.sysfs()).stream()
                .filter(entry -> Files.exists(entry.resolve("partition")))
                .forEach(parts::add);
        for (Path part : parts) {
            Optional<String> use = useOf(part, device, uses);
            if (use.isPresent()) {
                return use;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> useOf(Path part, DeviceNumber device, Map<String, String> uses) throws IOException {
        Path number = part.resolve("dev");
        String text = Files.exists(number) ? Files.readString(number).strip() : device.toString();
        return uses.containsKey(text)
                ? Optional.ofNullable(uses.get(text))
                : entries(part.resolve("holders")).stream()
                        .map(holder -> "it is part of " + holder.getFileName())
                        .findFirst();
    }

    private static List<Path> entries(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        }
    }
}
