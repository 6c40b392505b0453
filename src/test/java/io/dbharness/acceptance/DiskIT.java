package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The probe on a real file, and the published sweep on a simulated disk, as a user types them. */
class DiskIT {

    @TempDir
    private Path folder;

    private Outcome run(String line) {
        return CommandRunner.run(folder, line.split(" "));
    }

    private Outcome run(String[] words, String last) {
        String[] all = Arrays.copyOf(words, words.length + 1);
        all[words.length] = last;
        return CommandRunner.run(folder, all);
    }

    @Test
    void aFileIsFilledMeasuredAndReportedAsToolsForDisksDo() throws Exception {
        Outcome harness =
                run("disk --file probe --size 16m --outstanding 4 --warmup 0s --duration 1s --verbose --out out");

        JsonNode result = HarnessProcess.result(folder.resolve("out"), harness.errors());
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
    void whatWasWrittenIsVerifiedAfterAKillAndADamagedBlockIsNamed() throws Exception {
        String file = "--file probe --size 16m --verify ";
        HarnessProcess harness = HarnessProcess.start(
                folder,
                ("disk " + file + "--read 20 --outstanding 8 --warmup 0s --duration 10m --out killed").split(" "));
        harness.awaitSeconds("killed", 1);
        harness.kill();

        Outcome sound = run("disk check " + file);

        assertThat(sound.exitCode()).as(sound.output()).isZero();
        assertThat(sound.output()).contains("passed  blocks  ", " of 2048 blocks were written");
        Outcome read = run("disk run " + file + "--read 100 --outstanding 4 --warmup 0s --duration 1s --out read");
        assertThat(HarnessProcess.result(folder.resolve("read"), read.errors())
                        .get("totals")
                        .get("failed")
                        .asLong())
                .isZero();
        try (RandomAccessFile open =
                new RandomAccessFile(folder.resolve("probe").toFile(), "rw")) {
            open.seek(81_920 + 5_000);
            int flipped = open.read() ^ 1;
            open.seek(81_920 + 5_000);
            open.write(flipped);
        }
        Outcome damaged = run("disk check " + file);
        assertThat(damaged.exitCode()).isEqualTo(12);
        assertThat(damaged.output())
                .contains("FAILED  blocks  ", "1 differ: offset 81920: generation ", "the block was damaged");
    }

    @Test
    void jobsHaveTheirOwnFiguresInTheSummary() throws Exception {
        Outcome harness = run(
                "disk --warmup 0s --duration 1s --out jobs --size 8m --jobs ".split(" "),
                "data: file=" + folder.resolve("data") + " outstanding=3; log: file=" + folder.resolve("log")
                        + " block=64k read=0 random=0 sync=yes");

        assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
        assertThat(harness.output()).contains("data-Read ", "data-Write ", "log-Write ");
        JsonNode result = HarnessProcess.result(folder.resolve("jobs"), harness.errors());
        assertThat(result.get("plan").get("users").asInt()).isEqualTo(4);
        assertThat(result.get("scores").get("logMbPerSecond").asDouble())
                .isCloseTo(result.get("scores").get("logIops").asDouble() * 65_536 / 1e6, within(1e-6));
        assertThat(folder.resolve("jobs/report.html"))
                .content()
                .contains("data-Read", "log-Write", "log mb per second");
        assertThat(folder.resolve("jobs/server.csv")).content().contains("dataDiskIops", "logDiskIops");
    }

    @Test
    void aStudyTabulatesItsJobs() throws Exception {
        Files.writeString(folder.resolve("study.yaml"), """
                experiment: jobs
                title: Data and log at once
                subjects:
                  capped: {options: {target: "sim:iops=500"}}
                phases: {warmup: 0s, duration: 10s}
                workloads:
                  both:
                    command: disk
                    options: {jobs: "data: outstanding=3 read=50; log: block=64k read=0 random=0"}
                tables:
                  - id: t
                    kind: metrics
                    rows:
                      - {label: IOPS of data, expr: dataIops, decimals: 0}
                      - {label: IOPS of the log, expr: logIops, decimals: 0}
                      - {label: MB/s of the log, expr: logMbPerSecond, decimals: 1}
                """);

        Outcome study = run("experiment run study.yaml --out study");

        assertThat(study.exitCode()).as(study.errors()).isZero();
        // One in four I/Os is the log's.
        assertThat(Files.readString(folder.resolve("study/report.md")))
                .contains("IOPS of data", "| 375 |", "| 125 |", "| 8.2 |");
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
