package io.dbharness.provisioning.local;

import io.dbharness.provisioning.local.MemoryPart.MemoryGroups;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds leftovers of the disks below a directory in the kernel's lists. */
final class Leftovers {

    private Leftovers() {}

    static List<String> below(Path directory) {
        List<String> left = new ArrayList<>();
        try {
            Files.readAllLines(Path.of("/proc/self/mounts")).stream()
                    .filter(line -> line.contains(directory.toString()))
                    .forEach(left::add);
            left.addAll(loops(directory));
            left.addAll(groups());
            keepers(directory).forEach(keeper -> left.add("process " + keeper.pid()));
            try (Stream<Path> files = Files.walk(directory)) {
                files.filter(Files::isRegularFile).map(Path::toString).forEach(left::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return left;
    }

    /** Returns the groups of test disks of any test: only one test runs at a time. */
    private static List<String> groups() throws IOException {
        Path root = MemoryGroups.here().root();
        try (Stream<Path> groups = Files.list(root)) {
            return groups.filter(group -> group.getFileName().toString().startsWith(Disks.NAME + "-"))
                    .map(Path::toString)
                    .toList();
        }
    }

    private static List<String> loops(Path directory) throws IOException {
        List<String> loops = new ArrayList<>();
        try (Stream<Path> devices = Files.list(Path.of("/sys/block"))) {
            for (Path device : devices.toList()) {
                Path behind = device.resolve("loop/backing_file");
                if (Files.exists(behind) && Files.readString(behind).contains(directory.toString())) {
                    loops.add("device " + device.getFileName());
                }
            }
        }
        return loops;
    }

    /** Returns the keepers of these disks; their arguments contain the run's unique id. */
    static List<ProcessHandle> keepers(Path directory) {
        String run = directory.resolve("state").resolve(Disks.NAME).toString();
        return ProcessHandle.allProcesses()
                .filter(process -> commandLine(process).contains(run))
                .toList();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", String.valueOf(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // It has ended meanwhile.
            return "";
        }
    }
}
