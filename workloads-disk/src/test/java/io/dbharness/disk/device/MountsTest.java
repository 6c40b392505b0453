package io.dbharness.disk.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dbharness.host.DeviceNumber;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MountsTest {

    /** The disk or partition that the root directory lies on. */
    private static DeviceNumber rootDevice() {
        DeviceNumber number =
                PathInfo.at(Path.of("/nothing-of-this-name")).device().orElseThrow();
        assumeTrue(Files.isDirectory(number.sysfs()), "a root directory on a block device");
        return number;
    }

    @Test
    void theDiskOfTheRootDirectoryIsMounted() throws IOException {
        assertThat(Mounts.use(rootDevice()))
                .hasValueSatisfying(use -> assertThat(use).startsWith("it is mounted at /"));
    }

    @Test
    void aDiskIsUsedWhenOneOfItsPartitionsIs() throws IOException {
        DeviceNumber part = rootDevice();
        assumeTrue(Files.isRegularFile(part.sysfs().resolve("partition")));
        String[] disk = Files.readString(part.sysfs().toRealPath().resolveSibling("dev"))
                .strip()
                .split(":", 2);

        assertThat(Mounts.use(new DeviceNumber(Long.parseLong(disk[0]), Long.parseLong(disk[1]))))
                .isPresent();
    }

    @Test
    void aDeviceThatNobodyHasIsFree() throws IOException {
        assertThat(Mounts.use(new DeviceNumber(4000, 4000))).isEqualTo(Optional.empty());
    }
}
