package io.dbharness.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class SystemClockTest {

    @Test
    @EnabledOnOs(OS.LINUX)
    void aThreadThatAsksForItHasTimersWithoutSlack() {
        assumeTrue(Files.isWritable(Path.of("/proc/self/timerslack_ns")), "kernels from 4.6 on");
        CompletableFuture<String> slack = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                new SystemClock().wakeExactly();
                String id = Files.readString(Path.of("/proc/thread-self/stat")).split(" ", 2)[0];
                slack.complete(
                        Files.readString(Path.of("/proc", id, "timerslack_ns")).strip());
            } catch (Exception e) {
                slack.completeExceptionally(e);
            }
        });

        thread.start();

        assertThat(slack.join()).isEqualTo("1");
    }
}
