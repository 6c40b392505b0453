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
 * What a server has to live on.
 *
 * @param memoryBytes       physical memory, or the limit of the container or control group
 * @param freeDiskBytes     free space where the data will be
 * @param sharedMemoryBytes size of {@code /dev/shm}, which containers keep small; the largest number where there is none, and
 *                          PostgreSQL finds another way by itself
 */
public record Machine(long memoryBytes, long freeDiskBytes, long sharedMemoryBytes) {

    /**
     * What there is where a server will run.
     *
     * @param data  where the data will be
     * @param group that the server will run in
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

    /** The control group that a server is to run in, a directory that somebody else has made. */
    public static final class ControlGroup {

        /** Of cgroup v2 and v1; a group without a limit says so with a word or with more than any machine has. */
        private static final List<String> LIMITS = List.of("memory.max", "memory.limit_in_bytes");

        private ControlGroup() {}

        /** The one that the option {@code cgroup} names. Throws when there is no such group. */
        public static Optional<Path> of(TargetSpec spec) {
            Optional<Path> group =
                    Optional.ofNullable(spec.options().get("cgroup")).map(Path::of);
            group.filter(directory -> !Files.exists(members(directory))).ifPresent(directory -> {
                throw new HarnessException(directory + " is no control group of this system");
            });
            return group;
        }

        /** The file that takes processes into a group. */
        public static Path members(Path group) {
            return group.resolve("cgroup.procs");
        }

        /** How much memory those in a group may use together; empty for no limit. */
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
