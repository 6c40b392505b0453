package io.dbharness.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.experiment.Factor;
import io.dbharness.experiment.Ramp;
import io.dbharness.load.OpenArrivals;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.request.RunSpec.JudgingSpec;
import io.dbharness.result.Condition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentReaderTest {

    private final WordOptions words = new WordOptions();

    @TempDir
    Path directory;

    private RunPlan plan(RunSpec settings) {
        return settings.load().plan(TestWorkload.withUsers(600));
    }

    private List<Map<String, String>> factors(String... typed) {
        RunSpec settings = words.spec(typed);
        return settings.experiment().series(List.of(plan(settings))).plans().stream()
                .map(RunPlan::factors)
                .toList();
    }

    @Test
    void aSweepMakesARunForEachValue() {
        assertThat(factors("sweep=connections=1,2,4..8"))
                .containsExactly(
                        Map.of("connections", "1"),
                        Map.of("connections", "2"),
                        Map.of("connections", "4"),
                        Map.of("connections", "8"));
    }

    @Test
    void aSweepMayEndWhereThroughputGrowsNoMore() {
        RunSpec spec = words.spec("sweep=users=4,8,16", "while-growing");

        assertThat(spec.experiment().experiment(List.of(plan(spec)))).isInstanceOf(Ramp.class);
    }

    @Test
    void sweepsMultiplyAndRepeat() {
        assertThat(factors("sweep=users=10,20", "sweep=connections=1,2", "repeat=3"))
                .hasSize(12)
                .startsWith(Map.of("users", "10", "connections", "1", "repeat", "1"))
                .endsWith(Map.of("users", "20", "connections", "2", "repeat", "3"));
    }

    @Test
    void stepsOfARateAreASweep() {
        RunSpec settings = words.spec("rate=20..60:20", "late=skip", "connections=5");

        List<RunPlan> plans =
                settings.experiment().series(List.of(plan(settings))).plans();

        assertThat(plans).hasSize(3).allSatisfy(plan -> assertThat(plan.load()).isInstanceOf(OpenArrivals.class));
        assertThat(plans.get(2).load().describe()).contains("60/s");
        assertThat(factors("sweep=rate=20..60:20", "late=skip"))
                .isEqualTo(plans.stream().map(RunPlan::factors).toList());
    }

    @Test
    void theSeedDecidesTheOrder() {
        String[] shuffled = {"sweep=users=1..512", "shuffle", "seed=5"};

        assertThat(factors(shuffled))
                .isEqualTo(factors(shuffled))
                .isNotEqualTo(factors("sweep=users=1..512"))
                .containsExactlyInAnyOrderElementsOf(factors("sweep=users=1..512"));
    }

    @Test
    void aSweepOfAnOptionMayBeShuffledAndGuarded() {
        RunSpec spec = words.spec("sweep=warmup=1s,2s,3s", "shuffle", "guard=errors <= 1%");

        assertThat(spec.experiment().shuffle()).isTrue();
        assertThat(spec.experiment().guards()).hasSize(1);
        assertThat(spec.variants()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "search=p50<10ms, CONNECTIONS, 1, 100000",
        "search=p50<10ms connections=7, CONNECTIONS, 7, 100000",
        "search=p50<10ms search-over=users users=9 connections=3, USERS, 9, 10000000",
        "search=p50<10ms search-over=outstanding connections=3, OUTSTANDING, 3, 100000",
        "search=p50<10ms search-over=outstanding outstanding=5, OUTSTANDING, 5, 100000",
        "search=p50<10ms rate=100, RATE, 100, 104857600",
        "search=p50<10ms rate=100 search-over=users, USERS, 1, 10000000",
        "search=p50<10ms target=embedded:fake, CONNECTIONS, 1, 1000"
    })
    void aSearchStartsAtTheGivenValue(String typed, Factor factor, double start, double most) {
        String target = typed.contains("target=") ? "" : " target=fake:there";

        var goal = words.spec((typed + target).split(" ")).experiment().goal().orElseThrow();

        assertThat(goal.factor()).isEqualTo(factor);
        assertThat(goal.bounds().start()).isEqualTo(start);
        assertThat(goal.bounds().most()).isEqualTo(most);
    }

    @Test
    void guardsBelongToASearchOrASweep() {
        var experiment = words.spec(
                        "search=p50<=10ms",
                        "guard=server.pendingCompactions<=20",
                        "guard=errors<=1%",
                        "target=fake:there")
                .experiment();

        assertThat(experiment.guards().stream().map(Condition::text))
                .containsExactly("server.pendingCompactions<=20", "errors<=1%");
        assertThat(words.problems("guard=errors<=1%", "target=fake:there"))
                .containsExactly(
                        "--guard selects the levels that count; give a --search or a --sweep, or leave it out");
        assertThat(words.problems("search=p50<=10ms", "guard=nonsense", "target=fake:there"))
                .hasSize(1)
                .allMatch(problem -> problem.startsWith("--guard: "));
    }

    @Test
    void aServerIsToldOfTheMostSessions() {
        assertThat(limit("sweep=connections=1..64")).isEqualTo(64);
        assertThat(limit("sweep=outstanding=1..32")).isEqualTo(32);
        assertThat(limit("sweep=users=1..64", "connections=3")).isEqualTo(3);
        assertThat(limit("search=p50<1s")).isEqualTo(1000);
        assertThat(limit("search=p50<1s", "rate=5", "connections=3")).isEqualTo(3);
    }

    private int limit(String... typed) {
        RunSpec settings = words.spec(typed);
        return settings.experiment().connectionLimit(settings.load().connectionLimit());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sweep=terminals=1,2 | --sweep: 'terminals=1,2' is not a factor",
                "sweep=users=1,x | --sweep: users: '1,x'",
                "sweep=users=1,2 sweep=users=3 | users is varied twice",
                "sweep=users=1,2 users=3 | leave out --users",
                "sweep=outstanding=1,2 connections=3 | leave out --connections",
                "sweep=outstanding=1,2 sweep=connections=3 | outstanding sets users and connections alike",
                "sweep=connections=200000 | --sweep connections goes beyond 100000",
                "sweep=rate=1,2 rate=5 | leave out --rate",
                "sweep=rate=1,2 rate=5..20:5 | rate is varied twice",
                "shuffle | --shuffle",
                "while-growing | --while-growing ends a --sweep",
                "sweep=users=1,2 repeat=2 while-growing | --while-growing ends a --sweep",
                "sweep=users=1,2 sweep=rate=5,9 while-growing | --while-growing ends a --sweep",
                "repeat=0 | --repeat",
                "repeat=2 load=only data-dir=d | leave out --repeat",
                "search-over=users | --search-over",
                "search=p50<10ms search-over=threads | --search-over must be one of",
                "search=p50<10ms search-over=rate | needs a --rate to start from",
                "search=p50<10ms rate=5->10 | needs a --rate to start from",
                "search=p50<10 | --search: p50",
                "search=p50<baseline | --search: 'p50<baseline' is not a service level",
                "search=p50<10ms sweep=users=1,2 repeat=3 shuffle | leave out --sweep, --repeat, --shuffle",
                "search=p50<10ms rate=5,10 | leave out the steps of --rate",
            })
    void combinationsWithoutSenseAreNamed(String typed, String problem) {
        assertThat(words.problems(typed.split(" "))).singleElement().asString().contains(problem);
    }

    @Test
    void anExperimentGoesOnInItsDirectoryButASingleRunDoesNotGoIntoIt() throws Exception {
        Files.createDirectories(directory.resolve("run-001"));

        assertThat(words.problems("out=" + directory, "repeat=2")).isEmpty();
        assertThat(words.problems("out=" + directory))
                .singleElement()
                .asString()
                .contains("already holds an experiment");
    }

    @Test
    void conditionsAreReadInOrder() {
        JudgingSpec judging = words.spec(
                        "fail-if=p99(NewOrder) > 20ms", "fail-if=errors > 0.1%", "strict", "fail-on-inconclusive")
                .judging();

        assertThat(judging.failIf())
                .extracting(Condition::text)
                .containsExactly("p99(NewOrder) > 20ms", "errors > 0.1%");
        assertThat(judging.strict()).isTrue();
        assertThat(judging.failOnInconclusive()).isTrue();
    }

    @Test
    void whatIsWrongWithConditionsIsToldTogether() {
        assertThat(words.problems("fail-if=p99 > 20", "fail-if=errors", "fail-if=throughput < 0.9*baseline", "users=0"))
                .hasSize(4)
                .anyMatch(p -> p.startsWith("--fail-if: p99 is compared with a time"))
                .anyMatch(p -> p.startsWith("--fail-if: 'errors' is not a condition"))
                .anyMatch(p -> p.contains("needs the --baseline"))
                .anyMatch(p -> p.startsWith("--users"));
    }

    @Test
    void whatBelongsToConditionsNeedsOne() {
        assertThat(words.problems("strict", "fail-on-inconclusive")).hasSize(2).allMatch(p -> p.contains("--fail-if"));
    }

    @Test
    void aBaselineThatCannotBeReadIsAProblem() {
        assertThat(words.problems("fail-if=throughput<baseline", "baseline=" + directory))
                .singleElement()
                .asString()
                .contains("--baseline: no result.json in " + directory);
    }

    private Request tried(String... typed) {
        Problems problems = new Problems();
        Request request = words.reader().read(Phase.TRY, WordOptions.typed(typed), problems);
        problems.throwIfAny();
        return request;
    }

    private List<String> refusals(String... typed) {
        Problems problems = new Problems();
        words.reader().read(Phase.TRY, WordOptions.typed(typed), problems);
        return problems.lines();
    }

    @Test
    void aTrialVariesASettingOfTheServerThatTheHarnessStarts() {
        RunSpec spec = tried("target=embedded:fake", "vary=work_mem=1MB,2MB").spec();

        assertThat(spec.experiment().trial()).contains(new TrialSpec(0.05, Duration.ofHours(2)));
        assertThat(spec.variants())
                .extracting(variant -> variant.spec().settings().server())
                .containsExactly(Map.of("work_mem", "1MB"), Map.of("work_mem", "2MB"));
    }

    @Test
    void aTrialOnAnyOtherServerAppliesItsSettingByACommand() {
        RunSpec spec =
                tried("target=fake:a", "vary=jit=on,off", "before=set.sh {jit}").spec();

        assertThat(spec.variants())
                .extracting(variant -> variant.spec().settings().command())
                .containsExactly(Optional.of("set.sh on"), Optional.of("set.sh off"));
        assertThat(refusals("target=fake:a", "vary=jit=on,off"))
                .first()
                .asString()
                .startsWith("--vary jit needs a --before command that applies the value to your server");
        assertThat(refusals("target=fake:a", "vary=jit=on,off", "before=set.sh"))
                .contains("--before has no {jit}, so every run would have the same jit");
    }

    @Test
    void aTrialNeedsTwoValuesAndABudgetForTheFirstLook() {
        assertThat(refusals("target=fake:a"))
                .containsExactly("try needs --vary with a name and two values or more that differ, such as --vary"
                        + " synchronous_commit=on,off");
        assertThat(refusals("target=embedded:fake", "vary=jit=on,on")).hasSize(1);
        assertThat(refusals("target=embedded:fake", "vary=jit=on,off", "budget=1m"))
                .containsExactly(
                        "--budget 1m is too short: 3 runs of each of 2 settings take 1980 s; give a longer one,"
                                + " or a shorter --duration or --warmup");
    }

    @Test
    void settingsOfAServerCanBeSweptAndAreForServersThatTheHarnessStarts() {
        assertThat(words.spec("target=embedded:fake", "sweep=server-setting.work_mem=1MB,2MB", "server-setting=jit=off")
                        .variants())
                .extracting(variant -> variant.spec().settings().server())
                .containsExactly(Map.of("work_mem", "1MB", "jit", "off"), Map.of("work_mem", "2MB", "jit", "off"));
        assertThat(words.problems("target=fake:a", "server-setting=jit=off"))
                .first()
                .asString()
                .startsWith("--server-setting is for servers that the harness starts");
        assertThat(words.problems("target=embedded:fake", "server-setting=jit"))
                .containsExactly("--server-setting must be NAME=VALUE such as shared_buffers=1GB, not 'jit'");
        assertThat(words.problems("target=embedded:fake", "server-setting=jit=off", "server-setting=jit=on"))
                .containsExactly("--server-setting jit is given twice, or varied too; leave one of them out");
    }
}
