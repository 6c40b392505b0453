package io.dbharness.disk.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.disk.device.FileFacts.GroupLimits;
import io.dbharness.host.DeviceNumber;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupLimitsTest {

    private static final DeviceNumber LOOP = new DeviceNumber(7, 0);

    @TempDir
    private Path root;

    private GroupLimits limits(String groups) throws IOException {
        return new GroupLimits(Files.writeString(root.resolve("groups"), groups), root);
    }

    private void write(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    @Test
    void versionOneHasAFileForEachLimit() throws IOException {
        write("blkio/small/blkio.throttle.read_iops_device", "7:01 9\n7:0 500\n254:0 1\n");
        write("blkio/small/blkio.throttle.write_bps_device", "7:0 4096000\n");
        write("blkio/small/blkio.throttle.write_iops_device", "");

        assertThat(limits("4:cpu:/\n3:blkio:/small\n0::/other\n").of(LOOP))
                .containsOnly(Map.entry("limit.readIops", "500"), Map.entry("limit.writeBytesPerSecond", "4096000"));
    }

    @Test
    void versionTwoHasOneLineForEachDevice() throws IOException {
        write("small/inner/io.max", "254:0 rbps=1 wbps=1 riops=1 wiops=1\n7:0 rbps=max wbps=max riops=500 wiops=250\n");

        assertThat(limits("0::/small/inner\n").of(LOOP))
                .containsOnly(Map.entry("limit.readIops", "500"), Map.entry("limit.writeIops", "250"));
    }

    @Test
    void aProcessWithoutLimitsHasNone() throws IOException {
        assertThat(limits("3:blkio:/\n0::/\n").of(LOOP)).isEmpty();
        assertThat(new GroupLimits(root.resolve("missing"), root).of(LOOP)).isEmpty();
    }
}
