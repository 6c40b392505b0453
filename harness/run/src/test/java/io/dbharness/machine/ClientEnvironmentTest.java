package io.dbharness.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.condition.OS.LINUX;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;

class ClientEnvironmentTest {

    private final Map<String, String> facts = ClientEnvironment.capture();

    @Test
    void factsTellMachineAndJavaApart() {
        assertThat(facts)
                .containsEntry("cpus", Integer.toString(Runtime.getRuntime().availableProcessors()))
                .containsEntry("architecture", System.getProperty("os.arch"))
                .containsEntry(
                        "heapMaxBytes", Long.toString(Runtime.getRuntime().maxMemory()))
                .containsEntry("timeZone", TimeZone.getDefault().getID())
                .containsKey("memoryBytes");
        assertThat(facts.get("java")).endsWith(System.getProperty("java.runtime.version"));
        assertThat(facts.get("collectors")).isNotEmpty().doesNotStartWith(",");
    }

    @Test
    @EnabledOnOs(value = LINUX, architectures = "amd64")
    void theProcessorIsTheOneThatTheSystemNames() throws IOException {
        String model = facts.get("cpuModel");

        assertThat(model).isNotBlank().doesNotContain(":").doesNotStartWith("model name");
        assertThat(Files.readString(Path.of("/proc/cpuinfo"))).contains(": " + model + "\n");
    }
}
