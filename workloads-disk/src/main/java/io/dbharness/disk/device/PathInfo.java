package io.dbharness.disk.device;

import io.dbharness.host.DeviceNumber;
import io.dbharness.model.FileWork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The file that a path leads to.
 *
 * @param path   after links, if it exists
 * @param kind   of file
 * @param device the block device itself, or the device of a file; empty if the system has no device numbers
 */
public record PathInfo(Path path, Kind kind, Optional<DeviceNumber> device) {

    /** The kind of file. */
    public enum Kind {
        NOTHING,
        FILE,
        BLOCK_DEVICE,
        /** A directory, a pipe, a terminal. */
        OTHER
    }

    public static PathInfo at(Path path) {
        return FileWork.get("find out what " + path + " is", () -> {
            if (!Files.exists(path)) {
                Path folder = path.toAbsolutePath().getParent();
                return new PathInfo(path, Kind.NOTHING, folder == null ? Optional.empty() : DeviceNumber.under(folder));
            }
            Path real = path.toRealPath();
            boolean file = Files.isRegularFile(real);
            return file || DeviceNumber.isBlockDevice(real)
                    ? new PathInfo(real, file ? Kind.FILE : Kind.BLOCK_DEVICE, DeviceNumber.under(real))
                    : new PathInfo(real, Kind.OTHER, Optional.empty());
        });
    }
}
