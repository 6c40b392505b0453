package io.dbharness.disk.target;

import io.dbharness.target.host.DeviceNumber;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the control group of this process allows of a device, so that a limit that was set is told beside what came of it. Linux only;
 * limits of groups above are not looked for.
 *
 * @param processGroups names the groups, usually {@code /proc/self/cgroup}
 * @param root          where they are mounted, usually {@code /sys/fs/cgroup}
 */
record GroupLimits(Path processGroups, Path root) {

    private static final String NONE = "max";

    /** Version 1: a file for each limit; version 2: a word of {@code io.max}. */
    private static final List<Kind> KINDS = List.of(
            new Kind("limit.readIops", "read_iops", "riops"),
            new Kind("limit.writeIops", "write_iops", "wiops"),
            new Kind("limit.readBytesPerSecond", "read_bps", "rbps"),
            new Kind("limit.writeBytesPerSecond", "write_bps", "wbps"));

    private record Kind(String setting, String file, String word) {}

    static GroupLimits ofThisProcess() {
        return new GroupLimits(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));
    }

    /** Settings by name; empty where there is no limit. */
    Map<String, String> of(DeviceNumber device) throws IOException {
        Map<String, String> limits = new TreeMap<>();
        if (!Files.isReadable(processGroups)) {
            return limits;
        }
        for (String line : Files.readAllLines(processGroups)) {
            String[] fields = line.split(":", 3);
            if (fields[1].equals("blkio")) {
                Path group = root.resolve("blkio" + fields[2]);
                for (Kind kind : KINDS) {
                    entry(group.resolve("blkio.throttle." + kind.file() + "_device"), device)
                            .ifPresent(limit -> limits.put(kind.setting(), limit));
                }
            } else if (fields[1].isEmpty()) {
                entry(root.resolve(fields[2].substring(1)).resolve("io.max"), device)
                        .ifPresent(words -> split(words, limits));
            }
        }
        return limits;
    }

    /** What a file says about the device, in a line that begins with its number. */
    private static Optional<String> entry(Path file, DeviceNumber device) throws IOException {
        return Files.isReadable(file)
                ? Files.readAllLines(file).stream()
                        .filter(line -> line.startsWith(device + " "))
                        .map(line -> line.substring(line.indexOf(' ') + 1))
                        .findFirst()
                : Optional.empty();
    }

    private static void split(String words, Map<String, String> limits) {
        for (String word : words.split(" ", -1)) {
            String[] pair = word.split("=", 2);
            KINDS.stream()
                    .filter(kind -> kind.word().equals(pair[0]) && !pair[1].equals(NONE))
                    .forEach(kind -> limits.put(kind.setting(), pair[1]));
        }
    }
}
