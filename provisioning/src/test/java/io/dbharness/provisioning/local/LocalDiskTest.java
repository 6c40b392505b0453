package io.dbharness.provisioning.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.Provisioning.Standing;
import io.dbharness.provisioning.file.ProvisioningFile.FileSystem;
import io.dbharness.provisioning.local.LocalStepKind.Kind;
import io.dbharness.provisioning.local.MemoryPart.MemoryGroups;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.Step.Presence;
import io.dbharness.time.Polling;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real disks: loop devices, mounts, limits and processes of this machine. */
@Tag("server")
@EnabledIf(
        value = "possible",
        disabledReason = "needs root on Linux with loop devices and a throttle of devices and of memory")
class LocalDiskTest {

    private static final String DISK =
            "p: {provider: local, iops: 500, bandwidth: 50MB/s, size: 300MiB, memory: 64MiB}";

    @TempDir
    Path directory;

    private Disks disks;

    /** Whether this machine can have such disks. */
    static boolean possible() throws IOException {
        return Files.exists(Path.of("/proc/self"))
                && Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)
                && Files.exists(Path.of("/dev/loop-control"))
                && Throttle.find(Path.of("/sys/fs/cgroup"), Path.of("/proc/self/mounts"))
                        .isPresent()
                && MemoryGroups.find(Path.of("/sys/fs/cgroup"), Path.of("/proc/self/mounts"))
                        .isPresent();
    }

    @BeforeEach
    void makeDisks() {
        disks = new Disks(directory);
    }

    @AfterEach
    void nothingStays() {
        disks.down();
        assertThat(left()).isEmpty();
    }

    /** What there is of this test's disks: mounts, loop devices, processes, files. */
    private List<String> left() {
        return Leftovers.below(directory);
    }

    @Test
    void upGivesAMountedDirectoryAndDownLeavesNothing() throws Exception {
        Provisioned provisioned = disks.up(DISK);
        Path mounted = provisioned.subjects().get("p").directory().orElseThrow();
        Files.writeString(mounted.resolve("file"), "there");

        assertThat(Files.getFileStore(mounted).type()).isEqualTo("ext4");
        assertThat(Files.getFileStore(mounted).getTotalSpace()).isLessThan(300L << 20);
        assertThat(disks.fresh().status(Disks.NAME).orElseThrow().steps())
                .allMatch(standing -> standing.done() && standing.presence() == Presence.THERE);

        provisioned.close();

        assertThat(left()).isEmpty();
        assertThat(mounted).doesNotExist();
    }

    @Test
    void twoVolumesAreTwoDisksAndDownLeavesNeither() throws Exception {
        Provisioned provisioned = disks.up("p: {provider: local, volumes: {data: {iops: 500, size: 300MiB},"
                + " log: {iops: 200, size: 300MiB}}}");
        ReadySubject ready = provisioned.subjects().get("p");

        assertThat(ready.directory()).contains(ready.volumes().get("data"));
        assertThat(ready.location(Optional.empty()).logDirectory())
                .contains(ready.volumes().get("log").resolve("log"));
        assertThat(Files.getFileStore(ready.volumes().get("data")))
                .isNotEqualTo(Files.getFileStore(ready.volumes().get("log")));
        assertThat(ready.facts().get("data: Device")).isNotEqualTo(ready.facts().get("log: Device"));
        assertThat(disks.fresh().status(Disks.NAME).orElseThrow().steps())
                .hasSize(13)
                .allMatch(standing -> standing.done() && standing.presence() == Presence.THERE);
        assertThat(Leftovers.keepers(directory)).hasSizeGreaterThanOrEqualTo(2);

        provisioned.close();

        assertThat(left()).isEmpty();
    }

    @Test
    void upTwiceChangesNothing() throws Exception {
        Path mounted = disks.up(DISK).subjects().get("p").directory().orElseThrow();
        Files.writeString(mounted.resolve("file"), "there");

        disks.up(DISK);

        assertThat(mounted.resolve("file")).hasContent("there");
    }

    @Test
    void upMountsAgainWhatAnotherUnmountedAndStartsAKeeperThatDied() throws Exception {
        Path mounted = disks.up(DISK).subjects().get("p").directory().orElseThrow();
        Files.writeString(mounted.resolve("file"), "there");
        Programs.run("umount", mounted.toString());
        assertThat(new Polling(new SystemClock()).until(Duration.ofMinutes(1), this::keepersAreGone))
                .isTrue();

        disks.up(DISK);

        assertThat(mounted.resolve("file")).hasContent("there");
        // A shell that is about to run another program is two processes for a moment.
        assertThat(Leftovers.keepers(directory)).isNotEmpty();
    }

    private boolean keepersAreGone() {
        List<ProcessHandle> keepers = Leftovers.keepers(directory);
        keepers.forEach(ProcessHandle::destroyForcibly);
        return keepers.isEmpty();
    }

    @Test
    void aServerEntersAGroupThatBoundsItsMemory() throws Exception {
        Path group = disks.up(DISK).subjects().get("p").group().orElseThrow();

        Programs.Answer entered = Programs.ask(List.of(
                "sh",
                "-c",
                "echo $$ >\"$1/cgroup.procs\" && cat \"$1\"/memory.max \"$1\"/memory.limit_in_bytes",
                "sh",
                group.toString()));

        assertThat(entered.text()).contains(String.valueOf(64L << 20));
    }

    @ParameterizedTest
    @EnumSource(FileSystem.class)
    void bothFileSystemsAreMadeAndMounted(FileSystem fileSystem) throws Exception {
        assumeThat(Programs.exists("mkfs." + fileSystem.word()))
                .as("mkfs of " + fileSystem.word())
                .isTrue();

        Path mounted = disks.up("p: {provider: local, iops: 500, size: 320MiB, file-system: " + fileSystem.word() + "}")
                .subjects()
                .get("p")
                .directory()
                .orElseThrow();

        assertThat(Files.getFileStore(mounted).type()).isEqualTo(fileSystem.word());
        assertThat(disks.fresh().status(Disks.NAME).orElseThrow().steps())
                .allMatch(standing -> standing.presence() == Presence.THERE);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void downRemovesEverythingWhereverUpDied(Kind kind) {
        for (boolean applied : new boolean[] {false, true}) {
            Disks dying = disks.by(new DyingProvider(new LocalProvider(), kind.word(), applied));
            assertThatThrownBy(() -> dying.up(DISK)).isInstanceOf(DyingProvider.Death.class);

            assertThat(disks.down()).isTrue();

            assertThat(left()).as("died at %s, applied: %s", kind, applied).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void upGoesOnWhereItDied(Kind kind) {
        Disks dying = disks.by(new DyingProvider(new LocalProvider(), kind.word(), true));
        assertThatThrownBy(() -> dying.up(DISK)).isInstanceOf(DyingProvider.Death.class);

        disks.up(DISK);

        assertThat(disks.fresh().status(Disks.NAME).orElseThrow().steps())
                .hasSize(Kind.values().length)
                .extracting(Standing::presence)
                .containsOnly(Presence.THERE);
    }

    @Test
    void aFullDiskSaysSoAndGoesAwayLikeAnyOther() throws Exception {
        Path mounted = disks.up("p: {provider: local, size: 300MiB}")
                .subjects()
                .get("p")
                .directory()
                .orElseThrow();

        assertThatThrownBy(() -> Files.write(mounted.resolve("file"), new byte[300 << 20]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No space left on device");
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeAnythingIsMade() {
        assertThatThrownBy(() -> disks.up("p: {provider: local, size: 900TiB}"))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("MiB free, and the disks may take");
    }
}
