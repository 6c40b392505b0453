package io.dbharness.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.cli.CommandRunner;
import io.dbharness.cli.CommandRunner.Outcome;
import io.dbharness.testkit.SourceTree;
import io.dbharness.testkit.shared.SshServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Experiment files as a user runs them. What needs no process of its own runs in this one. */
class StudiesIT {

    private static final Path EXPERIMENTS = SourceTree.path("experiments");

    private static final String FILE = """
            experiment: kill-me
            title: Three runs in real time
            subjects:
              a: {options: {target: "sim:service=1ms,time=real"}}
            phases: {warmup: 0s, duration: 1500ms}
            workloads:
              first: {command: tpcc, options: {think-time: none, users: 1}}
              second: {command: tpcc, options: {think-time: none, sweep: "outstanding=1,2"}}
            tables:
              - {id: t, kind: metrics, where: {workload: first}, rows: [{label: Throughput, expr: throughput, unit: 1/s}]}
            """;

    @TempDir
    Path folder;

    private Path out() {
        return folder.resolve("out");
    }

    private Outcome run(String... words) {
        return CommandRunner.run(folder, words);
    }

    /** Without options of the JVM, as most users start it. */
    @Tag("nightly")
    @Test
    void theRehearsalOfAPublishedStudyRunsToItsEndThroughTheJar() throws Exception {
        HarnessProcess run = HarnessProcess.startPlain(
                folder,
                rehearsal("sqlserver-performance-plus", "--set", "scale.times=0.1", "--set", "design.repeats=2"));

        requireRehearsed(run.outcome());
    }

    /** With fewer levels than the published ones, and a tenth of the time. */
    @Test
    void theRehearsalOfAPublishedStudyRunsToItsEnd() throws Exception {
        requireRehearsed(run(rehearsal(
                "iometer-sweep", "--set", "scale.times=0.1", "--set", "assumed.sweep=outstanding=1,8,16,1024")));
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "yugabytedb-azure-disks",
                "sqlserver-performance-plus",
                "iometer-sweep",
                "cassandra-local-storage",
                "azure-sql-inserts-deletes"
            })
    void theWholeRehearsalOfAPublishedStudyRunsToItsEnd(String name) throws Exception {
        requireRehearsed(run(rehearsal(name)));
    }

    private static String[] rehearsal(String name, String... more) {
        String file = EXPERIMENTS.resolve(name + ".yaml").toString();
        return Stream.concat(
                        Stream.of("experiment", "run", file, "--profile", "smoke", "--out", "out"), Stream.of(more))
                .toArray(String[]::new);
    }

    private void requireRehearsed(Outcome run) throws IOException {
        assertThat(run.exitCode()).as(run.errors()).isZero();
        assertThat(run.output()).contains("Claims\n").doesNotContain("Not run");
        assertThat(out().resolve("report.md")).isRegularFile();
        assertThat(out().resolve("tables/long.csv")).isNotEmptyFile();
    }

    /** Also what the command needs besides: the address of the target follows from where it runs. */
    @Test
    void aSubjectWithAMachineOfItsOwnIsMeasuredThere() throws Exception {
        Assumptions.assumeTrue(SshServer.isInstalled(), "needs an ssh server");
        Path there = Files.createDirectories(folder.resolve("there"));
        // A quarter of the bytes to copy.
        HarnessProcess.link(
                HarnessProcess.builtJar().resolveSibling("harness-slim.jar"), folder.resolve("harness.jar"));
        try (SshServer server = SshServer.start(folder, there)) {
            Files.writeString(folder.resolve("near.yaml"), """
                    name: near-%d
                    subjects:
                      a: {provider: existing, target: "sim:service=1ms", client: "%s@127.0.0.1:%d", client-key: "%s"}
                    """.formatted(
                            server.port(), System.getProperty("user.name"), server.port(), server.key()));
            Files.writeString(
                    folder.resolve("remote.yaml"),
                    FILE.replace("{options: {target: \"sim:service=1ms,time=real\"}}", "{provision: \"near.yaml#a\"}")
                            .replace("phases:", "design: {bring-up: subject}\nphases:"));

            HarnessProcess run = HarnessProcess.run(folder, "experiment", "run", "remote.yaml", "--out", "out");

            assertThat(run.exitCode()).as(run.errors()).isIn(0, 12);
            assertThat(runs()).containsOnlyKeys("a-first/run-001", "a-second/run-001", "a-second/run-002");
            assertThat(there.resolve("dbharness/harness.jar")).isRegularFile();
            assertThat(run.errors().split("bringing up", -1)).hasSize(2);
            assertThat(run.output()).doesNotContain("Not run");
        }
    }

    /** Directory of each run that ended to the id of its result. */
    private Map<String, String> runs() throws IOException {
        Map<String, String> runs = new TreeMap<>();
        try (Stream<Path> files = Files.walk(out())) {
            for (Path file : files.filter(f -> f.endsWith("result.json")).toList()) {
                String run = out().relativize(file.getParent()).toString();
                runs.put(
                        run,
                        new ObjectMapper()
                                .readTree(Files.readString(file))
                                .get("id")
                                .asText());
            }
        }
        return runs;
    }

    @Test
    void aKilledExperimentGoesOnWhereItWas() throws Exception {
        Files.writeString(folder.resolve("kill.yaml"), FILE);
        HarnessProcess killed = HarnessProcess.start(folder, "experiment", "run", "kill.yaml", "--out", "out");
        killed.awaitText("command 2/2: a-second").awaitText("run 2: outstanding 2");
        killed.kill();
        Map<String, String> before = runs();

        Outcome resumed = run("experiment", "resume", "kill.yaml", "--out", "out");

        assertThat(resumed.exitCode()).as(resumed.errors()).isIn(0, 12);
        assertThat(before).containsOnlyKeys("a-first/run-001", "a-second/run-001");
        assertThat(runs()).containsAllEntriesOf(before).hasSize(3).containsKey("a-second/run-002");
        assertThat(resumed.errors()).doesNotContain("command 1/2");
    }

    @Test
    void whatNobodyKnowsYetIsRefusedAndNothingIsCreated() throws Exception {
        Files.writeString(
                folder.resolve("tbd.yaml"),
                FILE.replace("\"sim:service=1ms,time=real\"", "TBD") + "profiles: {smoke: {}}\n");

        Outcome run = run("experiment", "run", "tbd.yaml", "--out", "out");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors())
                .contains(
                        "tbd.yaml: a-first and 1 more need a value for 'target' (line 4); give it by --targets or --set, or use --profile smoke");
        assertThat(out()).doesNotExist();
    }

    @Test
    void whatIsWrongWithCommandsIsToldWithTheRest() throws Exception {
        Files.writeString(
                folder.resolve("wrong.yaml"),
                FILE.replace("users: 1", "users: none")
                        .replace("command: tpcc, options: {think-time: none, sweep", "command: tpc, options: {sweep"));

        Outcome run = run("experiment", "validate", "wrong.yaml");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors())
                .contains("wrong.yaml:7: --users must be")
                .contains("wrong.yaml:8: 'tpc' is not a workload");
    }

    @Test
    void anOperationThatNoWorkloadHasIsToldWithItsLine() throws Exception {
        Files.writeString(
                folder.resolve("names.yaml"),
                FILE.replace("expr: throughput", "expr: mean(NewOrdr)").replace("title: Three", "titel: Three"));

        Outcome run = run("experiment", "plan", "names.yaml");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors())
                .contains("names.yaml:2: titel is not known here")
                .contains(
                        "names.yaml:10: tables[0].rows[0].expr asks for the operation 'NewOrdr', which does not exist: tpcc has"
                                + " Delivery, NewOrder");
    }

    @Test
    void aMetricThatNoWorkloadHasAndAClaimThatNoRunCouldContradictAreToldWithTheirLines() throws Exception {
        Files.writeString(
                folder.resolve("metrics.yaml"), FILE.replace("expr: throughput", "expr: hostCpuPercnt") + """
                claims:
                  - {text: known, expr: "tpmC[a, first] > 1 and server.mean.hostCpuPercent[a, first] < 90"}
                  - {text: constant, expr: "8 / 500 * 1s <= 20ms"}
                """);

        Outcome run = run("experiment", "validate", "metrics.yaml");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors())
                .contains(
                        "metrics.yaml:10: tables[0].rows[0].expr asks for the metric 'hostCpuPercnt', which does not exist: tpcc has")
                .contains("metrics of the server are server.NAME")
                .contains("claims[1].expr '8 / 500 * 1s <= 20ms' does not depend on a measurement")
                .doesNotContain("claims[0]");
    }

    /** Two metrics are still to come: results will hold them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "yugabytedb-azure-disks",
                "sqlserver-performance-plus",
                "iometer-sweep",
                "cassandra-local-storage",
                "azure-sql-inserts-deletes"
            })
    void theMetricsOfThePublishedStudiesAreThoseOfTheirCommands(String name) throws Exception {
        Outcome run = run(
                "experiment", "validate", EXPERIMENTS.resolve(name + ".yaml").toString(), "--profile", "smoke");

        assertThat(run.errors().lines().filter(line -> line.contains("asks for the metric")))
                .allMatch(line -> line.contains("'clientCpuPercent'") || line.contains("'errorCount'"));
    }

    @Test
    void aClaimThatNoNumberTurnsFailsTheCheckWithItsOwnExitCode() throws Exception {
        Files.writeString(folder.resolve("claims.yaml"), FILE + """
                claims:
                  - {text: can, expr: "throughput[a, first] > 1"}
                  - {text: cannot, expr: "throughput[a, first] / throughput[a, first] <= 2"}
                """);

        Outcome run = run("experiment", "check-claims", "claims.yaml");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output())
                .containsPattern("(?m)^by example +can: the article prints no number; supported .*, contradicted .*")
                .containsPattern("(?m)^FAILS +cannot: ")
                .contains("claims.yaml: 1 claims can fail: 0 turn");
        assertThat(run.errors()).contains("1 of 2 claims fail the check");
    }

    @Test
    void serviceLevelsAreTestsOfABuildServer() throws Exception {
        Files.writeString(
                folder.resolve("slo.yaml"),
                FILE.replace(",time=real", "")
                        .replace("tables:", "slo: {quick: \"p50 <= 1s\", instant: \"p50 <= 1us\"}\ntables:"));

        Outcome run = run("experiment", "run", "slo.yaml", "--out", "out");

        assertThat(run.output()).contains("\nService levels\n");
        assertThat(Files.readString(out().resolve("junit.xml")))
                .contains("name=\"kill-me.service-levels\" tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"0\"")
                .contains("name=\"quick: a, first\"");
    }

    @Test
    void declaredLimitsAreInTheTablesAndChartsOfStudiesAndRuns() throws Exception {
        Files.writeString(
                folder.resolve("limits.yaml"),
                FILE.replace("sweep: \"outstanding=1,2\"", "users: 2")
                        .replace(
                                "{options: {target",
                                "{limits: {hostCpuPercent: 90}, price-per-hour: 3.6, options: {collect: host, target"));

        Outcome run = run("experiment", "run", "limits.yaml", "--out", "out");

        assertThat(run.output())
                .containsPattern("Declared limits\nParameter +Value\nhostCpuPercent +90\nprice-per-hour +3.6\n");
        assertThat(Files.readString(out().resolve("report.html")))
                .contains("<caption>Use of limits</caption>", "<section id=\"resources\">", ">limit 90</span>");
        assertThat(Files.readString(out().resolve("a-first/run-001/report.html")))
                .contains(">limit 90</span>");
    }

    @Test
    void figuresOfOtherToolsStandBesideRuns() throws Exception {
        Files.writeString(folder.resolve("own.yaml"), FILE.replace(",time=real", ""));
        Files.writeString(folder.resolve("others.csv"), "throughput\n950\n");
        run("experiment", "run", "own.yaml", "--out", "out");

        Outcome imported =
                run("import", "csv", "others.csv", "--out", "out", "--label", "subject=a", "--label", "workload=first");
        Outcome report = run("experiment", "report", "own.yaml", "--out", "out");

        assertThat(imported.exitCode()).as(imported.errors()).isZero();
        List<String> lines = report.output().lines().toList();
        assertThat(lines).anyMatch(line -> line.matches("Metric +measured +imported"));
        assertThat(lines).anyMatch(line -> line.matches("Throughput, 1/s +999.3 +950"));
    }

    @Test
    void whatWasPublishedStandsBesideWhatWasMeasuredUnlessTheStudyIsScaledDown() throws Exception {
        Files.writeString(
                folder.resolve("own.yaml"),
                FILE.replace(",time=real", "")
                        .replace(
                                "subjects:",
                                "published: figures.csv\nenvironment: {Server: {published: Oracle 7, measured: target.product}}\nsubjects:")
                        .replace(
                                "unit: 1/s}]",
                                "unit: 1/s}, {label: In flight, expr: throughput * mean / 1s}, {label: At full size, expr: throughput / 2, scaled: false}]")
                        .replace(
                                "tables:\n",
                                "tables:\n  - {id: env, kind: facts, title: Setting, source: environment}\n"));
        Files.writeString(folder.resolve("figures.csv"), "subject,workload,throughput,mean [ms]\na,first,500,4\n");

        Outcome whole = run("experiment", "run", "own.yaml", "--out", "out");

        assertThat(whole.output())
                .containsPattern("\n +a\nMetric +measured +published +ratio\nThroughput, 1/s +999.3 +500 +2.00\n")
                .containsPattern("In flight +[\\d.]+ +†2.000 +")
                .containsPattern("Server +Simulation virtual time ≠ +Oracle 7\n")
                .contains("† calculated here from what was published, not printed there.");
        assertThat(Files.readString(out().resolve("tables/long.csv")))
                .contains("a published,1/s,500,500,,printed", "a published,,2,2.000,,derived", "a ratio,,")
                .contains(",999.3,,measured", ",2.00,,ratio");

        Outcome scaled = run("experiment", "report", "own.yaml", "--set", "scaled=true", "--out", "out");

        assertThat(scaled.output())
                .contains("Scaled down: what was published is of another size")
                .containsPattern("Throughput, 1/s +999.3\n")
                .doesNotContain("At full size", " ratio");
    }

    @Test
    void theReportOfAStudyIsMadeAgainFromItsFile() throws Exception {
        Files.writeString(folder.resolve("own.yaml"), FILE.replace(",time=real", ""));
        run("experiment", "run", "own.yaml", "--set", "seed=2", "--out", "out");
        Files.delete(out().resolve("report.html"));

        Outcome without = run("report", "out");

        assertThat(without.exitCode()).isEqualTo(2);
        assertThat(without.errors())
                .contains(
                        "error: out holds the study kill-me and seed=2; its report is made again by: experiment report"
                                + " FILE --out out");
        assertThat(run("compare", "out", "other").errors())
                .contains("error: out holds the study kill-me and seed=2; give directories of its commands");

        Outcome with = run("experiment", "report", "own.yaml", "--out", "out");

        assertThat(with.exitCode()).as(with.errors()).isZero();
        assertThat(out().resolve("report.html")).isNotEmptyFile();
    }

    @Test
    void resultsAreComparedWithABaseline() throws Exception {
        for (String[] one : new String[][] {{"base", "10ms"}, {"faster", "8ms"}}) {
            run(
                    "tpcc",
                    "--think-time",
                    "none",
                    "--target",
                    "sim:service=" + one[1],
                    "--users",
                    "4",
                    "--warmup",
                    "0s",
                    "--duration",
                    "10s",
                    "--out",
                    one[0]);
        }

        Outcome compared = run("compare", "base", "faster", "--baseline", "base", "--html", "page.html");

        assertThat(compared.exitCode()).as(compared.errors()).isZero();
        assertThat(compared.output())
                .startsWith("faster against base")
                .contains(
                        "faster was 25 % faster than base in 1 run each: too few to distinguish a difference from chance")
                .contains("+25.0 %, no replication")
                .contains("-20.0 %, no replication")
                .doesNotContain("tpmTotal");
        assertThat(Files.readString(folder.resolve("page.html")))
                .contains("<strong>UNDECIDED</strong>", "<caption>faster against base</caption>");

        Outcome json = run("compare", "base", "faster", "--json");

        assertThat(new ObjectMapper()
                        .readTree(json.output())
                        .at("/candidates/0/metrics/0/ratio")
                        .asDouble())
                .isCloseTo(1.25, within(0.001));
        assertThat(run("compare", "base", "faster", "--vary", "servce").errors())
                .contains("error: --vary 'servce' is not recorded in these results");
    }

    @Test
    void aCommandBeforeARunThatFailsEndsItsSubjectAndNoOther() throws Exception {
        Path called = folder.resolve("called.txt");
        Files.writeString(folder.resolve("hooks.yaml"), """
                experiment: hooks
                title: A command before each subject
                subjects: {good: {}, bad: {}}
                before: {subject: 'echo {subject} >>CALLED && test {subject} = good && echo {subject}-{workload}'}
                design: {repeats: 2, order: interleaved}
                phases: {warmup: 0s, duration: 10s}
                workloads:
                  reads: {command: sysbench point-select, options: {target: "sim:service=5ms", users: 2}}
                tables:
                  - {id: t, kind: metrics, rows: [{label: Throughput, expr: throughput, unit: 1/s}]}
                """.replace("CALLED", called.toString()));

        Outcome run = run("experiment", "run", "hooks.yaml", "--out", "out");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.errors())
                .contains("error: bad-reads-1: --before 'echo bad ", "&& echo bad-reads' ended with exit code 1")
                .contains("error: bad-reads-2: not run, because the command before bad-reads-1 failed");
        assertThat(called).content().isEqualTo("good\nbad\ngood\n");
        List<String> logs = new ArrayList<>();
        try (Stream<Path> files = Files.walk(out())) {
            for (Path log :
                    files.filter(file -> file.endsWith("before.log")).sorted().toList()) {
                logs.add(Files.readString(log).strip());
            }
        }
        assertThat(logs).contains("good-reads");
        assertThat(out().resolve("report.html")).isNotEmptyFile();
    }
}
