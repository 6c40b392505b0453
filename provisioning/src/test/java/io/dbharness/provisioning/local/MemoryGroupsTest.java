package io.dbharness.provisioning.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.provisioning.local.MemoryPart.MemoryGroups;
import io.dbharness.provisioning.local.Throttle.SubtreeControl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written into the kernel's files, on copies of them. */
class MemoryGroupsTest {

    @TempDir
    Path directory;

    private Path write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    private MemoryGroups find(String... mounts) throws IOException {
        return MemoryGroups.find(directory.resolve("unified"), write("mounts", String.join("\n", mounts)))
                .orElseThrow();
    }

    @Test
    void version2TakesTheControllerAndALimitForEachGroup() throws Exception {
        write("unified/cgroup.controllers", "cpu io memory\n");
        Path control = write("unified/cgroup.subtree_control", "cpu\n");
        MemoryGroups groups = find();

        String enabled = groups.enable();
        Path group = groups.make("run-p15", 256 << 20);

        assertThat(control).hasContent("+memory");
        assertThat(group).isEqualTo(directory.resolve("unified/run-p15"));
        assertThat(group.resolve("memory.max")).hasContent("268435456");
        SubtreeControl.at(groups.root()).disable(enabled);
        assertThat(control).hasContent("-memory");
    }

    @Test
    void version1HasTheControllerWhereItIsMounted() throws Exception {
        write("unified/cgroup.procs", "");
        Files.createDirectories(directory.resolve("memory"));
        MemoryGroups groups = find(
                "cgroup /sys/fs/cgroup/blkio cgroup rw,relatime,blkio 0 0",
                "cgroup " + directory.resolve("memory") + " cgroup rw,relatime,memory 0 0");

        String enabled = groups.enable();
        Path group = groups.make("run-p15", 64 << 20);

        assertThat(enabled).isEmpty();
        assertThat(group.resolve("memory.limit_in_bytes")).hasContent("67108864");
        SubtreeControl.at(groups.root()).disable(enabled);
        assertThat(directory.resolve("memory/cgroup.subtree_control")).doesNotExist();
    }

    @Test
    void whereNothingLimitsMemoryNothingIsFound() throws Exception {
        assertThat(MemoryGroups.find(directory.resolve("unified"), write("mounts", "cgroup /b cgroup rw,blkio 0 0")))
                .isEmpty();
    }

    @Test
    void membersAreTheProcessesThatTheKernelLists() throws Exception {
        write("group/cgroup.procs", "12\n340\n");

        assertThat(MemoryGroups.members(directory.resolve("group"))).containsExactly("12", "340");
        assertThat(MemoryGroups.members(directory.resolve("none"))).isEmpty();
    }
}
