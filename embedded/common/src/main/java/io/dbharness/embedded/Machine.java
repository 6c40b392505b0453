package io.dbharness.embedded;

import io.dbharness.model.HarnessException;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The resources of a server.
 *
 * @param memoryBytes       physical memory, or the limit of the container or control group
 * @param freeDiskBytes     free space in the directory of the data
 * @param sharedMemoryBytes size of {@code /dev/shm}, which is small in containers; {@code Long.MAX_VALUE} if there is none, in which case
 *     PostgreSQL uses another mechanism
 */
public record Machine(long memoryBytes, long freeDiskBytes, long sharedMemoryBytes) {

    /**
     * Measures the resources of a future server.
     *
     * @param data  directory of the data
     * @param group control group of the server
     */
    public static Machine around(Path data, Optional<Path> group) throws IOException {
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

    /** An existing control group for a server, named by its directory. */
    public static final class ControlGroup {

        /** Limits of cgroup v2 and v1. A group without a limit has a word there, or a number above the memory of any machine. */
        private static final List<String> LIMITS = List.of("memory.max", "memory.limit_in_bytes");

        private ControlGroup() {}

        /** Returns the group that the option {@code cgroup} names. Throws if there is no such group. */
        public static Optional<Path> of(TargetSpec spec) {
            Optional<Path> group =
                    Optional.ofNullable(spec.options().get("cgroup")).map(Path::of);
            group.filter(directory -> !Files.exists(members(directory))).ifPresent(directory -> {
                throw new HarnessException(directory + " is no control group of this system");
            });
            return group;
        }

        /** Returns the file that moves processes into a group. */
        public static Path members(Path group) {
            return group.resolve("cgroup.procs");
        }

        /** Returns the memory limit of a group; empty if there is none. */
        public static OptionalLong memoryBytes(Path group) throws IOException {
            for (String limit : LIMITS) {
                Path file = group.resolve(limit);
                String text = Files.isReadable(file) ? Files.readString(file).strip() : "";
                if (text.matches("[0-9]{1,19}")) {
                    return OptionalLong.of(Long.parseLong(text));
                }
            }
            return OptionalLong.empty();
        }
    }
}
