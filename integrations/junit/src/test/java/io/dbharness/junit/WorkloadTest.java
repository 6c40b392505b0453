package io.dbharness.junit;

import static io.dbharness.junit.RunAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.dbharness.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Tests of users, executed here; their targets exist only as arithmetic. */
@Tag("slow")
class WorkloadTest {

    private static EngineTestKit.Builder kit(Class<?> tests) {
        return EngineTestKit.engine("junit-jupiter").selectors(selectClass(tests));
    }

    private static Events passed(Class<?> tests, int number) {
        Events all = kit(tests).execute().testEvents();
        return all.assertStatistics(counts -> counts.succeeded(number).failed(0).aborted(0));
    }

    private static void failsWith(EngineExecutionResults results, Class<? extends Throwable> type, String... parts) {
        Predicate<String> all = text -> List.of(parts).stream().allMatch(text::contains);
        results.testEvents()
                .assertStatistics(counts -> counts.succeeded(0))
                .assertThatEvents()
                .haveAtLeastOne(event(finishedWithFailure(instanceOf(type), message(all))));
    }

    static class Gate {
        @Test
        @RunWorkload(
                value = "tpcc",
                options = {"warehouses=10", "think-time=none", "connections=4", "warmup=1s", "duration=30s"},
                target = "sim:service=5ms")
        void newOrdersAreQuick(RunResult result) {
            assertThat(result)
                    .isValid()
                    .p99("NewOrder")
                    .isLessThan(Duration.ofMillis(50))
                    .tpmC()
                    .isGreaterThan(1000);
        }
    }

    @Test
    void aGateThatPassesFailsWhenTheServerIsSlower() {
        passed(Gate.class, 1);

        EngineExecutionResults slower = kit(Gate.class)
                .configurationParameter("dbharness.target", "sim:service=55ms")
                .execute();

        failsWith(
                slower,
                AssertionError.class,
                "p99(NewOrder) < 50.00 ms does not hold",
                "p99(NewOrder) is 55.",
                "(95 % confidence within the run: 55.",
                "verdict   ",
                "warehouses 10");
    }

    @Test
    void whatIsGivenFromOutsideTakesThePlaceOfAnOption() {
        kit(Gate.class)
                .configurationParameter("dbharness.duration", "1ms")
                .configurationParameter("dbharness.warmup", "0")
                .execute()
                .testEvents()
                .assertStatistics(counts -> counts.failed(1));
    }

    @RunWorkload(
            value = "tpcc",
            options = {"think-time=none", "duration=30s"},
            target = "sim:service=5ms")
    static class OneRunForAll {
        static final Set<RunResult> RESULTS =
                Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

        @Test
        void isTheSameHere(RunResult result) {
            same(result);
        }

        @Test
        void andThere(RunResult result) {
            same(result);
        }

        @Nested
        class Inside {
            @Test
            void andInside(RunResult result) {
                same(result);
            }

            @Test
            @RunWorkload(
                    value = "tpcc",
                    options = {"think-time=none", "duration=30s", "seed=7"},
                    target = "sim:service=5ms")
            void butNotWhereTheMethodHasItsOwn(RunResult result) {
                assertThat(result.plan().seed()).isEqualTo(7);
            }
        }

        private static void same(RunResult result) {
            RESULTS.add(result);
            assertThat(RESULTS).hasSize(1);
        }
    }

    @Test
    void everyRunCanLeaveItsFiles(@TempDir Path folder) throws IOException {
        kit(Repeats.class)
                .configurationParameter("dbharness.out", folder.toString())
                .execute();

        try (Stream<Path> runs = Files.list(folder)) {
            assertThat(runs).hasSize(3).allMatch(run -> Files.exists(run.resolve("report.html")));
        }
    }

    @Test
    void methodsOfAClassShareItsRun() {
        OneRunForAll.RESULTS.clear();
        passed(OneRunForAll.class, 4);
    }

    @Test
    void alsoWhereTheyAreExecutedInParallel() {
        OneRunForAll.RESULTS.clear();
        kit(OneRunForAll.class)
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .execute()
                .testEvents()
                .assertStatistics(counts -> counts.succeeded(4).failed(0));
    }

    static class ElsewhereByField {
        @RegisterExtension
        static final WorkloadTarget TARGET = WorkloadTarget.of(() -> "sim:service=7ms");

        @Test
        @RunWorkload(
                value = "tpcc",
                options = {"think-time=none", "duration=30s"})
        void runsThere(RunResult result) {
            assertThat(result.target().url()).isEqualTo("sim:service=7ms");
        }
    }

    @Test
    void aTargetMayBeKnownOnlyWhenTheTestHasStartedIt() {
        passed(ElsewhereByField.class, 1);
    }

    static class Repeats {
        @Test
        @RunWorkload(
                value = "tpcc",
                options = {"think-time=none", "duration=30s"},
                target = "sim:service=5ms",
                repeat = 3)
        void haveSeedsOfTheirOwn(List<RunResult> results) {
            assertThat(results.stream().map(result -> result.plan().seed()).distinct())
                    .hasSize(3);
        }

        @Test
        void andNothingElseIsResolved() {}
    }

    @Test
    void repeatsAreAList() {
        passed(Repeats.class, 2);
    }

    static class Misspelt {
        @Test
        @RunWorkload(
                value = "tpcc",
                options = {"warehuoses=1", "connections=no", "fail-if=p99 > ", "load=only", "out=x", "repeat=2"},
                target = "sim:service=5ms")
        void option(RunResult result) {
            assertThat(result).isValid();
        }
    }

    @Test
    void everythingWrongWithTheOptionsIsNamedAtOnce() {
        failsWith(
                kit(Misspelt.class).execute(),
                ParameterResolutionException.class,
                "unknown parameter 'warehuoses'",
                "--connections must be a whole number",
                "leave out load=only",
                "dbharness.out keeps the files of all runs",
                "a test makes one run");
    }

    static class Rejected {
        @Test
        @RunWorkload(
                value = "tpcc",
                options = {"connections=2", "think-time=none", "warmup=0s", "duration=2s", "fail-if=throughput > 1"},
                target = "sim:service=5ms")
        void result(RunResult result) {
            assertThat(result).isValid();
        }
    }

    @Test
    void aConditionOfFailIfFailsTheTest() {
        failsWith(kit(Rejected.class).execute(), ParameterResolutionException.class, "fail-if: throughput > 1: holds");
    }

    static class Unknown {
        @Test
        @RunWorkload("tpc")
        void workload(RunResult result) {
            assertThat(result).isValid();
        }
    }

    @Test
    void anUnknownWorkloadIsAnsweredWithThoseOnTheClassPath() {
        failsWith(
                kit(Unknown.class).execute(),
                ParameterResolutionException.class,
                "unknown workload 'tpc'; did you mean 'tpcc'?; on the class path: tpcc");
    }

    static class Undeclared {
        @Test
        @org.junit.jupiter.api.extension.ExtendWith(WorkloadExtension.class)
        void run(RunResult result) {
            assertThat(result).isValid();
        }
    }

    @Test
    void aResultWithoutAWorkloadIsAskedFor() {
        failsWith(
                kit(Undeclared.class).execute(),
                ParameterResolutionException.class,
                "put one on the method or its class");
    }
}
