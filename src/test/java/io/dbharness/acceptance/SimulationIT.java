package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples. The first runs as a newcomer runs it, the commands of the others in this JVM. Their targets exist only as arithmetic, so
 * the right answers are known to the last digit.
 */
class SimulationIT {

    private static final Path EXAMPLES = SourceTree.path("examples");
    private static final double MILLI = 1e6;
    private static final Pattern COMMAND = Pattern.compile("(?m)^java -jar \"\\$jar\" (.*)$");
    private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|[^\\s'\"]+");

    @TempDir
    private Path folder;

    /** Runs an example and returns what it printed; its results go into {@code out}. */
    private String example(String name) throws IOException, InterruptedException {
        Path jar = folder.resolve("harness.jar");
        HarnessProcess.link(HarnessProcess.builtJar(), jar);
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", EXAMPLES.resolve(name).toAbsolutePath().toString(), out().toString())
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("example.txt").toFile())
                .redirectError(folder.resolve("example-errors.txt").toFile());
        builder.environment().put("HARNESS_JAR", "harness.jar");
        builder.environment().put("JDK_JAVA_OPTIONS", String.join(" ", ClassArchive.options()));
        Path java = Path.of(System.getProperty("java.home"), "bin");
        builder.environment().merge("PATH", java.toString(), (path, own) -> own + ":" + path);
        Process process = builder.start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(name + " does not end");
        }
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("example-errors.txt")))
                .isZero();
        return Files.readString(folder.resolve("example.txt"));
    }

    /** Runs the commands of an example here, levels of a series for a quarter of the time; the last is returned. */
    private Outcome commandsOf(String name) throws IOException {
        String script = Files.readString(EXAMPLES.resolve(name))
                .replace("\\\n", " ")
                .replace("--duration 20s", "--duration 5s");
        return COMMAND.matcher(script)
                .results()
                .map(command -> CommandRunner.run(folder, words(command.group(1))))
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    private String[] words(String line) {
        return WORD.matcher(line.replaceFirst(" \\|\\| .*", ""))
                .results()
                .map(word -> word.group().replaceAll("^['\"]|['\"]$", ""))
                .map(word -> word.replace("$out", out().toString()))
                .toArray(String[]::new);
    }

    private Path out() {
        return folder.resolve("out");
    }

    private JsonNode result(String name) throws IOException {
        return new ObjectMapper()
                .readTree(out().resolve(name).resolve("result.json").toFile());
    }

    private static JsonNode total(JsonNode result) {
        for (JsonNode column : result.get("combined")) {
            if (column.get("name").asText().equals("total")) {
                return column;
            }
        }
        throw new AssertionError("no total");
    }

    private static double millis(JsonNode result, String times, String percentile) {
        return total(result).get(times).get("percentilesNanos").get(percentile).asDouble() / MILLI;
    }

    /** The rows of {@code series.csv}, each by the names of its columns. */
    private List<Map<String, String>> series(String name) throws IOException {
        List<String> lines = Files.readAllLines(out().resolve(name).resolve("series.csv"));
        String[] head = lines.get(0).split(",", -1);
        return lines.stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(cells -> {
                    Map<String, String> row = new LinkedHashMap<>();
                    IntStream.range(0, head.length).forEach(i -> row.put(head[i], cells[i]));
                    return row;
                })
                .toList();
    }

    private static Map<String, String> contents(Path directory) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(directory.relativize(file).toString(), Files.readString(file));
            }
        }
        return contents;
    }

    @Test
    void theFirstRunHasTheThroughputOfItsArithmetic() throws Exception {
        String printed = example("01-first-run.sh");

        JsonNode result = result("first");
        assertThat(result.get("verdict").asText()).isEqualTo("VALID");
        assertThat(result.get("throughputPerSecond").get("value").asDouble()).isEqualTo(60 / 0.01352, within(1e-9));
        assertThat(millis(result, "response", "p50")).isEqualTo(13.52);
        // The run prints its report, then the command "report" prints it again.
        assertThat(printed.substring(0, printed.length() / 2)).isEqualTo(printed.substring(printed.length() / 2));
    }

    @Test
    void aStallShowsInResponseTimesAndHidesInServiceTimes() throws Exception {
        assertThat(commandsOf("02-stall.sh").exitCode()).isZero();

        JsonNode result = result("stall");
        assertThat(result.get("throughputPerSecond").get("value").asDouble()).isEqualTo(1000);
        assertThat(millis(result, "service", "p99")).isEqualTo(0.5, within(0.001));
        assertThat(millis(result, "response", "p99")).isEqualTo(150.5, within(0.2));
        assertThat(millis(result, "response", "p95")).isEqualTo(0.5, within(0.001));
    }

    @Test
    void aThirdIsSkippedWhenEveryThirdFindsNobodyFree() throws Exception {
        assertThat(commandsOf("03-skip.sh").exitCode()).isIn(0, 12);

        JsonNode result = result("skip");
        JsonNode totals = result.get("totals");
        assertThat(totals.get("intended").asLong()).isEqualTo(6000);
        assertThat(totals.get("skipped").asLong()).isEqualTo(2000);
        assertThat(totals.get("completed").asLong()).isEqualTo(4000);
        assertThat(millis(result, "response", "p99")).isEqualTo(25, within(0.01));
        assertThat(total(result).get("intendedResponse").get("infinite"))
                .extracting(JsonNode::asText)
                .contains("p75", "p99")
                .doesNotContain("p50");
    }

    @Test
    void aSweepOfACappedTargetGainsNothingButWaitingAndItsReportsAreMadeAgainByteForByte() throws Exception {
        String printed = commandsOf("04-sweep.sh").output();

        List<Map<String, String>> runs = series("sweep");
        assertThat(runs)
                .extracting(run -> run.get("outstanding"))
                .containsExactly("1", "2", "4", "8", "16", "32", "64");
        assertThat(runs).allSatisfy(run -> {
            double outstanding = Double.parseDouble(run.get("outstanding"));
            assertThat(Double.parseDouble(run.get("throughput_per_second"))).isEqualTo(500);
            assertThat(Double.parseDouble(run.get("response_p50_ms"))).isEqualTo(outstanding / 500 * 1000, within(0.1));
        });
        assertThat(runs.get(3).get("response_p50_ms")).isEqualTo("16.00");
        requireSameReports(printed);
    }

    private void requireSameReports(String printed) throws IOException {
        Map<String, String> before = contents(out());
        Outcome whole = CommandRunner.run(folder, "report", "out/sweep");
        Files.delete(out().resolve("sweep/report.md"));
        Files.delete(out().resolve("sweep/report.html"));
        Files.delete(out().resolve("sweep/series.csv"));
        Files.delete(out().resolve("sweep/run-004/report.md"));
        Files.delete(out().resolve("sweep/run-004/report.html"));
        Outcome again = CommandRunner.run(folder, "report", "out/sweep");
        Outcome run = CommandRunner.run(folder, "report", "out/sweep/run-004");

        assertThat(again.exitCode()).isZero();
        assertThat(run.exitCode()).isZero();
        assertThat(printed).isEqualTo(whole.output());
        assertThat(contents(out())).isEqualTo(before);
    }

    @Test
    void aSearchFindsWhereTheTargetBecomesTooSlow() throws Exception {
        assertThat(commandsOf("05-search.sh").output()).contains("outstanding with p50 <= 20ms: 10 (");
        assertThat(series("search"))
                .filteredOn(run -> run.get("stage").equals("confirm"))
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(run ->
                        assertThat(run).containsEntry("outstanding", "10").containsEntry("response_p50_ms", "20.00"));
        assertThat(series("search"))
                .filteredOn(run -> run.get("outstanding").equals("11"))
                .extracting(run -> run.get("response_p50_ms"))
                .contains("22.00");
    }

    @Test
    void aSlowerResultFailsTheBuildAndSaysWhy() throws Exception {
        Outcome slower = commandsOf("06-fail-if.sh");

        assertThat(slower.exitCode()).isEqualTo(10);
        assertThat(slower.output())
                .contains("fail-if     throughput < 0.95*baseline: holds", "fail-if     errors > 0.1%: does not hold");
        assertThat(result("baseline").get("throughputPerSecond").get("value").asDouble())
                .isEqualTo(1600);
        assertThat(Files.readString(out().resolve("slower/junit.xml")))
                .containsOnlyOnce("<failure")
                .contains("throughput &lt; 0.95*baseline");
    }

    private Outcome run(String line) {
        return CommandRunner.run(folder, (line + " --out out/run").split(" "));
    }

    @Test
    void anExperimentGoesOnWhereItWasKilled() throws Exception {
        String line = "tpcc --think-time none --target sim:service=1ms --warmup 1s --duration 5s --sweep users=1,2,4";
        assertThat(run(line).exitCode()).isZero();
        String id = result("run/run-001").get("id").asText();
        Files.delete(out().resolve("run/run-003/result.json"));

        Outcome resumed = run(line);

        assertThat(resumed.exitCode()).isZero();
        assertThat(resumed.errors())
                .contains("run 2: users 2 is already complete")
                .doesNotContain("run 3: users 4 is there");
        assertThat(result("run/run-001").get("id").asText()).isEqualTo(id);
        assertThat(series("run"))
                .extracting(run -> run.get("throughput_per_second"))
                .containsExactly("1000", "2000", "4000");
    }

    @Test
    void ctrlCKeepsTheFinishedRunsAndNamesTheOthers() throws Exception {
        String line = "tpcc --think-time none --target sim:service=1ms,time=real --users 1 --warmup 0s --duration 2s"
                + " --repeat 3 --verbose --out out/repeats";
        HarnessProcess harness = HarnessProcess.start(folder, line.split(" "));
        harness.awaitText("run 2: repeat 2").awaitText("run=2/3 step=\"opening");

        harness.interrupt();

        assertThat(harness.exitCode()).isEqualTo(130);
        assertThat(harness.output()).contains("Not run\n  3: repeat 3\n");
        assertThat(HarnessProcess.codes(result("repeats/run-001"))).doesNotContain("INTERRUPTED");
        assertThat(out().resolve("repeats/run-003")).doesNotExist();
    }

    @Test
    void aRampSendsHalfItsLastRateOnAverage() throws Exception {
        Outcome ramp = run("tpcc --think-time none --target sim:service=1ms --connections 20 --rate 0->5000/s"
                + " --warmup 5s --duration 20s");

        assertThat(ramp.exitCode()).isZero();
        assertThat(result("run").get("totals").get("intended").asLong()).isBetween(49_999L, 50_001L);
    }

    @Test
    void aRunCanEndByCount() throws Exception {
        Outcome counted = run("tpcc --think-time none --target sim:service=1ms --users 10 --until 12345"
                + " --warmup 1s --duration 1h");

        assertThat(counted.exitCode()).isZero();
        assertThat(result("run").get("totals").get("intended").asLong()).isEqualTo(12_345);
    }

    /** 12.86 New-Orders a minute and warehouse: TPC-C's ceiling, although 33 terminals share a connection. */
    @Test
    void terminalsReachTheirCeilingOnFewConnections() throws Exception {
        requireCeiling(200);
    }

    @Tag("nightly")
    @Test
    void twentyThousandTerminalsReachTheirCeilingOnSixHundredConnections() throws Exception {
        requireCeiling(2000);
    }

    @Tag("nightly")
    @Test
    void aDayOfSecondsFitsIntoASmallHeapAndASmallPage() throws Exception {
        HarnessProcess harness = smallHeap("tpcc --think-time none --target sim:service=5ms --connections 4 --rate 2/s"
                + " --warmup 0s --duration 24h --out out/day");

        // A minute of processor time.
        assertThat(harness.exitCode(Duration.ofMinutes(10)))
                .as(harness.errors())
                .isZero();
        assertThat(Files.readAllLines(out().resolve("day/intervals.csv"))).hasSizeGreaterThan(86_400);
        assertThat(Files.size(out().resolve("day/report.html"))).isLessThan(3_000_000);
    }

    @Tag("nightly")
    @Test
    void aSweepOfManyRunsIsReportedInASmallHeap() throws Exception {
        assertThat(
                        run("tpcc --think-time none --target sim:service=lognormal(4ms;0.5),servers=4 --sweep connections=1..40:1"
                                        + " --repeat 3 --warmup 0s --duration 20s")
                                .exitCode())
                .isIn(0, 12);

        HarnessProcess report = smallHeap("report out/run");

        assertThat(report.exitCode()).as(report.errors()).isZero();
        assertThat(series("run")).hasSize(120);
    }

    private HarnessProcess smallHeap(String line) throws IOException {
        return HarnessProcess.startPlain(folder, Map.of("JDK_JAVA_OPTIONS", "-Xmx64m"), line.split(" "));
    }

    private void requireCeiling(int warehouses) throws IOException {
        Outcome terminals = run("tpcc --warehouses " + warehouses + " --connections " + 3 * warehouses / 10
                + " --target sim:service=5ms --warmup 1m --duration 2m");

        assertThat(terminals.exitCode()).as(terminals.errors()).isIn(0, 12);
        JsonNode scores = result("run").get("scores");
        assertThat(result("run").get("plan").get("users").asInt()).isEqualTo(10 * warehouses);
        assertThat(scores.get("efficiencyPercent").asDouble()).isBetween(97.0, 101.0);
        assertThat(scores.get("tpmC").asDouble()).isBetween(0.97 * 12.86 * warehouses, 1.01 * 12.86 * warehouses);
    }

    @Test
    void aRunInWhichEveryRequestFailsIsInvalidAndShowsNoLatency() throws Exception {
        Outcome failing = run("cql write --target sim:service=1ms,fail=TIMEOUT:100% --warmup 0s --duration 10s");

        assertThat(failing.exitCode()).isEqualTo(12);
        assertThat(failing.errors()).contains("p50_ms=- p99_ms=- errors=");
        assertThat(failing.output()).startsWith("INVALID").contains("NO_SAMPLES", "ERRORS: 80000 of 80000 failed");
        JsonNode result = result("run");
        assertThat(total(result).get("response").get("count").asLong()).isZero();
        assertThat(result.get("throughputPerSecond").get("value").asDouble()).isZero();
    }

    @Test
    void aTrialOfTwoEqualSettingsFindsNoDifferenceAndSaysHowSmallItIs() throws Exception {
        Outcome tried = CommandRunner.run(
                folder,
                "try",
                "sysbench",
                "point-select",
                "--target",
                "sim:service=exp(10ms)",
                "--users",
                "4",
                "--warmup",
                "0s",
                "--duration",
                "5s",
                "--vary",
                "size=one,two",
                "--before",
                "echo {size}",
                "--difference",
                "20%",
                "--out",
                "out");

        assertThat(tried.exitCode()).as(tried.errors()).isZero();
        assertThat(tried.output())
                .containsPattern("no difference found between size two and size one, smaller than [\\d.]+ %")
                .contains("decided after 3 runs of each: a difference was found, or none of 20 % or more is left");
        assertThat(out().resolve("comparison.html")).content().contains("<strong>NO DIFFERENCE</strong>");
        assertThat(out().resolve("run-002/before.log")).hasContent("two");
        assertThat(result("run-002").at("/environment/under-test.size").asText())
                .isEqualTo("two");
    }

    private Outcome simulated(String name, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--users", "4", "--warmup", "0s", "--duration", "30s", "--out", name));
        return CommandRunner.run(folder, all.toArray(String[]::new));
    }

    @Test
    void aProfileWhoseTextWasEditedIsNamedByAComparison() throws Exception {
        Path profile = folder.resolve("profile.yaml");
        Files.copy(EXAMPLES.resolve("sql/job-queue.yaml"), profile);
        String[] run = {"sql", "user", "--profile", profile.toString(), "--target", "sim:service=5ms"};
        simulated("before", run);
        simulated("same", run);
        Files.writeString(profile, "# edited\n", StandardOpenOption.APPEND);
        simulated("after", run);

        assertThat(CommandRunner.run(folder, "compare", "before", "same").output())
                .contains("nothing that was recorded differs");
        assertThat(CommandRunner.run(folder, "compare", "before", "after").output())
                .contains("one thing changed", "client.text.profile: sha256:");
    }

    @Test
    void aCaveatIsAcceptedByNameAndTheVerdictSaysSo() throws Exception {
        String[] run = {"sysbench", "point-select", "--target", "sim:iops=100", "--rate", "200/s", "--late", "skip"};

        assertThat(simulated("plain", run).output()).startsWith("SUSPECT");

        String[] accepting =
                Stream.concat(Stream.of(run), Stream.of("--accept", "SKIPPED")).toArray(String[]::new);
        assertThat(simulated("out", accepting).output()).startsWith("VALID (SKIPPED accepted)  ");
        JsonNode result =
                new ObjectMapper().readTree(out().resolve("result.json").toFile());
        assertThat(result.at("/environment/accepted").asText()).isEqualTo("SKIPPED");
        assertThat(result.at("/verdict").asText()).isEqualTo("VALID");
        assertThat(Files.readString(out().resolve("report.html")))
                .contains("<strong>VALID (SKIPPED accepted)</strong>");
        assertThat(simulated(
                                "other",
                                run[0],
                                run[1],
                                run[2],
                                run[3],
                                run[4],
                                run[5],
                                run[6],
                                run[7],
                                "--accept",
                                "NOT_DURABLE")
                        .output())
                .startsWith("SUSPECT");
        assertThat(simulated("wrong", run[0], run[1], "--accept", "skipped").errors())
                .contains("error: --accept must be the code of a caveat such as NOT_DURABLE, not 'skipped'");
    }
}
