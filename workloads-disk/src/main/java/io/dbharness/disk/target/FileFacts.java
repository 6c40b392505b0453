package io.dbharness.disk.target;

import io.dbharness.disk.target.FileAddress.Direct;
import io.dbharness.model.Caveat;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.target.TargetInfo;
import io.dbharness.target.host.DeviceNumber;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads what a file lies on. */
final class FileFacts {

    /** Settings of a device by their names in sysfs, below its directory or that of the disk it is a part of. */
    private static final Map<String, String> QUEUE = Map.of(
            "rotational", "queue/rotational",
            "scheduler", "queue/scheduler",
            "logicalBlockBytes", "queue/logical_block_size",
            "physicalBlockBytes", "queue/physical_block_size",
            "writeCache", "queue/write_cache",
            "queueRequests", "queue/nr_requests",
            "model", "device/model",
            "loop.file", "loop/backing_file",
            "loop.direct", "loop/dio");

    private final FileTarget target;

    FileFacts(FileTarget target) {
        this.target = target;
    }

    TargetInfo read() {
        FileAddress address = target.address();
        Medium medium = target.medium();
        Map<String, String> settings = new TreeMap<>();
        List<Caveat> caveats = new ArrayList<>();
        try (Opening opening = target.open()) {
            FileStore store = Files.getFileStore(address.path());
            settings.put("bytes", Long.toString(opening.channel().size()));
            settings.put("direct", opening.direct() ? "yes" : "no");
            settings.put("sync", address.sync() ? "yes" : "no");
            settings.put("alignmentBytes", Integer.toString(target.alignment()));
            boolean device = medium.kind() == Medium.Kind.BLOCK_DEVICE;
            settings.put("fileSystem", device ? "none" : store.type());
            if (medium.device().isPresent()) {
                device(medium.device().get(), settings);
                settings.putAll(GroupLimits.ofThisProcess().of(medium.device().get()));
            }
            caveats(address.direct(), settings, caveats);
            String product = device ? "block device " + medium.path() : store.type() + " on " + store.name();
            return new TargetInfo(
                    product,
                    "(" + System.getProperty("os.name") + " " + System.getProperty("os.version") + ")",
                    address.toString(),
                    settings,
                    caveats);
        } catch (IOException e) {
            throw new TargetUnreachableException("cannot open " + address.path() + ": " + FileTarget.reason(e), e);
        }
    }

    private static void device(DeviceNumber number, Map<String, String> settings) {
        Path sysfs = number.sysfs();
        if (!Files.isDirectory(sysfs)) {
            return;
        }
        settings.put("device.number", number.toString());
        QUEUE.forEach((name, file) -> {
            for (Path candidate :
                    List.of(sysfs.resolve(file), sysfs.resolve("..").resolve(file))) {
                if (Files.isReadable(candidate)) {
                    text(candidate, "device." + name, settings);
                    return;
                }
            }
        });
    }

    /** A fact that cannot be read is none. */
    private static void text(Path file, String name, Map<String, String> settings) {
        try {
            settings.put(name, Files.readString(file).strip());
        } catch (IOException e) {
            settings.put(name, "unknown: " + e.getMessage());
        }
    }

    private static void caveats(Direct asked, Map<String, String> settings, List<Caveat> caveats) {
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
    }
}
