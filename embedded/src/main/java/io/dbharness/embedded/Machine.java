package io.dbharness.embedded;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a server has to live on.
 *
 * @param memoryBytes       physical memory, or the limit of the container or control group
 * @param freeDiskBytes     free space where the data will be
 * @param sharedMemoryBytes size of {@code /dev/shm}, which containers keep small; the largest number where there is none, and
 *                          PostgreSQL finds another way by itself
 */
record Machine(long memoryBytes, long freeDiskBytes, long sharedMemoryBytes) {

    /**
     * @param data  where the data will be
     * @param group that the server will run in
     */
    static Machine around(Path data, Optional<Path> group) throws IOException {
        var system = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        Path sharedMemory = Path.of("/dev/shm");
        long memory = system.getTotalMemorySize();
        return new Machine(
                group.isPresent()
                        ? Math.min(memory, ControlGroup.memoryBytes(group.get()).orElse(memory))
                        : memory,
                Files.getFileStore(data).getUsableSpace(),
                Files.isDirectory(sharedMemory)
                        ? Files.getFileStore(sharedMemory).getTotalSpace()
                        : Long.MAX_VALUE);
    }
}
