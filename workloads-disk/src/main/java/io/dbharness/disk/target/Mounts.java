package io.dbharness.disk.target;

import io.dbharness.target.host.DeviceNumber;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Who uses a block device, so that nobody's data are overwritten: as Linux tells it in /proc and /sys. Immutable. */
public final class Mounts {

    /** Of a line of mountinfo; after them come optional fields, a dash, the type and the source. */
    private static final int NUMBER = 2;

    private static final int POINT = 4;
    private static final String DASH = " - ";

    private final List<Use> uses;

    /** A device and what it is used for. */
    private record Use(DeviceNumber device, String purpose) {}

    private Mounts(List<Use> uses) {
        this.uses = List.copyOf(uses);
    }

    /** As things are now. */
    public static Mounts now() throws IOException {
        List<Use> uses = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("/proc/self/mountinfo"))) {
            addMount(line, uses);
        }
        for (String line : lines(Path.of("/proc/swaps"))) {
            device(line.split("\\s+", 2)[0]).ifPresent(device -> uses.add(new Use(device, "it is swapped to")));
        }
        return new Mounts(uses);
    }

    private static void addMount(String line, List<Use> uses) {
        String[] fields = line.split(" ", -1);
        String purpose = "it is mounted at " + fields[POINT];
        String[] number = fields[NUMBER].split(":", 2);
        uses.add(new Use(new DeviceNumber(Long.parseLong(number[0]), Long.parseLong(number[1])), purpose));
        // Some file systems have numbers of their own and name their device.
        int dash = line.indexOf(DASH);
        if (dash >= 0) {
            device(line.substring(dash + DASH.length()).split(" ", -1)[1])
                    .ifPresent(device -> uses.add(new Use(device, purpose)));
        }
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static Optional<DeviceNumber> device(String path) {
        try {
            Medium medium = Medium.at(Path.of(path));
            return medium.kind() == Medium.Kind.BLOCK_DEVICE ? medium.device() : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** What the device, one of its partitions, or something built on them is used for; empty when nobody uses it. */
    public Optional<String> use(DeviceNumber device) throws IOException {
        List<Path> parts = new ArrayList<>(List.of(device.sysfs()));
        parts.addAll(partitions(device.sysfs()));
        for (Path part : parts) {
            Optional<String> use = useOf(part, device);
            if (use.isPresent()) {
                return use;
            }
        }
        return Optional.empty();
    }

    private Optional<String> useOf(Path part, DeviceNumber device) throws IOException {
        Path number = part.resolve("dev");
        String text = Files.exists(number) ? Files.readString(number).strip() : device.toString();
        Optional<String> use = uses.stream()
                .filter(u -> u.device().toString().equals(text))
                .map(Use::purpose)
                .findFirst();
        return use.isPresent()
                ? use
                : names(part.resolve("holders"))
                        .map(name -> "it is part of " + name)
                        .findFirst();
    }

    private static List<Path> partitions(Path sysfs) throws IOException {
        if (!Files.isDirectory(sysfs)) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(sysfs)) {
            for (Path entry : entries) {
                if (Files.exists(entry.resolve("partition"))) {
                    found.add(entry);
                }
            }
        }
        return found;
    }

    private static Stream<String> names(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return Stream.empty();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> String.valueOf(entry.getFileName())).sorted().toList().stream();
        }
    }
}
