package io.dbharness.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
class WatchedProcessTest {

    private static final int KILLED = 128 + 9;

    @TempDir
    private Path folder;

    @Test
    void aServerThatDoesNotHeedItsSignalIsKilledAndItsDirectoryDeleted() throws Exception {
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        Path ready = folder.resolve("ready");
        WatchedProcess deaf = WatchedProcess.start(
                new WatchedProcess.Order(
                        List.of("sh", "-c", "trap '' INT; : > " + ready + "; while :; do sleep 0.1; done"),
                        RunAs.self(),
                        "INT",
                        5,
                        scratch.toString(),
                        folder.resolve("log")),
                TestServers.PATIENCE);
        assertThat(TestServers.PATIENCE.until(Duration.ofMinutes(1), () -> Files.exists(ready)))
                .isTrue();

        assertThat(deaf.stop(Duration.ofMinutes(1))).isTrue();

        assertThat(deaf.status()).isEqualTo(KILLED);
        assertThat(scratch).doesNotExist();
    }
}
