package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Resources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks are found in what the kernel tells, with Azure's udev rules and without. */
final class DisksScriptTest {

    private static final long SECTORS_A_GIB = 2_097_152;

    @TempDir
    Path machine;

    private Path blocks;
    private Path devices;

    @BeforeEach
    void makeAMachine() throws IOException {
        blocks = Files.createDirectories(machine.resolve("sys/block"));
        devices = Files.createDirectories(machine.resolve("dev"));
    }

    private Path block(String name, long gib) throws IOException {
        Files.writeString(devices.resolve(name), "");
        Path block = Files.createDirectories(blocks.resolve(name));
        Files.writeString(block.resolve("size"), gib * SECTORS_A_GIB + "\n");
        return block;
    }

    private void scsi(String name, long gib, String address, boolean partitioned) throws IOException {
        Path block = block(name, gib);
        Files.createDirectories(block.resolve("device/scsi_disk").resolve(address));
        if (partitioned) {
            Files.createDirectories(block.resolve(name + "1"));
        }
    }

    private void nvme(String name, long gib, int namespace, String model, boolean partitioned) throws IOException {
        Path block = block(name, gib);
        Files.createDirectories(block.resolve("device"));
        Files.writeString(block.resolve("device/model"), model + "\n");
        Files.writeString(block.resolve("nsid"), namespace + "\n");
        if (partitioned) {
            Files.createDirectories(block.resolve(name + "p1"));
        }
    }

    private void link(String link, String device) throws IOException {
        Path path = devices.resolve("disk/azure").resolve(link);
        Files.createDirectories(path.getParent());
        Files.createSymbolicLink(path, devices.resolve(device));
    }

    private String run(int gib, String command) throws Exception {
        String script = "set -eu\nSYS=" + machine.resolve("sys") + "\nDEV=" + devices + "\nGIB=" + gib + "\n"
                + Resources.text(AzureSoftware.class, "disks.sh") + command + "\n";
        Process shell = new ProcessBuilder("sh", "-c", script).start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String wrong = new String(shell.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(wrong).isEmpty();
        return (shell.waitFor() == 0 ? "" : "failed ")
                + said.replace(devices + "/", "").strip().replace('\n', ' ');
    }

    @Test
    void aScsiDiskIsFoundByItsLunWhereNoRuleMakesLinks() throws Exception {
        scsi("sda", 256, "0:0:0:0", true);
        scsi("sdb", 256, "0:0:0:1", true);
        scsi("sdd", 256, "1:0:0:0", false);
        scsi("sdc", 256, "1:0:0:1", false);

        assertThat(run(256, "data_disk 0; data_disk 1")).isEqualTo("sdd sdc");
        assertThat(run(256, "data_disk 2")).isEqualTo("failed ");
    }

    @Test
    void anNvmeDiskIsFoundByItsNamespaceAsOnUbuntu2004() throws Exception {
        nvme("nvme0n1", 64, 1, "MSFT NVMe Accelerator v1.0", true);
        nvme("nvme0n2", 1_024, 2, "MSFT NVMe Accelerator v1.0", false);
        nvme("nvme0n3", 1_024, 3, "MSFT NVMe Accelerator v1.0", false);
        nvme("nvme1n1", 1_024, 1, "Microsoft NVMe Direct Disk", false);
        nvme("nvme2n1", 1_024, 2, "Microsoft NVMe Direct Disk", false);

        assertThat(run(1_024, "data_disk 0; data_disk 1")).isEqualTo("nvme0n2 nvme0n3");
        assertThat(run(0, "local_disks")).isEqualTo("nvme1n1 nvme2n1");
    }

    @Test
    void linksOfEitherRuleGoFirst() throws Exception {
        nvme("nvme0n2", 256, 2, "MSFT NVMe Accelerator v1.0", false);
        scsi("sdc", 256, "1:0:0:1", false);
        block("nvme1n1", 900);
        link("data/by-lun/0", "nvme0n2");
        link("scsi1/lun1", "sdc");
        link("local/by-serial/x1", "nvme1n1");

        assertThat(run(1, "data_disk 0; data_disk 1; local_disks")).isEqualTo("nvme0n2 sdc nvme1n1");
    }

    @Test
    void aDiskOfAnotherSizeOrWithPartitionsIsLeftAlone() throws Exception {
        scsi("sda", 128, "1:0:0:0", false);
        scsi("sdb", 256, "1:0:0:1", true);

        assertThat(run(256, "data_disk 0")).isEqualTo("failed ");
        assertThat(run(256, "data_disk 1")).isEqualTo("failed ");
    }

    @Test
    void theTemporaryDiskIsFoundByItsLinkOrItsLabel() throws Exception {
        block("sdb1", 16);
        link("resource-part1", "sdb1");

        assertThat(run(0, "temporary_disk")).isEqualTo("sdb1");
    }

    @Test
    void everyShellCanReadTheWholeScript() throws Exception {
        Path script = Files.writeString(
                machine.resolve("script.sh"),
                Resources.text(AzureSoftware.class, "disks.sh") + Resources.text(AzureSoftware.class, "volume.sh"));

        for (String shell : new String[] {"sh", "bash"}) {
            assertThat(new ProcessBuilder(shell, "-n", script.toString())
                            .start()
                            .waitFor())
                    .isZero();
        }
    }
}
