package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.local.LocalStepKind.Names;
import io.dbharness.provisioning.local.Throttle.SubtreeControl;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.Polling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The control group that limits the memory of the servers on a disk. The limit includes the page cache of their files. A data set larger
 * than the limit must therefore be read from the disk, however much memory the machine has.
 *
 * @param polling waits until the group is empty
 */
record MemoryPart(Polling polling) implements LocalStepKind {

    /** A server that is shutting down first writes its memory to disk. */
    private static final Duration LEAVING = Duration.ofMinutes(1);

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException {
        MemoryGroups groups = MemoryGroups.here();
        String enabled = groups.enable();
        Path group = groups.make(step.argument(Names.GROUP), Long.parseLong(step.argument(Names.BYTES)));
        return Map.of(Names.GROUP, group.toString(), Names.ENABLED, enabled);
    }

    @Override
    public void undo(Step step, Facts facts) throws IOException, InterruptedException {
        MemoryGroups groups = MemoryGroups.here();
        Path group = groups.of(step.argument(Names.GROUP));
        if (!polling.until(LEAVING, () -> MemoryGroups.members(group).isEmpty())) {
            List<String> members = MemoryGroups.members(group);
            throw new HarnessException("processes " + String.join(", ", members) + " run in " + group
                    + "; end them and run 'provision down' again");
        }
        Files.deleteIfExists(group);
        SubtreeControl.at(groups.root())
                .disable(facts.of(step.id(), Names.ENABLED).orElse(""));
    }

    @Override
    public boolean isThere(Step step, Facts facts) throws IOException {
        return Files.isDirectory(MemoryGroups.here().of(step.argument(Names.GROUP)));
    }

    /**
     * The kernel's memory controller, as cgroup v1 or v2.
     *
     * @param root    directory of the groups
     * @param limit   name of the file with a group's limit
     * @param unified true for cgroup v2, where the controller must be enabled for subgroups
     */
    record MemoryGroups(Path root, String limit, boolean unified) {

        private static final String CONTROLLER = "memory";
        private static final String MEMBERS = "cgroup.procs";
        private static final String VERSION_1_LIMIT = "memory.limit_in_bytes";
        private static final String VERSION_2_LIMIT = "memory.max";

        /** Returns the memory controller of this machine. */
        static MemoryGroups here() throws IOException {
            return find(Path.of("/sys/fs/cgroup"), Path.of("/proc/self/mounts"))
                    .orElseThrow(() -> new HarnessException("this system limits no memory: it has the controller memory"
                            + " neither of cgroup v2 nor of v1 under /sys/fs/cgroup; leave 'memory' out"));
        }

        static Optional<MemoryGroups> find(Path unified, Path mounts) throws IOException {
            if (SubtreeControl.at(unified).offers(CONTROLLER)) {
                return Optional.of(new MemoryGroups(unified, VERSION_2_LIMIT, true));
            }
            return Files.readAllLines(mounts).stream()
                    .map(line -> line.split(" ", -1))
                    .filter(words -> words.length > 3 && words[2].equals("cgroup"))
                    .filter(words -> Arrays.asList(words[3].split(",", -1)).contains(CONTROLLER))
                    .map(words -> new MemoryGroups(Path.of(words[1]), VERSION_1_LIMIT, false))
                    .findFirst();
        }

        /**
         * Enables the controller for subgroups. Returns the argument of {@link SubtreeControl#disable} that reverts this; empty if nothing
         * changed.
         */
        String enable() throws IOException {
            return unified ? SubtreeControl.at(root).enable(CONTROLLER) : "";
        }

        Path of(String name) {
            return root.resolve(name);
        }

        /** Creates a group if it is missing and limits its processes to {@code bytes} together. */
        Path make(String name, long bytes) throws IOException {
            Path group = Files.createDirectories(of(name));
            Files.writeString(group.resolve(limit), String.valueOf(bytes));
            return group;
        }

        /** Returns the process ids in a group; empty if the group does not exist. */
        static List<String> members(Path group) throws IOException {
            try {
                return Files.readAllLines(group.resolve(MEMBERS));
            } catch (NoSuchFileException e) {
                return List.of();
            }
        }
    }
}
