package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.report.page.LivePage;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.run.RunningFolder;
import io.dbharness.run.RunningFolder.Told;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code watch DIR} shows of folders that runs have left, whole or in the middle. */
class WatchedFolderTest {

    @TempDir
    Path directory;

    @Test
    void aFolderWithoutAReportIsARunThatGoesOn() throws IOException {
        execute("--warmup", "2s", "--duration", "4s");
        String report = Files.readString(directory.resolve("report.html"));
        RunningFolder folder = new RunningFolder(directory);
        assertThat(folder.finished()).isTrue();
        assertThat(folder.body(Told.NOTHING)).isEqualTo(LivePage.bodyOf(report)).doesNotContain("<script");

        Files.delete(directory.resolve("report.html"));
        Files.delete(directory.resolve("result.json"));

        assertThat(folder.isThere()).isTrue();
        assertThat(folder.finished()).isFalse();
        assertThat(folder.body(Told.NOTHING))
                .contains(
                        "SO FAR VALID", "mean of 4 s", directory.getFileName().toString(), "last written at", "warm-up")
                .contains("<figure class=\"chart");
        assertThat(folder.body(new Told("disk", "measuring for 4 of 9 s", Optional.of(0.44), List.of("a <step>"))))
                .contains("<h1>disk</h1>", "measuring for 4 of 9 s", "width:44.0%", "a &lt;step&gt;");
    }

    @Test
    void ofASweepTheRunThatWroteLastIsShownAndWhichOfHowManyItIs() throws IOException {
        execute("--warmup", "0", "--duration", "1s", "--sweep", "outstanding=1,2,4");
        RunningFolder folder = new RunningFolder(directory);
        assertThat(folder.finished()).isTrue();

        Files.setLastModifiedTime(
                directory.resolve("run-002/intervals.csv"),
                FileTime.from(Files.getLastModifiedTime(directory.resolve("report.html"))
                        .toInstant()
                        .plusSeconds(9)));

        assertThat(folder.finished()).isFalse();
        assertThat(folder.body(Told.NOTHING)).contains("run-002 of 3; last written at");
    }

    private void execute(String... options) {
        Captured streams = new Captured();
        WorkloadCommand.Context context = TestContexts.of(Catalog.found(), streams, streams);
        String line =
                "disk --target sim:iops=5000 --size 1MiB --seed 1 --out " + directory + " " + String.join(" ", options);
        assertThat(new Cli(context, new Machine(2, false)).execute(line.split(" ", -1)))
                .as(streams.text())
                .isIn(ExitCode.OK, ExitCode.RUN_INVALID);
        context.interruption().finished();
    }
}
