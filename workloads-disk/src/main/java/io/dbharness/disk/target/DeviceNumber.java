package io.dbharness.disk.target;

import java.nio.file.Path;

/**
 * Linux's number of a block device.
 *
 * @param major of its driver; 0 for a file system that lies on no device of its own
 * @param minor of the device among its driver's
 */
public record DeviceNumber(long major, long minor) {

    /** As {@code stat} tells it: glibc's encoding, 12 + 20 bits of major and 8 + 24 of minor, interleaved. */
    static DeviceNumber decode(long dev) {
        return new DeviceNumber(
                ((dev >>> 8) & 0xfff) | ((dev >>> 32) & 0xfffff000L), (dev & 0xff) | ((dev >>> 12) & 0xffffff00L));
    }

    /** Its directory in sysfs, which may not exist. */
    Path sysfs() {
        return Path.of("/sys/dev/block", toString());
    }

    /** As the kernel writes it, for example {@code 254:0}. */
    @Override
    public String toString() {
        return major + ":" + minor;
    }
}
