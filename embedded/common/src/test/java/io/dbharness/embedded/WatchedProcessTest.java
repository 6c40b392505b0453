package io.dbharness.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.embedded.testkit.TestFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("fault")
@EnabledOnOs({OS.LINUX, OS.MAC})
class WatchedProcessTest {

    private static final int KILLED = 128 + 9;

    private static final int EARLY_KILLS = 150;
    /** After it the server runs. */
    private static final Duration LONGEST_START = Duration.ofMillis(12);

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
                TestFolders.POLLING);
        assertThat(TestFolders.POLLING.until(Duration.ofMinutes(1), () -> Files.exists(ready)))
                .isTrue();

        assertThat(deaf.stop(Duration.ofMinutes(1))).isTrue();

        assertThat(deaf.status()).isEqualTo(KILLED);
        assertThat(scratch).doesNotExist();
    }

    /** The shell is somewhere between its own beginning and its wait for the server: none of these moments may leave a server alone. */
    @Test
    void aKillAtAnyMomentOfTheStartLeavesNoProcess() throws Exception {
        String mark = folder.resolve("mark").toString();
        List<WatchedProcess> killed = new ArrayList<>();
        for (int kill = 0; kill < EARLY_KILLS; kill++) {
            WatchedProcess process = WatchedProcess.start(
                    new WatchedProcess.Order(
                            List.of("sh", "-c", "sleep 1000; : " + mark),
                            RunAs.self(),
                            "TERM",
                            "",
                            folder.resolve("log")),
                    TestFolders.POLLING);
            LockSupport.parkNanos(kill * LONGEST_START.toNanos() / EARLY_KILLS);
            process.stop(Duration.ZERO);
            process.kill();
            killed.add(process);
        }

        TestFolders.POLLING.until(
                TestFolders.SOON,
                () -> processesWith(mark).isEmpty() && killed.stream().noneMatch(WatchedProcess::isAlive));

        assertThat(processesWith(mark)).isEmpty();
        assertThat(killed).noneMatch(WatchedProcess::isAlive);
    }

    private static List<String> processesWith(String mark) {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(mark))
                .toList();
    }
}
