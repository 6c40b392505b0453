package io.dbharness.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceNumberTest {

    @TempDir
    Path root;

    @Test
    void devicesAreKnownByTheNumbersOfTheKernel() throws IOException {
        assertThat(DeviceNumber.decode(0xFE00)).hasToString("254:0");
        assertThat(DeviceNumber.decode(0x1035A6L)).hasToString("53:422");
        assertThat(DeviceNumber.decode(0x0000_1000_0000_0801L)).hasToString("4104:1");
        assertThat(DeviceNumber.under(root)).isEqualTo(DeviceNumber.under(Files.createFile(root.resolve("stat"))));
    }
}
