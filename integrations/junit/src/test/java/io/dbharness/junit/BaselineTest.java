package io.dbharness.junit;

import static io.dbharness.junit.RunAssertions.assertThat;
import static io.dbharness.junit.RunAssertions.assertThatRuns;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import io.dbharness.model.UsageException;
import io.dbharness.request.RunSpec;
import io.dbharness.result.ResultCodec;
import io.dbharness.result.RunResult;
import io.dbharness.run.Harness;
import io.dbharness.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

@Tag("slow")
class BaselineTest {

    private static final String NOISY = "sim:service=lognormal(5ms;0.5)";

    private static final Map<RunSpec, RunResult> RESULTS = new ConcurrentHashMap<>();

    @TempDir
    Path folder;

    private static RunSpec spec(String target) {
        return RunSpec.of(WorkloadSpec.of("tpcc"))
                .on(target)
                .with("think-time", "none")
                .closed(4)
                .warmUp(Duration.ZERO)
                .duration(Duration.ofSeconds(30));
    }

    /** The same specification has the same result in virtual time, so tests share it. */
    private static RunResult run(RunSpec spec) {
        return RESULTS.computeIfAbsent(spec, BaselineTest::simulated);
    }

    private static RunResult simulated(RunSpec spec) {
        try (Harness harness = Harness.create()) {
            return harness.run(spec).result();
        }
    }

    private static RunResult run(String target) {
        return run(spec(target));
    }

    private static List<RunResult> runs(String target, int number) {
        return LongStream.range(0, number)
                .mapToObj(seed -> run(spec(target).seed(seed)))
                .toList();
    }

    private static void writing(ThrowingCallable comparison) {
        System.setProperty("dbharness.baseline", "write");
        try {
            assertThatThrownBy(comparison)
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessageContaining("is written: look at it, commit it, and run again without");
        } finally {
            System.clearProperty("dbharness.baseline");
        }
    }

    @Test
    void thatThereIsNoneIsSaidWithHowToMakeOne() {
        assertThatThrownBy(() ->
                        assertThat(run("sim:service=5ms")).isNotSlowerThan(folder.resolve("b"), withPercentage(5)))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("there is none yet", "-Ddbharness.baseline=write", "commit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"directory", "deep/er/file.json"})
    void oneThatWasWrittenIsComparedWith(String place) {
        Path baseline = folder.resolve(place);
        RunResult result = run("sim:service=5ms");
        writing(() -> assertThat(result).isNotSlowerThan(baseline, withPercentage(5)));

        assertThat(result).isNotSlowerThan(baseline, withPercentage(20));
        assertThat(run("sim:service=4ms")).isNotSlowerThan(baseline, withPercentage(5));
        assertThatThrownBy(() -> assertThat(run("sim:service=8ms")).isNotSlowerThan(baseline, withPercentage(5)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll(
                        "throughput at most 5% below the baseline does not hold",
                        "figure    throughput is 499.9",
                        "; baseline throughput is ",
                        "tpcc",
                        "95 % confidence within the run");
    }

    @Test
    void aMarginWithinTheIntervalsIsNoPass() {
        Path baseline = folder.resolve("b");
        RunResult result = run(NOISY);
        writing(() -> assertThat(result).isNotSlowerThan(baseline, withPercentage(5)));

        // By their points the two are equal.
        assertThatThrownBy(() -> assertThat(result).isNotSlowerThan(baseline, withPercentage(0.1)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("cannot be answered", "one run against one decides from 1", "--repeat");
        assertThatCode(() -> assertThat(result).isNotSlowerThan(baseline, withPercentage(30)))
                .doesNotThrowAnyException();
    }

    @Test
    void runsTooShortForAnIntervalAreNotCompared() throws IOException {
        Path baseline = folder.resolve("b");
        RunResult result = run(spec("sim:service=5ms").duration(Duration.ofSeconds(10)));
        new ResultCodec().write(result, created(baseline));

        assertThatThrownBy(() -> assertThat(result).isNotSlowerThan(baseline, withPercentage(5)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("throughput has no 95 % confidence interval in both runs");
    }

    private static Path created(Path directory) throws IOException {
        return Files.createDirectories(directory);
    }

    @Test
    void runsThatNoLaterRunCouldBeComparedWithAreNotWritten() {
        Path baseline = folder.resolve("b");
        RunResult result = run(spec("sim:service=5ms").duration(Duration.ofSeconds(10)));

        System.setProperty("dbharness.baseline", "write");
        try {
            assertThatThrownBy(() -> assertThat(result).isNotSlowerThan(baseline, withPercentage(5)))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("a run of 10 s has no 95 % confidence interval of its throughput");
            assertThatThrownBy(() -> assertThatRuns(List.of(result)).isNotSlowerThan(baseline, withPercentage(5)))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("here are 1");
        } finally {
            System.clearProperty("dbharness.baseline");
        }
        assertThat(Files.exists(baseline)).isFalse();
    }

    @Test
    void oneThatWasChangedIsRefusedByItsName() throws IOException {
        Path baseline = folder.resolve("b.json");
        RunResult result = run("sim:service=5ms");
        writing(() -> assertThat(result).isNotSlowerThan(baseline, withPercentage(5)));
        Files.writeString(baseline, Files.readString(baseline).replace("\"seed\" : 1", "\"seed\" : 2"));

        assertThatThrownBy(() -> assertThat(result).isNotSlowerThan(baseline, withPercentage(5)))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("b.json", "was changed or damaged");
    }

    @Test
    void oneOfAnotherLoadIsRefused() {
        Path baseline = folder.resolve("b");
        writing(() -> assertThat(run("sim:service=5ms")).isNotSlowerThan(baseline, withPercentage(5)));

        assertThatThrownBy(() -> assertThat(run(
                                spec("sim:service=5ms").with("warehouses", 2).closed(8)))
                        .isNotSlowerThan(baseline, withPercentage(5)))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(
                        "of another load", "warehouses 1 there and 2 here", "users 4 there and 8 here");
    }

    @Test
    void severalRunsAreComparedByWhatDiffersFromRunToRun() {
        Path baseline = folder.resolve("b");
        List<RunResult> three = runs(NOISY, 3);
        writing(() -> assertThatRuns(three).isNotSlowerThan(baseline, withPercentage(5)));
        assertThat(Files.exists(baseline.resolve("run-3").resolve("result.json")))
                .isTrue();

        assertThatRuns(three).areValid().eachSatisfies("p50 < 20ms").isNotSlowerThan(baseline, withPercentage(10));
        assertThatThrownBy(() -> assertThatRuns(three).isNotSlowerThan(baseline, withPercentage(0.001)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the runs differ too much from each other");
        assertThatThrownBy(() -> assertThatRuns(runs("sim:service=lognormal(6ms;0.5)", 3))
                        .isNotSlowerThan(baseline, withPercentage(5)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll(
                        "throughput at most 5% below the baseline does not hold", "slower: -1", "95 % CI");
        assertThatThrownBy(() -> assertThatRuns(runs(NOISY, 2)).isNotSlowerThan(baseline, withPercentage(5)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("here are 2");
        assertThatThrownBy(() -> assertThat(three.get(0)).isNotSlowerThan(baseline, withPercentage(5)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("it has 3 runs");
    }

    /** The better end of the interval of p99 is within the margin, the worse one is not. */
    @Test
    void aMarginWithinTheIntervalOfTheRatioIsNoPass() {
        Path baseline = folder.resolve("b");
        List<RunResult> three = runs(NOISY, 3);
        writing(() -> assertThatRuns(three).isNotSlowerThan(baseline, withPercentage(5)));

        assertThatThrownBy(() -> assertThatRuns(three).isNotSlowerThan(baseline, withPercentage(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("p99 at most 1% above the baseline cannot be answered: the runs differ too much");
    }

    @Test
    void rateScoresHaveTheIntervalOfTheThroughputTheyAre() {
        RunResult result = run(NOISY);
        List<Double> ends = result.intervals95().get("tpmC");
        List<Double> newOrders = result.intervals95().get("throughput(NewOrder)");

        Assertions.assertThat(ends).hasSize(2);
        Assertions.assertThat(ends.get(0)).isCloseTo(60 * newOrders.get(0), within(1e-6));
        Assertions.assertThat(ends.get(1)).isCloseTo(60 * newOrders.get(1), within(1e-6));
    }
}
