package io.dbharness.acceptance;

import static io.dbharness.acceptance.HarnessProcess.codes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The main job, from the jar alone. */
@ExtendWith(OneWarehouse.Given.class)
class TpccIT {

    private static final String[] WHOLE =
            "tpcc --warehouses 1 --rows-percent 2 --think-time none --connections 4 --warmup 0s --until 300".split(" ");

    static final String[] SHORT =
            ("tpcc " + OneWarehouse.WORDS + " --connections 4 --warmup 0s --until 300").split(" ");

    /** Runs until the test ends it, at a rate that leaves the machine to the other tests. */
    static final String[] LONG = ("tpcc " + OneWarehouse.WORDS
                    + " --rate 50/s --connections 4 --warmup 0s --duration 10m --data-dir data --out long")
            .split(" ");

    static String[] with(String[] base, String... more) {
        return Stream.concat(Stream.of(base), Stream.of(more)).toArray(String[]::new);
    }

    static void assertSound(JsonNode result) {
        // A busy machine may make latencies suspect; nothing may make the run INVALID.
        assertThat(result.get("verdict").asText())
                .as("%s", HarnessProcess.codes(result))
                .isNotEqualTo("INVALID");
        assertThat(result.get("scores").get("tpmC").asDouble()).isPositive();
        JsonNode totals = result.get("totals");
        assertThat(totals.get("completed").asLong()).isPositive();
        assertThat(totals.get("intended").asLong())
                .isEqualTo(totals.get("started").asLong()
                        + totals.get("skipped").asLong()
                        + totals.get("backlog").asLong());
        assertAllChecksPassed(result, "before");
        assertAllChecksPassed(result, "after");
    }

    static void assertAllChecksPassed(JsonNode result, String when) {
        Stream<String> conditions = IntStream.rangeClosed(1, 12).mapToObj(condition -> "3.3.2." + condition);
        Stream<String> others =
                Stream.of("acknowledged.new-order", "acknowledged.payment", "rows.customer", "stock.ytd");
        Stream.concat(conditions, others)
                .forEach(name -> assertThat(result.get("checks")).anySatisfy(check -> {
                    assertThat(check.get("name").asText()).isEqualTo(name);
                    assertThat(check.get("when").asText()).isEqualTo(when);
                    assertThat(check.get("passed").asBoolean())
                            .as(check.toString())
                            .isTrue();
                }));
    }

    @Test
    void runsFromTheJarAloneKeepsItsDataAndReportsFromItsFiles(@TempDir Path folder) throws Exception {
        HarnessProcess first = HarnessProcess.run(folder, with(WHOLE, "--data-dir", "data", "--out", "first"));

        assertThat(first.exitCode()).as(first.errors()).isIn(0, 12);
        assertThat(first.output()).contains("tpmC", "NewOrder", "first");
        JsonNode result = first.result();
        assertSound(result);
        assertThat(result.get("target").get("settings").get("fsync").asText()).isEqualTo("on");
        assertThat(result.get("target")
                        .get("settings")
                        .get("synchronous_commit")
                        .asText())
                .isEqualTo("on");
        assertThat(folder.resolve("first"))
                .isDirectoryContaining("glob:**latency.hlog")
                .isDirectoryContaining("glob:**intervals.csv")
                .isDirectoryContaining("glob:**report.md")
                .isDirectoryContaining("glob:**environment.json");
        assertThat(HarnessProcess.serversUnder(folder)).isEmpty();

        Outcome report = CommandRunner.run(folder, "report", "first");
        assertThat(report.exitCode()).isZero();
        assertThat(first.output())
                .contains(report.output().strip().lines().findFirst().orElseThrow());

        Outcome other = CommandRunner.run(
                folder, "tpcc", "--warehouses", "2", "--data-dir", "data", "--out", "second", "--duration", "5s");
        assertThat(other.exitCode()).isEqualTo(1);
        assertThat(other.errors()).contains("--load always").doesNotContain("\tat ");
        assertThat(folder.resolve("second")).doesNotExist();
    }

    @Tag("nightly")
    @Test
    void runsAsAnOrdinaryUserToo(@TempDir Path parent) throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "the other tests already run as an ordinary user");
        Path folder = Files.createTempDirectory(Path.of("/tmp"), "dbharness-ordinary");
        try {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
            HarnessProcess harness = HarnessProcess.start(
                    folder,
                    List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"),
                    Map.of(
                            "HOME",
                            folder.toString(),
                            "XDG_CACHE_HOME",
                            folder.resolve("cache").toString()),
                    SHORT);

            assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
            assertSound(harness.result());
        } finally {
            new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor();
        }
    }

    @Test
    void dataOfAnEarlierCommandAreUsedByTerminalsWhoseWaitForAConnectionIsReportedApart(
            @TempDir Path folder, OneWarehouse warehouse) throws Exception {
        warehouse.copyTo(folder.resolve("data"));
        Outcome harness = CommandRunner.run(
                folder,
                ("tpcc " + OneWarehouse.WORDS
                                + " --users 30 --connections 3 --warmup 0s --until 600 --data-dir data --json --out out")
                        .split(" "));

        assertThat(harness.exitCode()).as(harness.errors()).isIn(0, 12);
        assertThat(harness.errors()).doesNotContain("loading");
        assertThat(harness.output()).startsWith("{").contains("\"verdict\"");
        JsonNode result = HarnessProcess.onlyResult(folder, harness.errors());
        assertSound(result);
        assertThat(result.get("plan").get("sessions").asText()).isEqualTo("leased");
        JsonNode newOrder = result.get("operations").get(0);
        long wait = newOrder.get("connectionWait")
                .get("percentilesNanos")
                .get("p50")
                .asLong();
        long service =
                newOrder.get("service").get("percentilesNanos").get("p50").asLong();
        assertThat(wait)
                .as("ten users a connection wait longer than they are served")
                .isGreaterThan(service);
    }

    @Test
    void ctrlCKeepsThePartialResultAndMarksIt(@TempDir Path folder, OneWarehouse warehouse) throws Exception {
        warehouse.copyTo(folder.resolve("data"));
        HarnessProcess harness = HarnessProcess.start(folder, LONG);
        harness.awaitSeconds("long", 0);

        harness.interrupt();

        assertThat(harness.exitCode()).isEqualTo(130);
        assertThat(codes(harness.result())).contains("INTERRUPTED");
        assertThat(harness.result().get("totals").get("completed").asLong()).isPositive();
        assertThat(HarnessProcess.serversUnder(folder)).isEmpty();
    }

    static void assertServersEnd(Path folder) throws IOException, InterruptedException {
        for (int tenths = 0;
                tenths < 100 && !HarnessProcess.serversUnder(folder).isEmpty();
                tenths++) {
            new ProcessBuilder("sleep", "0.1").start().waitFor();
        }
        assertThat(HarnessProcess.serversUnder(folder))
                .as("servers ten seconds after kill -9")
                .isEmpty();
    }
}
