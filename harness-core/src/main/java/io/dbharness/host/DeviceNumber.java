package io.dbharness.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Linux's number of a block device.
 *
 * @param major of its driver; 0 for a file system without its own device
 * @param minor of the device among its driver's
 */
public record DeviceNumber(long major, long minor) {

    private static final int TYPE_BITS = 0170000;
    private static final int BLOCK_DEVICE_BITS = 0060000;

    /** From the number that {@code stat} returns: glibc's encoding, 12 + 20 bits of major and 8 + 24 of minor, interleaved. */
    static DeviceNumber decode(long dev) {
        return new DeviceNumber(
                ((dev >>> 8) & 0xfff) | ((dev >>> 32) & 0xfffff000L), (dev & 0xff) | ((dev >>> 12) & 0xffffff00L));
    }

    /** Returns the block device at a path, or the one under the file or directory there; empty where there are no such numbers. */
    public static Optional<DeviceNumber> under(Path path) throws IOException {
        if (!knowsUnix(path)) {
            return Optional.empty();
        }
        String attribute = isBlockDevice(path) ? "unix:rdev" : "unix:dev";
        return Optional.of(decode((long) Files.getAttribute(path, attribute)));
    }

    /** Returns true if an existing path is a block device. */
    public static boolean isBlockDevice(Path path) throws IOException {
        return knowsUnix(path) && ((int) Files.getAttribute(path, "unix:mode") & TYPE_BITS) == BLOCK_DEVICE_BITS;
    }

    private static boolean knowsUnix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    /** Its directory in sysfs, which may not exist. */
    public Path sysfs() {
        return Path.of("/sys/dev/block", toString());
    }

    /** As the kernel writes it, for example {@code 254:0}. */
    @Override
    public String toString() {
        return major + ":" + minor;
    }
}
