package io.dbharness.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupsTest {

    private static final String V1_CPU = "30 29 0:26 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n";
    private static final String V1_MEMORY = "31 29 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";
    private static final String V1_CPUSET = "32 29 0:28 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n";
    private static final String V2 = "33 29 0:29 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";

    @TempDir
    private Path root;

    private ControlGroups groups() {
        return new ControlGroups(new SystemFiles(root));
    }

    private void write(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private void process(String groups, String mounts) throws IOException {
        write("proc/self/cgroup", groups);
        write("proc/self/mountinfo", mounts);
    }

    @Test
    void versionOneHasAHierarchyForEachController() throws IOException {
        process("4:cpu,cpuacct:/small\n3:memory:/big\n2:cpuset:/\n", V1_CPU + V1_MEMORY + V1_CPUSET);
        write("sys/fs/cgroup/cpu,cpuacct/small/cpu.cfs_quota_us", "50000\n");
        write("sys/fs/cgroup/cpu,cpuacct/small/cpu.cfs_period_us", "100000\n");
        write("sys/fs/cgroup/cpu,cpuacct/small/cpu.stat", "nr_periods 9\nnr_throttled 7\nthrottled_time 5\n");
        write("sys/fs/cgroup/memory/big/memory.limit_in_bytes", "1073741824\n");
        write("sys/fs/cgroup/cpuset/cpuset.cpus", "0-3,6\n");

        assertThat(groups().processors()).contains(new Limit(0.5, "50000 us of each 100000 us", "cgroup v1 /small"));
        assertThat(groups().processorSet()).contains(new Limit(5, "0-3,6", "cgroup v1 /"));
        assertThat(groups().memory()).contains(new Limit(1L << 30, "1073741824 bytes", "cgroup v1 /big"));
        assertThat(groups().throttled()).isEqualTo(7);
    }

    @Test
    void versionOneSaysThatThereIsNoLimitByANegativeQuotaAndAHugeSize() throws IOException {
        process("4:cpu,cpuacct:/\n3:memory:/\n", V1_CPU + V1_MEMORY);
        write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");

        assertThat(groups().processors()).contains(Limit.NONE);
        assertThat(groups().memory()).contains(Limit.NONE);
    }

    @Test
    void versionTwoHasOneHierarchyAndTheGroupAboveBindsToo() throws IOException {
        process("0::/service/worker\n", V2);
        write("sys/fs/cgroup/service/worker/cpu.max", "max 100000\n");
        write("sys/fs/cgroup/service/cpu.max", "150000 100000\n");
        write("sys/fs/cgroup/service/worker/cpuset.cpus.effective", "2\n");
        write("sys/fs/cgroup/service/worker/memory.max", "2147483648\n");
        write("sys/fs/cgroup/service/memory.max", "1073741824\n");

        assertThat(groups().processors()).contains(new Limit(1.5, "150000 us of each 100000 us", "cgroup v2 /service"));
        assertThat(groups().processorSet()).contains(new Limit(1, "2", "cgroup v2 /service/worker"));
        assertThat(groups().memory()).contains(new Limit(1L << 30, "1073741824 bytes", "cgroup v2 /service"));
    }

    @Test
    void sideBySideEachControllerIsReadWhereItIs() throws IOException {
        process(
                "4:memory:/old\n0::/new\n",
                V1_MEMORY + "34 29 0:30 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
        write("sys/fs/cgroup/memory/old/memory.limit_in_bytes", "4096\n");
        write("sys/fs/cgroup/unified/new/memory.max", "1\n");
        write("sys/fs/cgroup/unified/new/cpu.max", "25000 100000\n");

        assertThat(groups().memory()).contains(new Limit(4096, "4096 bytes", "cgroup v1 /old"));
        assertThat(groups().processors()).contains(new Limit(0.25, "25000 us of each 100000 us", "cgroup v2 /new"));
    }

    @Test
    void aContainerFindsItsGroupAtTheRootOfWhatIsMounted() throws IOException {
        process(
                "4:cpu,cpuacct:/docker/abc\n",
                "30 29 0:26 /docker/abc /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n");
        write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "200000\n");
        write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");

        assertThat(groups().processors().map(Limit::amount)).contains(2.0);
    }

    @Test
    void aSystemWithoutControlGroupsTellsNothing() {
        assertThat(groups().processors()).isEqualTo(Optional.empty());
        assertThat(groups().processorSet()).isEmpty();
        assertThat(groups().memory()).isEmpty();
        assertThat(groups().throttled()).isZero();
    }
}
