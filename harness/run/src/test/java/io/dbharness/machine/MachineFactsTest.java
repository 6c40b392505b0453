package io.dbharness.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineFactsTest {

    @TempDir
    private Path root;

    private void write(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private MachineFacts facts() {
        return MachineFacts.read(new SystemFiles(root));
    }

    @Test
    void whatTheSystemTellsBecomesFactsOfTheResult() throws IOException {
        write("sys/devices/system/cpu/online", "0-3\n");
        write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
        write("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");
        write("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
        write("sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc hpet acpi_pm\n");
        write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        write("proc/meminfo", "MemTotal: 9 kB\nSwapTotal:       2048 kB\nSwapFree:        1024 kB\n");
        write("proc/stat", "cpu  10 0 10 70 5 0 0 5 0 0\ncpu0 1 1 1 1\n");
        write("proc/self/cgroup", "0::/a\n");
        write("proc/self/mountinfo", "33 29 0:29 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        write("sys/fs/cgroup/a/cpu.max", "50000 100000\n");
        write("sys/fs/cgroup/a/cpuset.cpus.effective", "0-1\n");

        assertThat(facts().facts())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "machineCpus", "4",
                        "cpuGovernor", "performance, powersave",
                        "clockSource", "hpet",
                        "transparentHugePages", "madvise",
                        "swapBytes", "2097152",
                        "stealPercentSinceBoot", "5",
                        "cgroupCpus", "0.5",
                        "cgroupCpuset", "0-1",
                        "cgroupMemoryBytes", "none"));
        assertThat(facts().clocks().others()).containsExactly("tsc", "acpi_pm");
        assertThat(facts().swap().usedBytes()).hasValue(1 << 20);
    }

    @Test
    void aSystemThatTellsNothingHasNoFacts() {
        assertThat(facts().facts()).isEmpty();
    }

    @Test
    void timeStolenBetweenTwoReadingsIsAShareOfThatTime() {
        ProcessorTimes before = new ProcessorTimes(1000, 500, 100);

        assertThat(new ProcessorTimes(1200, 600, 110).stealShare(before)).isCloseTo(0.05, within(1e-9));
        assertThat(before.stealShare(before)).isZero();
    }
}
