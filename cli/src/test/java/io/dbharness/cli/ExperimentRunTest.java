package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.cli.testkit.FakeServices;
import io.dbharness.cli.testkit.FakeWorkload;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.result.RunResult;
import io.dbharness.run.ResultFiles;
import io.dbharness.simulation.SimulatedTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several runs, in virtual time unless what is done to the target matters. */
@Tag("slow")
class ExperimentRunTest {

    /** One server of 2 ms: n users wait 2 n ms. */
    private static final String SERVER = "sim:service=2ms,servers=1";

    @TempDir
    Path directory;

    private final Captured out = new Captured();
    private final Captured err = new Captured();
    private final List<String> diary = new ArrayList<>();
    private ShutdownHook interruption = TestContexts.hook(err);

    private int execute(String... words) {
        FakeServices fakes = new FakeServices(directory);
        Catalog catalog = new Catalog(
                List.of(new FakeWorkload(diary)),
                List.of(fakes.servers()),
                List.of(fakes.targets(), new SimulatedTarget.Provider()));
        Cli cli = new Cli(TestContexts.of(catalog, out, err, interruption), new Machine(2, false));
        int code = cli.execute(words);
        interruption.finished();
        interruption = TestContexts.hook(err);
        return code;
    }

    private int simulate(String target, String... more) {
        List<String> words =
                new ArrayList<>(List.of("orders", "--warmup", "1s", "--duration", "20s", "--target", target));
        words.addAll(List.of("--out", result().toString()));
        words.addAll(List.of(more));
        return execute(words.toArray(String[]::new));
    }

    private Path result() {
        return directory.resolve("result");
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(result())) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(result().relativize(file).toString(), Files.readString(file));
            }
        }
        return files;
    }

    private RunResult run(int number) {
        return new ResultFiles(result().resolve("run-00" + number)).read();
    }

    @Test
    void aSweepLeavesARunForEachLevelAndAReportOfAll() throws Exception {
        int code = simulate(SERVER, "--sweep", "outstanding=1,2,4");

        assertThat(code).isZero();
        assertThat(run(3).plan().factors()).isEqualTo(Map.of("outstanding", "4"));
        assertThat(run(3).plan().users()).isEqualTo(4);
        assertThat(run(3).combined("total").orElseThrow().response().nanos("p50"))
                .isEqualTo(8_000_000);
        assertThat(out.text())
                .startsWith("VALID")
                .contains("outstanding")
                .endsWith("report      " + result().resolve("report.html") + System.lineSeparator());
        assertThat(err.text()).contains("run=2/3 step=\"run 2: outstanding 2\"");
        assertThat(files())
                .containsKeys(
                        "experiment.json",
                        "report.html",
                        "report.md",
                        "series.csv",
                        "run-001/result.json",
                        "run-001/report.html");
        assertThat(Files.readAllLines(result().resolve("series.csv"))).hasSize(4);
    }

    @Test
    void aSearchFindsTheHighestLevelThatHoldsAndItsReportIsMadeAgainFromItsFiles() throws Exception {
        assertThat(simulate(SERVER, "--search", "p50 <= 20ms", "--search-over", "outstanding"))
                .isZero();
        String summary = out.text();
        assertThat(summary).contains("outstanding with p50 <= 20ms: 10 (");
        Map<String, String> files = files();
        Files.delete(result().resolve("report.md"));
        Files.delete(result().resolve("series.csv"));

        int code = execute("report", result().toString());

        assertThat(code).isZero();
        assertThat(out.text()).isEqualTo(summary + summary);
        assertThat(files()).isEqualTo(files);
    }

    @Test
    void conditionsOfASearchAreAskedOfWhatItFoundNotOfWhatItTried() throws Exception {
        int code = simulate(SERVER, "--search", "p50 <= 4ms", "--search-over", "outstanding", "--fail-if", "p50 > 5ms");

        assertThat(code).isZero();
        assertThat(out.text()).contains("fail-if     p50 > 5ms: does not hold in any run");
        assertThat(Files.readString(result().resolve("junit.xml"))).doesNotContain("run-001", "<failure");
    }

    @Test
    void aSearchThatFindsNothingCannotPassAGate() {
        assertThat(simulate(SERVER, "--search", "p50 <= 1ms", "--fail-if", "errors > 1%", "--fail-on-inconclusive"))
                .isEqualTo(11);
        assertThat(out.text()).contains("target not attainable").contains("errors > 1%: inconclusive, no run to ask");
    }

    @Test
    void whatIsThereAlreadyIsNotRunAgain() throws Exception {
        simulate(SERVER, "--sweep", "users=1,2,4");
        String first = run(1).id();
        String second = run(2).id();
        Files.delete(result().resolve("run-002/result.json"));

        int code = simulate(SERVER, "--sweep", "users=1,2,4");

        assertThat(code).isZero();
        assertThat(err.text())
                .contains("run 1: users 1 is already complete", "run 3: users 4 is already complete")
                .doesNotContain("run 2: users 2 is already complete");
        assertThat(run(1).id()).isEqualTo(first);
        assertThat(run(2).id()).isNotEqualTo(second);
    }

    @Test
    void anotherExperimentDoesNotGoOnThereAndChangesNothing() throws Exception {
        simulate(SERVER, "--sweep", "users=1,2");
        Map<String, String> files = files();

        int code = simulate(SERVER, "--sweep", "users=1,3");

        assertThat(code).isEqualTo(1);
        assertThat(err.text()).contains("run-002 holds a run of another experiment");
        assertThat(files()).isEqualTo(files);
    }

    @Test
    void theDataAreLoadedOnceAndCheckedAroundEachRun() {
        execute(
                "orders",
                "--target",
                "fake:there",
                "--warmup",
                "0s",
                "--duration",
                "200ms",
                "--users",
                "2",
                "--repeat",
                "2",
                "--out",
                result().toString());

        assertThat(diary).containsExactly("load with 2", "check before", "check after", "check before", "check after");
        assertThat(run(2).plan().factors()).isEqualTo(Map.of("repeat", "2"));
        assertThat(run(2).plan().seed()).isEqualTo(2);
    }

    @Test
    void theWorstRunDecides() {
        assertThat(simulate("sim:service=2ms,fail=OTHER:60%", "--sweep", "users=1,2", "--fail-if", "errors > 1%"))
                .isEqualTo(12);
        assertThat(out.text()).startsWith("INVALID").contains("errors > 1%: holds in run-001, run-002");
    }

    @Test
    void jsonIsAnArrayOfAllResults() {
        simulate(SERVER, "--repeat", "2", "--json");

        assertThat(out.text()).startsWith("[{").endsWith("}]\n").containsPattern("\\},\\s*\\{\\s*\"schemaVersion\"");
        assertThat(err.text()).contains("report.html");
    }

    @Test
    void aConditionThatHoldsFailsTheCommand() throws Exception {
        int code = simulate(SERVER, "--users", "4", "--fail-if", "p50 > 7ms", "--fail-if", "errors > 0.1%");

        assertThat(code).isEqualTo(10);
        assertThat(out.text())
                .contains("fail-if     p50 > 7ms: holds\nfail-if     errors > 0.1%: does not hold\n")
                .endsWith("report      " + result().resolve("report.html") + "\n");
        assertThat(Files.readString(result().resolve("junit.xml")))
                .contains("fail-if p50 &gt; 7ms")
                .contains("<failure");
    }

    @Test
    void aConditionWithoutAnAnswerIsAWarningUnlessAnAnswerIsWanted() {
        assertThat(simulate(SERVER, "--fail-if", "server.commits < 5")).isZero();
        assertThat(err.text()).contains("warning: a --fail-if has no answer");
        assertThat(execute(
                        "orders",
                        "--target",
                        SERVER,
                        "--duration",
                        "5s",
                        "--fail-if",
                        "server.commits < 5",
                        "--fail-on-inconclusive",
                        "--out",
                        directory.resolve("again").toString()))
                .isEqualTo(11);
    }

    private int executeLine(String line) {
        return execute(line.split(" "));
    }

    @Test
    void aResultIsComparedWithItsBaseline() {
        simulate(SERVER, "--users", "4");

        int code = executeLine("orders --target sim:service=3ms,servers=1 --duration 20s --users 4 --baseline "
                + result() + " --fail-if throughput<0.95*baseline --out " + directory.resolve("slower"));

        assertThat(code).isEqualTo(10);
    }

    @Test
    void resultsAreMerged() {
        simulate(SERVER, "--repeat", "2");
        Path merged = directory.resolve("merged");

        int code = executeLine("merge " + result().resolve("run-001") + " " + result().resolve("run-002") + " --out "
                + merged + " --as clients");

        assertThat(code).isZero();
        RunResult whole = new ResultFiles(merged).read();
        assertThat(whole.totals().completed())
                .isEqualTo(run(1).totals().completed() + run(2).totals().completed());
        assertThat(whole.throughputPerSecond().value()).isEqualTo(1000);
        assertThat(merged.resolve("report.md")).exists();
    }

    @Test
    void whatCannotBeMergedIsToldAtOnce() {
        assertThat(execute("merge", "nowhere", "--as", "friends")).isEqualTo(2);
        assertThat(err.text())
                .contains(
                        "no result.json in nowhere",
                        "two directories or more",
                        "needs an --out",
                        "--as must be one of");
        assertThat(execute("merge")).isEqualTo(2);
    }
}
