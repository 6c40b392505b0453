package io.dbharness.provisioning.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.provisioning.local.LocalDisk.Rates;
import io.dbharness.provisioning.local.Throttle.SubtreeControl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written into the kernel's files, on copies of them. */
class ThrottleTest {

    @TempDir
    Path directory;

    private Path write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    private Path mounts(String... lines) throws IOException {
        return write("mounts", String.join("\n", lines));
    }

    private Throttle find(Path mounts) throws IOException {
        return Throttle.find(directory.resolve("unified"), mounts).orElseThrow();
    }

    @Test
    void prefersVersion2WhenItLimitsDevices() throws Exception {
        write("unified/cgroup.controllers", "cpu io memory\n");

        assertThat(find(mounts()).word()).isEqualTo("io.max");
    }

    @Test
    void findsVersion1WhereItIsMounted() throws Exception {
        write("unified/cgroup.controllers", "cpu memory\n");
        write("old/blkio.throttle.read_iops_device", "");

        Throttle throttle =
                find(mounts("tmpfs /tmp tmpfs rw 0 0", "cgroup " + directory.resolve("old") + " cgroup rw"));

        assertThat(throttle.word()).isEqualTo("blkio.throttle");
        assertThat(throttle.root()).isEqualTo(directory.resolve("old"));
    }

    @Test
    void findsNothingWhereThereIsNothing() throws Exception {
        assertThat(Throttle.find(directory.resolve("unified"), mounts("cgroup /none cgroup rw 0 0")))
                .isEmpty();
    }

    @Test
    void limitsReadsAndWritesInTheRootGroupOfVersion1() throws Exception {
        Throttle throttle = new Throttle(Throttle.VERSION_1, directory);

        throttle.limit("7:3", new Rates(500, 60_000_000));

        assertThat(directory.resolve("blkio.throttle.read_iops_device")).hasContent("7:3 500");
        assertThat(directory.resolve("blkio.throttle.write_iops_device")).hasContent("7:3 500");
        assertThat(directory.resolve("blkio.throttle.read_bps_device")).hasContent("7:3 60000000");
        assertThat(directory.resolve("blkio.throttle.write_bps_device")).hasContent("7:3 60000000");
        assertThat(throttle.limits("7:3")).isTrue();
        assertThat(throttle.limits("7:30")).isFalse();
    }

    @Test
    void limitsEveryGroupBelowTheRootOfVersion2() throws Exception {
        Path system = write("system.slice/io.max", "");
        Path user = write("user.slice/io.max", "");
        write("cgroup.subtree_control", "cpu memory");
        Throttle throttle = new Throttle(Throttle.VERSION_2, directory);

        String enabled = throttle.enable();
        throttle.limit("7:3", new Rates(500, 0));

        assertThat(directory.resolve("cgroup.subtree_control")).hasContent("+io");
        assertThat(List.of(system, user))
                .allSatisfy(file -> assertThat(file).hasContent("7:3 rbps=max wbps=max riops=500 wiops=500"));
        SubtreeControl.at(throttle.root()).disable(enabled);
        assertThat(directory.resolve("cgroup.subtree_control")).hasContent("-io");
    }

    @Test
    void groupsThatComeLaterAreLimitedWithTheNextChange() throws Exception {
        write("system.slice/io.max", "");
        Throttle throttle = new Throttle(Throttle.VERSION_2, directory);
        throttle.limit("7:3", new Rates(500, 0));
        Path later = write("late.slice/io.max", "");

        throttle.limit("7:3", Rates.UNLIMITED);

        assertThat(later).hasContent("7:3 rbps=max wbps=max riops=max wiops=max");
        assertThat(throttle.limits("7:3")).isTrue();
        assertThat(throttle.limits("7:30")).isFalse();
    }

    @Test
    void leavesAControllerAloneThatWasOnAlready() throws Exception {
        write("cgroup.subtree_control", "cpu io");
        Throttle throttle = new Throttle(Throttle.VERSION_2, directory);

        SubtreeControl.at(throttle.root()).disable(throttle.enable());

        assertThat(directory.resolve("cgroup.subtree_control")).hasContent("cpu io");
    }
}
