package io.dbharness.disk.target;

import io.dbharness.model.HarnessException;
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

    private static final int TYPE_BITS = 0170000;
    private static final int BLOCK_DEVICE_BITS = 0060000;

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
                return new Medium(path, Kind.NOTHING, folder == null ? Optional.empty() : number(folder, "unix:dev"));
            }
            Path real = path.toRealPath();
            if (Files.isRegularFile(real)) {
                return new Medium(real, Kind.FILE, number(real, "unix:dev"));
            }
            return isBlockDevice(real)
                    ? new Medium(real, Kind.BLOCK_DEVICE, number(real, "unix:rdev"))
                    : new Medium(real, Kind.OTHER, Optional.empty());
        } catch (IOException e) {
            throw new HarnessException("cannot find out what " + path + " is: " + e.getMessage(), e);
        }
    }

    private static boolean isBlockDevice(Path path) throws IOException {
        return knowsUnix(path) && ((int) Files.getAttribute(path, "unix:mode") & TYPE_BITS) == BLOCK_DEVICE_BITS;
    }

    private static Optional<DeviceNumber> number(Path path, String attribute) throws IOException {
        return knowsUnix(path)
                ? Optional.of(DeviceNumber.decode((long) Files.getAttribute(path, attribute)))
                : Optional.empty();
    }

    private static boolean knowsUnix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }
}
