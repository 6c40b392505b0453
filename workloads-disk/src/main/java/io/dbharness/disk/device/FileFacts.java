package io.dbharness.disk.device;

import io.dbharness.disk.device.FileAddress.Direct;
import io.dbharness.host.DeviceNumber;
import io.dbharness.model.Caveat;
import io.dbharness.model.Resources;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.TargetInfo;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Describes the file system and the device of a file. */
final class FileFacts {

    /** Settings of a device by their names in sysfs, below its directory or that of the disk it is a part of. */
    private static final Properties QUEUE = Resources.properties(FileFacts.class, "queue.properties");

    private FileFacts() {}

    /** Describes all files; the name of a file is a prefix of its settings. */
    static TargetInfo read(FileTarget target) {
        List<TargetInfo> files =
                target.files().stream().map(FileFacts::read).distinct().toList();
        Map<String, String> settings = new TreeMap<>();
        files.forEach(file -> settings.putAll(file.settings()));
        return new TargetInfo(
                distinct(files, TargetInfo::product, ", "),
                files.get(0).version(),
                distinct(files, TargetInfo::url, " "),
                settings,
                files.stream()
                        .flatMap(file -> file.caveats().stream())
                        .distinct()
                        .toList());
    }

    private static String distinct(List<TargetInfo> files, Function<TargetInfo, String> field, String separator) {
        return files.stream().map(field).distinct().collect(Collectors.joining(separator));
    }

    private static TargetInfo read(TargetFile target) {
        FileAddress address = target.address();
        PathInfo info = target.pathInfo();
        Map<String, String> settings = new TreeMap<>();
        try (OpenFile file = target.open(Set.of())) {
            FileStore store = Files.getFileStore(address.path());
            settings.put("bytes", Long.toString(file.channel().size()));
            settings.put("direct", file.direct() ? "yes" : "no");
            settings.put("sync", address.sync() ? "yes" : "no");
            settings.put("alignmentBytes", Integer.toString(target.alignment()));
            boolean device = info.kind() == PathInfo.Kind.BLOCK_DEVICE;
            settings.put("fileSystem", device ? "none" : store.type());
            if (info.device().isPresent()) {
                device(info.device().get(), settings);
                settings.putAll(new GroupLimits(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"))
                        .of(info.device().get()));
            }
            String product = device ? "block device " + info.path() : store.type() + " on " + store.name();
            return new TargetInfo(
                    product,
                    "(" + System.getProperty("os.name") + " " + System.getProperty("os.version") + ")",
                    address.toString(),
                    named(address.name(), settings),
                    caveats(address.direct(), settings));
        } catch (IOException e) {
            throw new TargetUnreachableException("cannot open " + address.path() + ": " + TargetFile.reason(e), e);
        }
    }

    private static Map<String, String> named(String name, Map<String, String> settings) {
        Map<String, String> named = new TreeMap<>();
        settings.forEach((setting, value) -> named.put(name.isEmpty() ? setting : name + "." + setting, value));
        return named;
    }

    private static void device(DeviceNumber number, Map<String, String> settings) {
        Path sysfs = number.sysfs();
        if (!Files.isDirectory(sysfs)) {
            return;
        }
        settings.put("device.number", number.toString());
        QUEUE.forEach((name, file) -> {
            for (Path candidate :
                    List.of(sysfs.resolve(file.toString()), sysfs.resolve("..").resolve(file.toString()))) {
                if (Files.isReadable(candidate)) {
                    settings.put("device." + name, text(candidate));
                    return;
                }
            }
        });
    }

    /** Returns empty text for a file that cannot be read. */
    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "unknown: " + e.getMessage();
        }
    }

    private static List<Caveat> caveats(Direct asked, Map<String, String> settings) {
        List<Caveat> caveats = new ArrayList<>();
        if ("no".equals(settings.get("direct"))) {
            String detail = "I/O went through the page cache, so memory answered some of it";
            caveats.add(
                    asked == Direct.NO
                            ? Caveat.note("PAGE_CACHE", detail + "; --direct no asked for it")
                            : Caveat.suspect("PAGE_CACHE", detail + "; this file system has no direct I/O"));
        }
        if ("0".equals(settings.get("device.loop.direct"))) {
            caveats.add(Caveat.note(
                    "LOOP_CACHE",
                    "the loop device reads and writes its file through the page cache, so memory answered some of the I/O;"
                            + " attach it with losetup --direct-io=on"));
        }
        return caveats;
    }

    /**
     * Reads the I/O limits of this process's control group for a device, so that reports show a limit beside the result. Linux only;
     * ignores limits of parent groups.
     *
     * @param processGroups names the groups, usually {@code /proc/self/cgroup}
     * @param root          mount point of the groups, usually {@code /sys/fs/cgroup}
     */
    record GroupLimits(Path processGroups, Path root) {

        /** Version 1 has one file for each limit, version 2 one word of {@code io.max}. */
        private static final List<Kind> KINDS = List.of(
                new Kind("limit.readIops", "read_iops", "riops"),
                new Kind("limit.writeIops", "write_iops", "wiops"),
                new Kind("limit.readBytesPerSecond", "read_bps", "rbps"),
                new Kind("limit.writeBytesPerSecond", "write_bps", "wbps"));

        private record Kind(String setting, String file, String word) {}

        /** Returns settings by name; empty if there is no limit. */
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

        /** Returns the entry of a device: the rest of the line that begins with its number. */
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
                        .filter(kind -> kind.word().equals(pair[0]) && !pair[1].equals("max"))
                        .forEach(kind -> limits.put(kind.setting(), pair[1]));
            }
        }
    }
}
