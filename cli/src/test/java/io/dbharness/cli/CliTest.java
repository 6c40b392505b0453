package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.cli.testkit.FakeServices;
import io.dbharness.cli.testkit.FakeWorkload;
import io.dbharness.model.Problems;
import io.dbharness.request.Catalog;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.DataSetState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CliTest {

    @TempDir
    Path directory;

    private final Captured out = new Captured();
    private final Captured err = new Captured();
    private FakeServices fakes;

    @BeforeEach
    void makeFakes() {
        fakes = new FakeServices(directory);
    }

    private int execute(String... words) {
        return execute(false, words);
    }

    private int execute(boolean colour, String... words) {
        Catalog catalog = new Catalog(
                List.of(
                        new FakeWorkload(fakes.diary()),
                        there("shop buy", "bought"),
                        there("shop look", "spoiled"),
                        new FakeWorkload(
                                "shop sell", new DataSetState(DataSetState.Kind.DIFFERENT, "9 rows"), fakes.diary())),
                List.of(fakes.servers()),
                List.of(fakes.targets()));
        ShutdownHook interruption = TestContexts.hook(err);
        Cli cli = new Cli(
                new WorkloadCommand.Context(
                        catalog,
                        new CommandOutput(out.stream(), err.stream(), false, colour, 80),
                        new SystemClock(),
                        new Tool("dbharness", "1.2.3", "abc"),
                        interruption),
                new Machine(2, false));
        int code = cli.execute(words);
        interruption.finished();
        return code;
    }

    private FakeWorkload there(String name, String detail) {
        return new FakeWorkload(name, new DataSetState(DataSetState.Kind.COMPLETE, detail), fakes.diary());
    }

    /** A run as short as a run can be. */
    private int run(String... more) {
        List<String> words = new java.util.ArrayList<>(List.of(
                "orders", "--warmup", "0s", "--duration", "300ms", "--users", "2", "--out", result().toString()));
        words.addAll(List.of(more));
        return execute(words.toArray(String[]::new));
    }

    private Path result() {
        return directory.resolve("result");
    }

    /** A plugin whose workload had one of these names would break every command. */
    @Test
    void allCommandsButWorkloadsAreNamesThatNoPluginMayTake() {
        WorkloadCommand.Context context = TestContexts.of(new Catalog(List.of(), List.of(), List.of()), out, err);
        CommandTree tree = new CommandTree(context, new Machine(2, false), new Problems(), List.of());

        assertThat(tree.build().getSubcommands()).containsOnlyKeys(CommandTree.COMMANDS.toArray(String[]::new));
    }

    @Test
    void aRunStartsLoadsChecksMeasuresAndReports() throws Exception {
        int code = run("--loaders", "4");

        RunResult result = new ResultCodec().read(result());
        assertThat(code).isEqualTo(ExitCode.of(result));
        assertThat(result.workload().name()).isEqualTo("orders");
        assertThat(result.totals().completed()).isPositive();
        assertThat(result.tool()).isEqualTo(new Tool("dbharness", "1.2.3", "abc"));
        assertThat(fakes.diary())
                .containsExactly(
                        "start server for 4 connections",
                        "load with 4",
                        "info",
                        "check before",
                        "check after",
                        "stop server");
        assertThat(result.target().settings())
                .containsEntry("isolation", "read-committed")
                .containsKey("usableBytes");
        assertThat(out.text())
                .startsWith(result.verdict().toString())
                .contains("  orders on Fake 1, ")
                .endsWith("report      " + result().resolve("report.html") + System.lineSeparator());
        assertThat(err.text()).contains("step=\"starting embedded:fake\"").contains("phase=measure");
        assertThat(Files.readString(result().resolve("report.md"))).startsWith("# " + result.verdict());
        assertThat(Files.readString(result().resolve("environment.json"))).contains("\"cpus\"");
    }

    @Test
    void jsonHasStandardOutputForItself() throws Exception {
        run("--json");

        assertThat(out.text()).isEqualTo(Files.readString(result().resolve("result.json")));
        assertThat(err.text()).contains("orders on Fake 1");
    }

    @Test
    void answersOfConditionsLeaveStandardOutputToTheJson() throws Exception {
        run("--json", "--fail-if", "p50(Ping) > 10s");

        assertThat(out.text()).isEqualTo(Files.readString(result().resolve("result.json")));
        assertThat(err.text()).contains("fail-if     p50(Ping) > 10s: does not hold");
    }

    @Test
    void quietSaysNothing() {
        run("--quiet");

        assertThat(out.text()).isEmpty();
        assertThat(err.text()).isEmpty();
        assertThat(result().resolve("report.md")).exists();
    }

    @Test
    void onlyTheVerdictIsColoured() {
        run("--quiet");

        execute(true, "report", result().toString());

        assertThat(out.text())
                .containsPattern("^\u001b\\[3\\dm(VALID|SUSPECT|INVALID)\u001b\\[0m( \\(.*\\))?  orders")
                .doesNotContain("\u001b[0m  \u001b");
        assertThat(out.text().substring(20)).doesNotContain("\u001b");
    }

    @Test
    void aReportIsMadeAgainFromItsResult() throws Exception {
        run();
        String first = Files.readString(result().resolve("report.md"));
        String page = Files.readString(result().resolve("report.html"));
        String summary = out.text();
        Files.delete(result().resolve("report.md"));
        Files.delete(result().resolve("report.html"));

        int code = execute("report", result().toString());

        assertThat(code).isZero();
        assertThat(out.text()).isEqualTo(summary + summary);
        assertThat(Files.readString(result().resolve("report.md"))).isEqualTo(first);
        assertThat(Files.readString(result().resolve("report.html")))
                .isEqualTo(page)
                .contains("<b>Throughput</b>");
    }

    @Test
    void loadOnlyEndsWithoutAResult() {
        int code = execute("orders", "--load", "only", "--target", "fake:there", "--out", result().toString());

        assertThat(code).isZero();
        assertThat(fakes.diary()).containsExactly("load with 2");
        assertThat(result()).doesNotExist();
    }

    @Test
    void aWorkloadOfTwoWordsIsACommandBelowACommand() throws Exception {
        int code = execute(
                "shop", "buy", "--warmup", "0s", "--duration", "300ms", "--users", "2", "--out", result().toString());

        RunResult result = new ResultCodec().read(result());
        assertThat(code).isEqualTo(ExitCode.of(result));
        assertThat(result.workload().name()).isEqualTo("shop buy");
        assertThat(result.id()).endsWith("-shop-buy");
    }

    @Test
    void aFamilyAloneShowsItsCommands() {
        assertThat(execute("shop")).isEqualTo(2);
        assertThat(err.text()).contains("buy").contains("sell");

        assertThat(execute("shop", "by")).isEqualTo(2);
        assertThat(err.text())
                .contains("unknown command 'shop by'; did you mean 'buy'?")
                .endsWith("see java -jar harness.jar shop --help" + System.lineSeparator());
    }

    @Test
    void aWorkloadOfTwoWordsIsDescribedByBoth() {
        assertThat(execute("describe", "shop", "buy")).isZero();
        assertThat(out.text()).startsWith("shop buy: Pings");
    }

    @Test
    void loadingMeasuresNothing() {
        assertThat(execute("orders", "load", "--target", "fake:there", "--loaders", "3"))
                .isZero();
        assertThat(fakes.diary()).containsExactly("load with 3");
    }

    @Test
    void runningLoadsNothing() {
        assertThat(execute("orders", "run", "--target", "fake:there")).isEqualTo(1);
        assertThat(err.text()).contains("no complete data set (nothing is there)");
        assertThat(fakes.diary()).isEmpty();
    }

    @Test
    void aCheckTellsEachFindingAndFailsWithTheCodeOfAnInvalidRun() {
        assertThat(execute("shop", "buy", "check", "--target", "fake:there")).isZero();
        assertThat(out.text()).isEqualTo("passed  rows  three" + System.lineSeparator());

        assertThat(execute("shop", "look", "check", "--target", "fake:there")).isEqualTo(12);
        assertThat(out.text()).endsWith("FAILED  rows  three" + System.lineSeparator());

        assertThat(execute("orders", "check", "--target", "fake:there")).isEqualTo(1);
        assertThat(err.text()).contains("no complete data set to check");
    }

    @Test
    void onlyTheDataSetThatIsDescribedIsRemoved() {
        assertThat(execute("shop", "sell", "drop", "--target", "fake:there")).isEqualTo(1);
        assertThat(err.text()).contains("9 rows; to remove it, give the options that it was loaded with");
        assertThat(execute("orders", "drop", "--target", "fake:there")).isZero();
        assertThat(fakes.diary()).isEmpty();

        assertThat(execute("shop", "buy", "drop", "--target", "fake:there")).isZero();
        assertThat(fakes.diary()).containsExactly("drop");
    }

    @Test
    void optionsThatDoNotGoTogetherAreToldWithTheOthersBeforeAnythingIsOpened() {
        assertThat(execute("orders", "--mode", "wild", "--size", "9", "--users", "none"))
                .isEqualTo(2);

        assertThat(err.text()).contains("--mode wild is for a --size up to 5", "--users");
        assertThat(fakes.diary()).isEmpty();
    }

    @Test
    void anOptionWithoutItsValueIsRefused() {
        assertThat(execute("compare", "a=x", "b=y", "--baseline", "--baseline", "9"))
                .isEqualTo(2);
        assertThat(err.text()).contains("--baseline").doesNotContain("internal");
    }

    @Test
    void nothingComesBeforeALineOfCassandraStress() {
        assertThat(execute("~", "cassandra-stress", "write", "n=5")).isEqualTo(2);
        assertThat(err.text())
                .contains("unexpected argument '~'", "'cassandra-stress' must be the first word of the line");
    }

    @Test
    void anOptionMayBeTypedWithoutDashes() {
        assertThat(execute("shop", "buy", "drop", "target=fake:there")).isZero();
        assertThat(fakes.diary()).containsExactly("drop");

        assertThat(execute("shop", "buy", "drop", "target=fake:there", "--target", "fake:there", "quiet=1"))
                .isEqualTo(2);
        assertThat(err.text()).contains("--target is given more than once", "unexpected argument 'quiet=1'");
    }

    @Test
    void aPartOfTheJobHasOnlyTheOptionsItHeeds() {
        int code = execute(
                "shop", "buy", "--size", "3", "drop", "--duration", "5s", "--data-dir", "x", "--target", "fake:there");

        assertThat(code).isEqualTo(2);
        assertThat(err.text())
                .contains("options belong after 'drop'")
                .contains("unknown option '--duration'; it is an option of 'shop buy', 'shop buy run'")
                .endsWith("see java -jar harness.jar shop buy drop --help" + System.lineSeparator());
    }

    @Test
    void anUnreachableTargetHasItsOwnCode() {
        int code = execute("orders", "--target", "fake:down", "--out", result().toString());

        assertThat(code).isEqualTo(13);
        assertThat(err.text()).contains("error: nobody answers at fake:down").doesNotContain("\tat ");
        assertThat(result()).doesNotExist();
    }

    @Test
    void debugShowsWhereItFailed() {
        execute("orders", "--target", "fake:down", "--debug");

        assertThat(err.text()).contains("TargetUnreachableException").contains("\tat ");
    }

    @Test
    void everythingWrongIsToldAtOnceAndNothingIsOpened() {
        int code = execute(
                "orders",
                "--sise",
                "3",
                "--size",
                "99",
                "--users",
                "--quiet",
                "--seed",
                "1",
                "--seed",
                "2",
                "stray",
                "--duration",
                "5",
                "--target",
                "fake:wrong",
                "--data-dir",
                "d");

        assertThat(code).isEqualTo(2);
        assertThat(err.text().lines())
                .filteredOn(line -> line.startsWith("error: "))
                .hasSize(8)
                .anyMatch(line -> line.contains("--users"))
                .anyMatch(line -> line.contains("unknown option '--sise'; did you mean '--size'?"))
                .anyMatch(line -> line.contains("unexpected argument 'stray'"))
                .anyMatch(line -> line.contains("--seed is given more than once"))
                .anyMatch(line -> line.contains("--size must be"))
                .anyMatch(line -> line.contains("--duration must be"))
                .anyMatch(line -> line.contains("fake:wrong can never work"))
                .anyMatch(line -> line.contains("--data-dir"));
        assertThat(err.text()).endsWith("see java -jar harness.jar orders --help" + System.lineSeparator());
        assertThat(fakes.diary()).isEmpty();
        assertThat(out.text()).isEmpty();
    }

    @Test
    void anAddressNobodyKnowsIsNotRepeated() {
        int code = execute("orders", "--target", "jdbc:oracle:thin:scott/tiger@db");

        assertThat(code).isEqualTo(2);
        assertThat(err.text()).contains("jdbc:oracle:").doesNotContain("tiger");
    }

    @Test
    void anUnknownCommandIsTheOnlyProblem() {
        assertThat(execute("oders", "--size", "3")).isEqualTo(2);
        assertThat(err.text())
                .startsWith("error: unknown command 'oders'; did you mean 'orders'?" + System.lineSeparator() + "see");
    }

    @Test
    void noCommandAtAllPrintsTheCommands() {
        assertThat(execute()).isEqualTo(2);
        assertThat(err.text()).contains("orders").contains("Usage:");
        assertThat(out.text()).isEmpty();
    }

    @Test
    void helpNamesEveryOptionWithItsDefault() {
        assertThat(execute("orders", "--help-all")).isZero();
        assertThat(out.text())
                .contains(
                        "--size=N",
                        "--mode=calm|wild",
                        "--target=URL",
                        "--user=NAME",
                        "--password=REF",
                        "--data-dir=DIR")
                .contains("--isolation=", "--users=N", "--connections=N", "--rate=RATE", "--arrival=uniform|poisson")
                .contains("--warmup=TIME", "(30s)", "--duration=TIME", "(5m)", "--max-attempts=N", "--seed=N")
                .contains("--late=queue|skip", "--until=N", "--repeat=N", "--sweep=NAME=VALUES", "--shuffle")
                .contains("--search=COND", "--search-over=", "--fail-if=COND", "--baseline=DIR", "--strict")
                .contains("--fail-on-inconclusive", "10 a --fail-if holds")
                .contains("--load=auto|always|each|only|never", "--loaders=N", "--out=DIR", "--metrics-port=N")
                .contains("--quiet", "--json", "--debug")
                .contains("100 %");
        assertThat(fakes.diary()).isEmpty();
    }

    @Test
    void aWorkloadCanBeListedAndDescribed() {
        assertThat(execute("list")).isZero();
        assertThat(execute("describe", "orders")).isZero();

        assertThat(out.text())
                .contains("orders     Pings, 100 % of them.")
                .contains("Sends pings to nobody.")
                .contains("embedded:fake")
                .contains("--size N  how large (3)");
    }

    @Test
    void describeNeedsAWorkloadThatIsThere() {
        assertThat(execute("describe", "order")).isEqualTo(2);
        assertThat(execute("describe")).isEqualTo(2);

        assertThat(err.text()).contains("did you mean 'orders'?").contains("WORKLOAD");
    }

    @Test
    void reportNeedsAResult() {
        assertThat(execute("report", directory.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.text()).contains("no result.json in " + directory);
    }

    @Test
    void aFileIsValidatedUnderEachOfItsProfilesWithTheTablesItNames() throws Exception {
        Path file = Files.writeString(directory.resolve("study.yaml"), """
                experiment: study
                title: A study
                published: [gone.csv]
                subjects:
                  fake: {limits: {diskIops: "", cpu: NaN}, options: {target: "fake:there"}}
                workloads:
                  buy: {command: orders}
                profiles:
                  one: {phases: {duratoin: 1s}}
                  two: {workloads: {buy: {comand: orders}}}
                """);

        assertThat(execute("experiment", "validate", file.toString())).isEqualTo(ExitCode.USAGE);

        assertThat(err.text().lines())
                .contains(
                        "error: cannot read " + directory.resolve("gone.csv") + ": there is no such file",
                        "error: study.yaml:5: subjects.fake.limits.diskIops must be a number above 0 or TBD, not ''",
                        "error: study.yaml:5: subjects.fake.limits.cpu must be a number above 0 or TBD, not 'NaN'")
                .anyMatch(line -> line.startsWith("error: study.yaml:9: unknown parameter 'duratoin'"))
                .anyMatch(line -> line.startsWith("error: study.yaml:10: workloads.buy.comand is not known here"));
    }

    @Test
    void aStudyThatLeavesItsTargetToAProfileNamesTheProfiles() throws Exception {
        Path file = Files.writeString(directory.resolve("study.yaml"), """
                experiment: study
                title: A study
                subjects:
                  own: {options: {target: TBD}}
                workloads:
                  buy: {command: orders}
                profiles:
                  smoke: {subjects: {own: {options: {target: "fake:there"}}}}
                """);

        assertThat(execute("experiment", "run", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.text())
                .contains("value for 'target' (line 4); give it by --targets or --set, or use --profile smoke");
    }

    @Test
    void whatIsRepeatedNeitherSteersTheTerminalNorTellsASecret() {
        assertThat(execute("\u001b[2J\u009b31mlist")).isEqualTo(ExitCode.USAGE);
        assertThat(execute("report", "no\bwhere")).isEqualTo(ExitCode.USAGE);
        assertThat(run("--collect", "prometheus=http://u:hunter2@h")).isEqualTo(ExitCode.USAGE);
        assertThat(run("--collect", "prometheus=http://h/m?apikey=hunter2")).isEqualTo(ExitCode.USAGE);

        assertThat(err.text())
                .contains("\\x1b[2J\\x9b31mlist", "no\\x08where", "http://***@h", "apikey=***")
                .doesNotContain("\u001b", "\u009b", "\b", "hunter2");
    }

    @Test
    void theCompletionKnowsWorkloadsAndOptions() {
        assertThat(execute("completion")).isZero();
        assertThat(out.text()).contains("complete -F", "orders", "--warmup", "calm", "wild");
    }

    @Test
    void theVersionNamesCommitAndJava() {
        assertThat(execute("--version")).isZero();
        assertThat(out.text()).startsWith("dbharness 1.2.3, commit abc, Java " + System.getProperty("java.version"));
    }

    @Test
    void theDoctorNamesEverythingThatIsWrongBeforeItMeasures() {
        assertThat(execute("doctor", "--out", directory.resolve("none").toString(), "--password", "secret"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.text())
                .contains("is no folder; name one that exists")
                .contains("--user and --password belong to a --target")
                .contains("--password needs a --user")
                .contains("--password must be env:NAME, file:PATH or prompt")
                .doesNotContain("secret")
                .doesNotContain("measuring");
        assertThat(execute("doctor", "--target", "nowhere:1")).isEqualTo(ExitCode.USAGE);
        assertThat(err.text()).contains("is no address that this version knows");
    }

    @Test
    void theDoctorStandsInTheListOfCommandsAndHasItsOwnHelp() {
        assertThat(execute("--help")).isZero();
        assertThat(out.text()).contains("doctor");
        assertThat(execute("doctor", "--help")).isZero();
        assertThat(out.text()).contains("--target", "--user", "--password", "--out", "--json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fail-if | p95(ping) > 5ms | 'ping' is no operation of orders; did you mean 'Ping'?; known: Ping, read, total, write",
                "--fail-if | throughput(read) < 5 | 'read' is no operation of orders; known: Ping",
                "--fail-if | troughput < 5 | 'troughput' is no score of orders; did you mean 'throughput'?",
                "--search | p95(Pong) <= 5ms | 'Pong' is no operation of orders; did you mean 'Ping'?",
            })
    void aConditionThatCouldNeverBeAnsweredIsRefusedBeforeAnythingOpens(String option, String condition, String said) {
        assertThat(run(option, condition)).isEqualTo(ExitCode.USAGE);

        assertThat(err.text()).contains("error: " + option + " '" + condition + "': " + said);
        assertThat(fakes.diary()).isEmpty();
    }

    @Test
    void aGuardIsCheckedTooAndKnownNamesPass() {
        assertThat(run("--sweep", "connections=1,2", "--guard", "errors(Pin) < 1%"))
                .isEqualTo(ExitCode.USAGE);

        assertThat(err.text())
                .contains("--guard 'errors(Pin) < 1%': 'Pin' is no operation of orders; did you mean 'Ping'?");
        assertThat(run("--fail-if", "p50(Ping) > 10s or p50(read) > 10s or server.commits > 5"))
                .isZero();
    }
}
