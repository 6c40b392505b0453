package io.dbharness.provisioning.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Resources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arithmetic of keeper.sh, run by the shell that it is for. */
class KeeperScriptTest {

    /** What follows is the loop. */
    private static final String LOOP = "\nio_left=";

    private static String run(String then, String... numbers) throws Exception {
        return run(List.of("blkio.throttle", "/none"), then, numbers);
    }

    private static String run(List<String> limiter, String then, String... numbers) throws Exception {
        String script = Resources.text(KeeperPart.class, "keeper.sh");
        String functions = script.substring(0, script.indexOf(LOOP));
        List<String> words = new ArrayList<>(List.of("sh", "-uc", functions + "\n" + then, "keeper"));
        words.addAll(List.of("name", "/none", "7:3"));
        words.addAll(limiter);
        words.addAll(List.of(numbers));
        Programs.Answer answer = Programs.ask(words);
        assertThat(answer.status()).as(answer.text()).isZero();
        return answer.text();
    }

    private static String calculate(String then) throws Exception {
        return run(then, "0", "0", "0", "0", "0");
    }

    /** What is done and what was allowed of reads and writes, and what is allowed then. */
    @ParameterizedTest
    @CsvSource({
        // Nobody feels a limit: each may have what the other leaves.
        "0, 0, 500, 500, 500 500",
        "100, 20, 500, 500, 480 400",
        // One side does: it gets what the other leaves, and the other room.
        "500, 0, 500, 500, 500 51",
        "0, 500, 51, 500, 51 500",
        "375, 125, 375, 200, 375 207",
        "600, 160, 500, 500, 340 251",
        // Both do: as they share it now.
        "300, 300, 300, 300, 250 250",
        "450, 150, 400, 150, 375 125"
    })
    void whoWantsMoreGetsWhatTheOtherLeaves(int read, int written, int readLimit, int writeLimit, String limits)
            throws Exception {
        assertThat(calculate("share 500 " + read + " " + written + " " + readLimit + " " + writeLimit
                        + "; echo $for_reads $for_writes"))
                .isEqualTo(limits);
    }

    @Test
    void aSaturatingMixSettlesAtItsSharesAndTheSum() throws Exception {
        // Three reads to a write, as fast as the reads are let.
        String settled = calculate("allowed=500 writing=500 read=500 write=166; for i in 1 2 3 4 5 6 7 8; do"
                + " share 500 $read $write $allowed $writing; allowed=$for_reads writing=$for_writes;"
                + " read=$allowed write=$((read / 3)); done; echo $((read + write))");

        assertThat(Integer.parseInt(settled)).isBetween(495, 505);
    }

    /** A quarter of a second, at 500 a second, with the debt there was, what was done, and what that takes from the sum. */
    @ParameterizedTest
    @CsvSource({
        "0, 125, 0 0",
        "0, 205, 8000 -10",
        "8000, 205, 16000 -20",
        "0, 45, -8000 10",
        "99000, 525, 100000 -125",
        "-99000, 0, -100000 125"
    })
    void whatIsDoneBeyondTheSumIsTakenFromItWithinSeconds(int debt, int done, String then) throws Exception {
        assertThat(calculate("elapsed=25; settle " + debt + " 500 " + done + " yes; echo $debt $trim"))
                .isEqualTo(then);
    }

    @Test
    void whatNobodyWantedIsNotSaved() throws Exception {
        assertThat(calculate("elapsed=25; settle -8000 500 0 ''; echo $debt")).isEqualTo("-4000");
    }

    @ParameterizedTest
    @CsvSource({
        // 1,100 sustained, 3,500 in a burst, 10 s of it: 24,000 operations, in hundredths.
        "2400000, 3500, 2160000",
        "2400000, 1100, 2400000",
        "2400000, 0, 2400000",
        // What is overdrawn is paid back, as far as two seconds go.
        "100000, 3500, -140000",
        "-200000, 3500, -220000",
        "-140000, 0, -30000",
        "0, 100, 100000"
    })
    void creditsAreSpentAboveTheSustainedRateAndSavedBelowIt(int left, int used, int then) throws Exception {
        String after = run(
                "elapsed=100; credit " + left + " 1100 3500 " + used + "; echo $left", "1100", "0", "3500", "0", "10");

        assertThat(Integer.parseInt(after)).isEqualTo(then);
    }

    @Test
    void version2HasOneLineForEachGroup(@TempDir Path root) throws Exception {
        Path system = Files.createDirectory(root.resolve("system.slice")).resolve("io.max");
        Path user = Files.createDirectory(root.resolve("user.slice")).resolve("io.max");
        Files.writeString(system, "");
        Files.writeString(user, "");

        run(List.of("io.max", root.toString()), "limit 400 100 0 50000000", "0", "0", "0", "0", "0");

        assertThat(List.of(system, user))
                .allSatisfy(file -> assertThat(file).hasContent("7:3 riops=400 wiops=100 rbps=max wbps=50000000"));
    }

    @Test
    void version1HasAFileForEachRate(@TempDir Path root) throws Exception {
        run(List.of("blkio.throttle", root.toString()), "limit 400 100 0 50000000", "0", "0", "0", "0", "0");

        assertThat(root.resolve("blkio.throttle.read_iops_device")).hasContent("7:3 400");
        assertThat(root.resolve("blkio.throttle.write_iops_device")).hasContent("7:3 100");
        assertThat(root.resolve("blkio.throttle.read_bps_device")).hasContent("7:3 0");
        assertThat(root.resolve("blkio.throttle.write_bps_device")).hasContent("7:3 50000000");
    }
}
