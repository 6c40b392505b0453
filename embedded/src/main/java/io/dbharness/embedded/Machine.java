package io.dbharness.embedded;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a server has to live on.
 *
 * @param memoryBytes       physical memory, or the container's limit
 * @param freeDiskBytes     free space where the data will be
 * @param sharedMemoryBytes size of {@code /dev/shm}, which containers keep small; the largest number where there is none, and
 *                          PostgreSQL finds another way by itself
 */
record Machine(long memoryBytes, long freeDiskBytes, long sharedMemoryBytes) {

    static Machine around(Path data) throws IOException {
        var system = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        Path sharedMemory = Path.of("/dev/shm");
        return new Machine(
                system.getTotalMemorySize(),
                Files.getFileStore(data).getUsableSpace(),
                Files.isDirectory(sharedMemory)
                        ? Files.getFileStore(sharedMemory).getTotalSpace()
                        : Long.MAX_VALUE);
    }
}
