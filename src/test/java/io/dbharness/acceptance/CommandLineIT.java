package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user reads when something is wrong, and what is left behind: nothing. */
class CommandLineIT {

    @TempDir
    private Path folder;

    private void assertRefused(Outcome harness, int exitCode, String... words) throws Exception {
        assertThat(harness.exitCode()).as(harness.errors()).isEqualTo(exitCode);
        assertThat(harness.errors()).contains(words).doesNotContain("\tat ", "Exception");
        assertThat(harness.output()).isEmpty();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    private Outcome run(String... arguments) {
        return CommandRunner.run(folder, arguments);
    }

    @Test
    void everyWrongOptionIsNamedInOneMessage() throws Exception {
        assertRefused(
                run("tpcc", "--warehouses", "0", "--duration", "5", "--wharehouses", "3", "--load", "sometimes"),
                2,
                "--warehouses",
                "--duration",
                "90s",
                "--wharehouses",
                "--load");
    }

    @Test
    void aRefusedCommandLeavesNothingInItsFolder() throws Exception {
        HarnessProcess harness = HarnessProcess.startPlain(folder, "tpcc", "--warehouses", "0");

        assertThat(harness.exitCode()).isEqualTo(2);
        assertThat(harness.output()).isEmpty();
        assertThat(harness.errors()).contains("--warehouses").doesNotContain("\tat ", "Exception");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .containsExactlyInAnyOrder("harness.jar", "stdout.txt", "stderr.txt");
        }
    }

    @Test
    void anUnknownWorkloadGetsASuggestion() throws Exception {
        assertRefused(run("tpc", "--warehouses", "1"), 2, "tpc", "tpcc");
    }

    @Test
    void aPasswordOnTheCommandLineIsRefused() throws Exception {
        assertRefused(
                run("tpcc", "--target", "jdbc:postgresql://127.0.0.1/x", "--user", "u", "--password", "hunter2"),
                2,
                "env:",
                "file:");
    }

    @Test
    void aHeapThatIsTooSmallIsSaid() throws Exception {
        HarnessProcess harness = HarnessProcess.startPlain(
                folder,
                // The heap is named as the default collector has it.
                Map.of("JDK_JAVA_OPTIONS", "-Xmx24m -XX:TieredStopAtLevel=1 -XX:+UseG1GC"),
                "tpcc",
                "--target",
                "sim:",
                "--warehouses",
                "20000",
                "--out",
                "out");

        assertThat(harness.exitCode()).as(harness.errors()).isEqualTo(1);
        assertThat(harness.errors())
                .contains("error: out of memory: a heap of 24 MiB is too small for this; start it with java -Xmx48m")
                .doesNotContain("\tat ");
        assertThat(harness.output()).isEmpty();
    }

    @Test
    void whatCannotBePrintedIsAnError() throws Exception {
        HarnessProcess harness = HarnessProcess.start(
                folder, List.of("sh", "-c", "exec \"$@\" > /dev/full", "sh"), Map.of(), "describe", "tpcc");

        assertThat(harness.exitCode()).isEqualTo(1);
    }

    @Test
    void aServerThatIsNotThereIsUnreachable() throws Exception {
        int freePort;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            freePort = socket.getLocalPort();
        }
        assertRefused(
                run("tpcc", "--target", "jdbc:postgresql://127.0.0.1:" + freePort + "/x", "--user", "u"),
                13,
                "127.0.0.1:" + freePort);
    }

    @Test
    void aScaleThatDoesNotFitTheDiskIsRefusedWithBothNumbers() throws Exception {
        Outcome harness = run("tpcc", "--warehouses", "100000");

        assertThat(harness.exitCode()).isEqualTo(2);
        assertThat(harness.errors())
                .containsPattern("free space on the server's disk: [0-9.]+ GB, needed: about [0-9.]+ GB");
        assertThat(HarnessProcess.serversUnder(folder)).isEmpty();
    }

    @Test
    void aWorkloadWithoutAProfileHasNoneToPrint() throws Exception {
        assertRefused(run("describe", "tpcc", "--profile"), 2, "runs no profile", "cql timeseries");
    }

    @Test
    void helpListAndDescribeExplainThemselves() throws Exception {
        assertThat(HarnessProcess.run(folder, "--help").output()).contains("tpcc", "report", "Usage");
        assertThat(run("tpcc", "--help").output()).contains("--warehouses", "--duration", "--think-time");
        assertThat(run("list").output()).contains("tpcc");
        assertThat(run("describe", "tpcc").output()).contains("New-Order", "--warehouses");
        assertThat(run("list").output()).contains("cql timeseries", "sql ycsb-a");
        assertThat(run("describe", "cql", "timeseries", "--profile").output())
                .startsWith("# Readings of sensors")
                .contains("CREATE TABLE sensor_data");
        assertThat(run("--version").output()).contains("dbharness");
        assertThat(run("completion").output()).contains("tpcc", "--warehouses");
    }

    @Test
    void aFolderWithoutAResultIsNamed() throws Exception {
        assertRefused(run("report", "nowhere"), 2, "nowhere", "result.json");
    }
}
