package io.dbharness.disk.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.time.RunClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceProbeTest {

    @TempDir
    private Path folder;

    private static final class HandClock implements RunClock {

        private long now;

        @Override
        public long now() {
            return now;
        }

        @Override
        public Instant wallTime() {
            return Instant.EPOCH;
        }

        @Override
        public void sleepUntil(long deadline) {
            now = deadline;
        }

        @Override
        public void awaitUntil(Condition condition, long deadline) {
            now = deadline;
        }
    }

    private Path stat(String line) throws IOException {
        return Files.writeString(folder.resolve("stat"), line);
    }

    @Test
    void levelsAreWhatWasCountedSinceTheLastLook() throws IOException {
        HandClock clock = new HandClock();
        DeviceProbe probe = new DeviceProbe(clock, stat("100 0 1600 200 10 0 80 30 0 50 230"));
        probe.read();
        // Two seconds later: 800 reads of 8 KiB at 4 ms each, no write; busy for half of the time.
        stat("   900 0 14400 3400 10 0 80 30 0 1050 3430 0 0");
        clock.now += 2_000_000_000L;

        Map<String, Double> levels = probe.read();

        assertThat(levels)
                .containsEntry("deviceReadIops", 400.0)
                .containsEntry("deviceReadMbPerSecond", 400 * 8192 / 1e6)
                .containsEntry("deviceReadAwaitMillis", 4.0)
                .containsEntry("deviceWriteIops", 0.0)
                .containsEntry("deviceQueue", 1.6)
                .containsEntry("deviceBusyPercent", 50.0)
                .doesNotContainKey("deviceWriteAwaitMillis");
    }

    @Test
    void theFirstLookHasNothingToCompareWith() throws IOException {
        assertThat(new DeviceProbe(new HandClock(), stat("1 0 8 1 1 0 8 1 0 1 1")).read())
                .isEmpty();
    }

    @Test
    void countersOnlyGrow() throws IOException {
        assertThat(new DeviceProbe(new HandClock(), stat("100 0 1600 200 10 0 80 30 0 50 230")).counters())
                .containsOnly(
                        Map.entry("deviceReads", 100.0),
                        Map.entry("deviceBytesRead", 819_200.0),
                        Map.entry("deviceWrites", 10.0),
                        Map.entry("deviceBytesWritten", 40_960.0));
    }
}
