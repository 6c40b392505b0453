package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The probe on a real file, and the published sweep on a simulated disk, as a user types them. */
class DiskIT {

    @TempDir
    private Path folder;

    private Outcome run(String line) {
        return CommandRunner.run(folder, line.split(" "));
    }

    @Test
    void aFileIsFilledMeasuredAndReportedAsToolsForDisksDo() throws Exception {
        HarnessProcess harness = HarnessProcess.run(
                folder, "disk --file probe --size 16m --outstanding 4 --warmup 0s --duration 1s --verbose".split(" "));

        JsonNode result = harness.result();
        assertThat(harness.output()).contains("iops ", "mbPerSecond ", "Read", "Write", "direct ");
        assertThat(result.get("plan").get("users").asInt()).isEqualTo(4);
        assertThat(result.get("plan").get("connections").asInt()).isEqualTo(4);
        assertThat(result.get("totals").get("failed").asLong()).isZero();
        JsonNode scores = result.get("scores");
        assertThat(scores.get("mbPerSecond").asDouble())
                .isCloseTo(scores.get("iops").asDouble() * 8192 / 1e6, within(1e-6));
        assertThat(folder.resolve("probe")).hasSize(16 << 20);
    }

    @Test
    void anotherFileIsSafeUntilItMayBeOverwritten() throws Exception {
        Path thesis = Files.writeString(folder.resolve("thesis"), "the only copy");

        Outcome refused = run("disk load --file thesis --size 4m");

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.errors()).contains("add --overwrite if it may be lost");
        assertThat(thesis).hasContent("the only copy");
        assertThat(run("disk load --file thesis --size 4m --overwrite").exitCode())
                .isZero();
        assertThat(thesis).hasSize(4 << 20);
        assertThat(run("disk drop --file thesis").exitCode()).isZero();
        assertThat(thesis).doesNotExist();
    }

    @Test
    void everythingWrongIsToldAtOnce() throws Exception {
        Outcome harness = run("disk --size 5000 --block 600 --outstanding 4 --users 2");

        assertThat(harness.exitCode()).isEqualTo(2);
        assertThat(harness.errors())
                .contains(
                        "give --file PATH",
                        "--size must be 8k or more",
                        "--block must be a multiple of 512",
                        "--outstanding sets users and connections alike");
    }

    @Test
    void theSweepOfACappedDiskNamesTheLastLevelWithinTwentyMilliseconds() throws Exception {
        Outcome harness =
                run("disk --target sim:iops=500 --read 0 --sweep outstanding=1..1024 --warmup 1s --duration 10s"
                        + " --guard mean<=20ms --out out");

        assertThat(harness.exitCode()).isZero();
        assertThat(harness.output())
                .contains("guard mean<=20ms: kept up to outstanding 8; reached at about 10.00 between the levels")
                .contains("capped at 500.0 per second");
    }
}
