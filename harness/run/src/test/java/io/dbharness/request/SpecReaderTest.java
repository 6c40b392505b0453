package io.dbharness.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.load.ClosedLoop;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.RateProfile.Segment;
import io.dbharness.load.ThinkTime;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.plan.RunPlan.Precision;
import io.dbharness.random.Seed;
import io.dbharness.request.LoadSpec.Rate;
import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.request.SpecReader.Machine;
import io.dbharness.sut.Fault;
import io.dbharness.sut.TargetSpec;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.WorkloadDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecReaderTest {

    @TempDir
    Path directory;

    private final WordOptions words = new WordOptions();

    private RunSpec read(String... typed) {
        return words.spec(typed);
    }

    private void assertProblems(String[] typed, String... problems) {
        assertThat(words.problems(typed))
                .hasSize(problems.length)
                .zipSatisfy(List.of(problems), (line, part) -> assertThat(line).contains(part));
    }

    @Test
    void whatIsLeftOutHasItsDefault() {
        Request request = words.read();
        RunSpec settings = request.spec();

        assertThat(settings.workload().parameters()).containsOnly(Map.entry("size", "3"));
        assertThat(settings.target())
                .isEqualTo(new TargetSpec(
                        "embedded:fake",
                        java.util.Optional.empty(),
                        java.util.Optional.empty(),
                        java.util.Optional.empty(),
                        Map.of("isolation", "read-committed", "nodes", "1", "request-timeout", "60000ms")));
        assertThat(request.asksForPassword()).isFalse();
        assertThat(settings.load().users()).isEmpty();
        assertThat(settings.load().connections()).isEmpty();
        assertThat(settings.load().size().mostConnections()).isEqualTo(12);
        assertThat(settings.load().open()).isEmpty();
        assertThat(settings.load().until()).isEqualTo(Until.TIME);
        assertThat(settings.experiment().isSingle()).isTrue();
        assertThat(settings.judging().failIf()).isEmpty();
        assertThat(settings.judging().baseline()).isEmpty();
        assertThat(settings.load().timeline().warmUp()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.load().timeline().measurement()).isEqualTo(Duration.ofMinutes(5));
        assertThat(settings.load().seed()).isEqualTo(Seed.DEFAULT);
        assertThat(settings.load().attempts().most()).isEqualTo(10);
        assertThat(settings.load().attempts().timeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.data().policy()).isEqualTo(LoadPolicy.AUTO);
        assertThat(settings.data().loaders()).isEqualTo(WordOptions.PROCESSORS);
        assertThat(request.output().directory()).isEmpty();
        assertThat(request.output().metricsPort()).isEmpty();
        assertThat(request.output().quiet()).isFalse();
        assertThat(request.output().json()).isFalse();
    }

    @Test
    void faultsAreOrderedByTheirTimes() {
        assertThat(words.spec("fault=20s:restart", "fault=5s:stop 3s", "duration=1m")
                        .load()
                        .plan(TestWorkload.withUsers(1))
                        .faults())
                .extracting(Fault::text)
                .containsExactly("5s:stop 3s", "20s:restart");
    }

    @Test
    void faultsThatCannotBeDoneAreNamedTogether() {
        assertThat(words.problems("fault=5s", "fault=1s:kill-sessions", "fault=60s:restart", "duration=60s"))
                .containsExactly(
                        "--fault must be a time and a fault, such as 30s:kill-sessions, '30s:stop 3s' or 30s:restart, not '5s'",
                        "--fault kill-sessions is not possible on embedded:fake; possible: stop, restart",
                        "--fault 60s:restart comes after the end of the measurement");
    }

    @Test
    void aServerOfSomebodyElseIsNotBroken() {
        assertThat(words.problems("fault=5s:restart", "target=fake:there"))
                .containsExactly(
                        "--fault is for servers that the harness starts, such as embedded:postgresql; leave it out");
    }

    @Test
    void everyOptionGoesWhereItBelongs() throws Exception {
        Path password = Files.writeString(directory.resolve("password"), "secret\nsecond line");

        Request request = words.read(
                "size=7",
                "target=fake:there",
                "user=bob",
                "password=file:" + password,
                "isolation=serializable",
                "users=200",
                "connections=40",
                "rate=120.5/s",
                "arrival=poisson",
                "late=skip",
                "warmup=2s",
                "duration=1h",
                "until=100000",
                "max-attempts=4",
                "request-timeout=1500ms",
                "seed=-9",
                "load=never",
                "loaders=6",
                "out=" + directory.resolve("out"),
                "metrics-port=0",
                "quiet",
                "json");
        RunSpec settings = request.spec();

        assertThat(settings.workload().parameters()).containsEntry("size", "7");
        assertThat(settings.target().url()).isEqualTo("fake:there");
        assertThat(settings.target().user()).contains("bob");
        assertThat(settings.target().password().orElseThrow().reveal()).isEqualTo("secret");
        assertThat(settings.target().options())
                .isEqualTo(Map.of("isolation", "serializable", "nodes", "1", "request-timeout", "1500ms"));
        assertThat(settings.load().plan(TestWorkload.withUsers(1)).limits().request())
                .isEqualTo(Duration.ofMillis(1500));
        assertThat(settings.load().users()).hasValue(200);
        assertThat(settings.load().connections()).hasValue(40);
        assertThat(settings.load().open())
                .contains(new LoadSpec.Open(new Rate(120.5, 120.5), Spacing.POISSON, LatePolicy.SKIP));
        assertThat(settings.load().until().count()).hasValue(100_000);
        assertThat(settings.load().timeline().warmUp()).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings.load().timeline().measurement()).isEqualTo(Duration.ofHours(1));
        assertThat(settings.load().attempts().most()).isEqualTo(4);
        assertThat(settings.load().seed()).isEqualTo(new Seed(-9));
        assertThat(settings.data().policy()).isEqualTo(LoadPolicy.NEVER);
        assertThat(settings.data().loaders()).isEqualTo(6);
        assertThat(request.output().directory()).contains(directory.resolve("out"));
        assertThat(request.output().metricsPort()).hasValue(0);
        assertThat(request.output().quiet()).isTrue();
        assertThat(request.output().json()).isTrue();
    }

    @Test
    void theDataDirectoryGoesToTheEmbeddedServer() {
        assertThat(read("data-dir=" + directory, "load=only").target().dataDir())
                .contains(directory);
    }

    @Test
    void allProblemsAreToldTogether() {
        assertProblems(
                new String[] {"size=11", "wharehouses=1", "users=0", "warmup=30", "duration=0s", "load=sometimes"},
                "--users",
                "--warmup must be a time with its unit",
                "--duration",
                "--load must be one of auto, always, each, only, never",
                "--size",
                "wharehouses");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "target=fake:there data-dir=d | --data-dir",
                "target=fake:there password=prompt | --password needs a --user",
                "target=fake:wrong | fake:wrong can never work",
                "user=bob | --user and --password are for a server of your own",
                "load=only | needs a --data-dir",
                "load=never | needs the --data-dir",
                "arrival=poisson | --arrival",
                "late=skip | --late is about the requests of --rate",
                "rate=5 late=drop | --late must be one of queue, skip",
                "rate=0->0 | --rate must be",
                "rate=20..10 | --rate must be",
                "until=0 | --until",
                "until=err<0 | --until",
                "until=err<2 | a standard error of the mean rate",
                "until=err<0.02,n> | --until",
                "data-dir=d load=only json | --json",
                "target=fake:there user=bob password=env:DBHARNESS_NO_SUCH_VARIABLE | DBHARNESS_NO_SUCH_VARIABLE",
                "metrics-port=65536 | --metrics-port",
                "connections=0 | --connections",
                "rate=0 | --rate",
                "loaders=0 | --loaders",
                "max-attempts=0 | --max-attempts",
                "seed=x | --seed",
                "isolation=chaos | --isolation"
            })
    void whatCannotWorkIsAProblem(String words, String problem) {
        assertProblems(words.split(" "), problem);
    }

    @Test
    void aPasswordTypedInPlaceOfAReferenceIsNotRepeated() {
        assertThatThrownBy(() -> read("target=fake:there", "user=bob", "password=hunter2"))
                .hasMessageContaining("--password must be env:NAME, file:PATH or prompt")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aPasswordCanBeAskedForOnlyWhereSomebodyIs() {
        assertThat(new WordOptions(false).problems("target=fake:there", "user=bob", "password=prompt"))
                .singleElement()
                .asString()
                .contains("needs a terminal");
        assertThat(words.read("target=fake:there", "user=bob", "password=prompt")
                        .asksForPassword())
                .isTrue();
    }

    @Test
    void aDirectoryWithAResultIsNotWrittenInto() throws Exception {
        Files.createFile(directory.resolve("result.json"));

        assertProblems(new String[] {"out=" + directory}, "already holds a result");
    }

    @Test
    void aDirectoryBelowAFileIsRefusedBeforeAnythingIsOpened() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));

        assertProblems(new String[] {"out=" + file.resolve("run")}, "cannot be created: " + file + " is a file");
    }

    @Test
    void aFileIsNoDirectory() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));

        assertProblems(new String[] {"out=" + file, "data-dir=" + file}, "--out", "--data-dir");
    }

    @Test
    void usersAreTheWorkloadsOwnAndShareAFewConnections() {
        BoundWorkload<?> workload = TestWorkload.withUsers(600);

        var plan = read().load().plan(workload);

        assertThat(plan.load()).isEqualTo(new ClosedLoop(600, workload.thinkTime()));
        assertThat(plan.connections()).isEqualTo(12);
    }

    @Test
    void usersWhomNothingPacesAreAsManyAsConnections() {
        BoundWorkload<?> workload = TestWorkload.withUsers(600, ThinkTime.NONE);

        var plan = read("connections=4").load().plan(workload);

        assertThat(plan.load()).isEqualTo(new ClosedLoop(4, ThinkTime.NONE));
        assertThat(read().load().plan(workload).load().users()).isEqualTo(12);
        assertThat(read("users=30", "connections=4")
                        .load()
                        .plan(workload)
                        .load()
                        .users())
                .isEqualTo(30);
    }

    @Test
    void thereAreNoMoreConnectionsThanUsers() {
        assertThat(read("users=2").load().plan(TestWorkload.withUsers(600)).connections())
                .isEqualTo(2);
        assertThat(read("users=2").load().connectionLimit()).isEqualTo(2);
        assertThat(read("users=2", "connections=5").load().connectionLimit()).isEqualTo(5);
    }

    @Test
    void aRateIsServedByAsManyUsersAsConnections() {
        var plan = read("rate=50", "connections=7").load().plan(TestWorkload.withUsers(600));

        assertThat(plan.load()).isInstanceOf(OpenArrivals.class);
        assertThat(plan.load().users()).isEqualTo(7);
        assertThat(plan.connections()).isEqualTo(7);
        assertThat(plan.load().describe()).contains("50/s").contains("uniform");
    }

    @Test
    void aRampWarmsUpAtItsFirstRateAndRisesOverTheMeasurement() {
        var plan = read("rate=100->500/s", "connections=7", "warmup=10s", "duration=1m")
                .load()
                .plan(TestWorkload.withUsers(600));

        assertThat(plan.load())
                .isInstanceOfSatisfying(
                        OpenArrivals.class,
                        open -> assertThat(open.rate())
                                .isEqualTo(new RateProfile(List.of(
                                        new Segment(100, 100, Duration.ofSeconds(10)),
                                        new Segment(100, 500, Duration.ofMinutes(1))))));
    }

    @Test
    void aRampWithoutWarmUpBeginsAtOnce() {
        var plan = read("rate=0->500", "warmup=0s", "duration=1m").load().plan(TestWorkload.withUsers(600));

        assertThat(plan.load().describe()).contains("open, 0->500/s over 60s, uniform");
    }

    @Test
    void aRunCanEndByCount() {
        assertThat(read("until=70")
                        .load()
                        .plan(TestWorkload.withUsers(600))
                        .limits()
                        .count())
                .hasValue(70);
        assertThat(read().load().plan(TestWorkload.withUsers(600)).limits()).isEqualTo(Limits.DEFAULT);
    }

    @Test
    void aRunCanEndByTheStandardErrorOfItsMeanRate() {
        assertThat(precision("until=err<0.02")).contains(new Precision(0.02, 30));
        assertThat(precision("until=err<0.005,n>10")).contains(new Precision(0.005, 10));
        assertThat(read("until=70,err<0.1").load().until())
                .isEqualTo(new Until(OptionalLong.of(70), Optional.of(new Precision(0.1, 30))));
    }

    private Optional<Precision> precision(String until) {
        return read(until).load().plan(TestWorkload.withUsers(600)).limits().precision();
    }

    @Test
    void whatIsOutstandingIsUsersWithAConnectionEach() {
        var plan = read("outstanding=64").load().plan(TestWorkload.withUsers(600, ThinkTime.NONE));

        assertThat(plan.load()).isEqualTo(new ClosedLoop(64, ThinkTime.NONE));
        assertThat(plan.connections()).isEqualTo(64);
        assertThat(read("outstanding=64", "rate=50")
                        .load()
                        .plan(TestWorkload.withUsers(600))
                        .connections())
                .isEqualTo(64);
        assertProblems(new String[] {"outstanding=4", "users=2"}, "give either it or --users and --connections");
        assertProblems(new String[] {"outstanding=4", "sweep=users=1..8"}, "leave out --outstanding");
    }

    @Test
    void aWorkloadMayTakeItsTargetFromItsParametersUnlessOneIsTyped() {
        WorkloadDescriptor orders = new WorkloadDescriptor(
                "orders",
                "Orders.",
                "Orders.",
                TestWorkload.DESCRIPTOR.parameters(),
                "fake:SIZE",
                given -> "fake:" + given.text("size"));
        WordOptions own = new WordOptions(orders);

        assertThat(own.spec("size=7").target().url()).isEqualTo("fake:7");
        assertThat(own.spec("size=7", "target=fake:there").target().url()).isEqualTo("fake:there");
    }

    @Test
    void anyOptionCanBeSwept() {
        RunSpec spec = read(
                "target=fake:there", "sweep=size=1..4", "sweep=isolation=serializable,snapshot", "sweep=users=5,6");

        assertThat(spec.variants()).hasSize(6).first().satisfies(variant -> {
            assertThat(variant.levels()).isEqualTo(Map.of("size", "1", "isolation", "serializable"));
            assertThat(variant.spec().workload().parameters()).containsEntry("size", "1");
            assertThat(variant.spec().target().options()).containsEntry("isolation", "serializable");
            assertThat(variant.spec().experiment().axes()).hasSize(1);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sweep=size=1,11 | --size must be a whole number from 1 to 10, not '11'",
                "sweep=size=1,2 size=3 | --sweep sets the size; leave out --size",
                "sweep=size=1,2 sweep=size=3 | size is varied twice",
                "sweep=out=a,b | known factors",
                "sweep=isolation=chaos | --isolation",
                "sweep=size=1,2 search=p99<1ms | leave out --sweep"
            })
    void whatCannotBeSweptIsAProblem(String words, String problem) {
        assertProblems(words.split(" "), problem);
    }

    @Test
    void aProblemIsToldWhereTheOptionWasGiven() {
        Problems problems = new Problems();
        Options options = new Options(Map.of(
                "size", Options.Given.of("size", List.of("11"), "study.yaml:3: "),
                "arrival", Options.Given.of("arrival", List.of("poisson"), "study.yaml:7: ")));

        words.reader().read(Phase.ALL, options, problems);

        assertThat(problems.lines())
                .anySatisfy(line -> assertThat(line).startsWith("study.yaml:3: --size must be"))
                .anySatisfy(line -> assertThat(line).startsWith("study.yaml:7: --arrival"));
    }

    private static List<String> linesOf(String problem, String... options) {
        WorkloadDescriptor orders = new WorkloadDescriptor(
                "orders",
                "Orders.",
                "Orders and nothing else.",
                List.of(
                        new Parameter("size", "how large", "3", Domain.whole(1, 10)),
                        new Parameter("pages", "how many", "3", Domain.whole(1, 10)),
                        new Parameter("colour", "which", "red", Domain.choice(List.of("red", "blue")))),
                "sim:service=1ms");
        Options given = new Options(
                Map.of(
                        "size", Options.Given.of("size", List.of("4"), "study.yaml:3: "),
                        "colour", Options.Given.of("colour", List.of("blue"), "study.yaml:4: ")),
                "study.yaml:1: ");
        Problems problems = new Problems();
        new SpecReader(
                        TestWorkload.of(orders, (parameters, found) -> found.add(problem, options)),
                        Catalog.found(),
                        new Machine(2, false))
                .read(Phase.ALL, given, problems);
        return problems.lines();
    }

    @Test
    void aProblemHasThePlaceOfTheOptionThatCausesItWhateverItsWords() {
        assertThat(linesOf("four is too much for --colour blue", "size"))
                .containsExactly("study.yaml:3: four is too much for --colour blue");
        assertThat(linesOf("--pages of one --size have one --colour", "pages", "colour", "size"))
                .containsExactly("study.yaml:4: --pages of one --size have one --colour");
        assertThat(linesOf("--pages are too few", "pages")).containsExactly("study.yaml:1: --pages are too few");
        assertThat(linesOf("two lines\nabout the --colour"))
                .containsExactly("study.yaml:1: two lines", "study.yaml:1: about the --colour");
    }
}
