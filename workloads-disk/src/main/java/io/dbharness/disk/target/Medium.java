package io.dbharness.disk.target;

import io.dbharness.model.HarnessException;
import io.dbharness.target.host.DeviceNumber;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a path leads to.
 *
 * @param path   after links, where it exists
 * @param kind   of thing
 * @param device the block device itself, or the one a file lies on; empty where the system has no such numbers
 */
public record Medium(Path path, Kind kind, Optional<DeviceNumber> device) {

    /** What there is. */
    public enum Kind {
        NOTHING,
        FILE,
        BLOCK_DEVICE,
        /** A directory, a pipe, a terminal. */
        OTHER
    }

    public static Medium at(Path path) {
        try {
            if (!Files.exists(path)) {
                Path folder = path.toAbsolutePath().getParent();
                return new Medium(path, Kind.NOTHING, folder == null ? Optional.empty() : DeviceNumber.under(folder));
            }
            Path real = path.toRealPath();
            if (Files.isRegularFile(real)) {
                return new Medium(real, Kind.FILE, DeviceNumber.under(real));
            }
            return DeviceNumber.isBlockDevice(real)
                    ? new Medium(real, Kind.BLOCK_DEVICE, DeviceNumber.under(real))
                    : new Medium(real, Kind.OTHER, Optional.empty());
        } catch (IOException e) {
            throw new HarnessException("cannot find out what " + path + " is: " + e.getMessage(), e);
        }
    }
}
