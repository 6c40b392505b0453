package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbharness.load.LoadModel;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.load.Timeline;
import io.dbharness.measure.Counts;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.IntervalSnapshot.Span;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.measure.Quantiles;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.sut.TargetInfo;
import io.dbharness.testkit.CountingWorkload;
import io.dbharness.testkit.SimulatedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFilesTest {

    private final SimulatedRun run = SimulatedRun.of(
            LoadModel.open(200, 4),
            Duration.ofSeconds(30),
            (operation, startedAt) -> ServiceModel.Service.completed(startedAt + 1_000_000 + startedAt % 777_777));

    @Test
    void aResultReadsBackAsItWasWritten(@TempDir Path directory) {
        ResultCodec codec = new ResultCodec();

        codec.write(run.result(), directory);

        assertThat(codec.read(directory)).isEqualTo(run.result());
    }

    @Test
    void aDirectoryOfRunsIsNoResultAndSaysWhichOnesItHolds(@TempDir Path study) throws IOException {
        ResultCodec codec = new ResultCodec();
        assertThatThrownBy(() -> codec.read(study))
                .isInstanceOf(HarnessException.class)
                .hasMessage("no result.json in " + study + "; give the directory that --out named");

        Path second = Files.createDirectories(study.resolve("load/run-002"));
        Path first = Files.createDirectories(study.resolve("load/run-001"));
        codec.write(run.result(), second);
        codec.write(run.result(), first);

        assertThatThrownBy(() -> codec.read(study))
                .isInstanceOf(HarnessException.class)
                .hasMessage("no result.json in " + study + "; give one of the runs inside it, for example " + first);
    }

    @Test
    void aResultFromBeforeThereWereStepsIsRead() throws IOException {
        ObjectNode old = (ObjectNode) new ObjectMapper().readTree(new ResultCodec().encode(run.result()));
        old.remove(List.of("steps", "checksum"));

        assertThat(new ResultCodec().decode(old.toString())).isEqualTo(run.result());
    }

    @Test
    void aResultHoldsTheHistogramsFromWhichEveryPrintedPercentileCanBeMadeAgain() {
        LatencyResult response = run.result().operation("Read").orElseThrow().response();
        LatencyHistogram restored = response.distribution();

        assertThat(restored.count()).isEqualTo(response.count());
        Quantiles.BY_NAME.forEach((name, quantile) ->
                assertThat(restored.quantileNanos(quantile)).as(name).isEqualTo(response.nanos(name)));
    }

    @Test
    void theJsonHasTheKeysOfTheContractWhateverTheLocale() throws IOException {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            JsonNode json = new ObjectMapper().readTree(new ResultCodec().encode(run.result()));

            assertThat(json.fieldNames())
                    .toIterable()
                    .contains(
                            "schemaVersion",
                            "id",
                            "createdAt",
                            "tool",
                            "workload",
                            "target",
                            "environment",
                            "plan",
                            "windows",
                            "totals",
                            "throughputPerSecond",
                            "operations",
                            "scores",
                            "checks",
                            "health",
                            "server",
                            "verdict",
                            "caveats");
            assertThat(json.get("totals").fieldNames())
                    .toIterable()
                    .contains("intended", "started", "skipped", "completed", "failed", "retried", "pending");
            JsonNode response = json.get("operations").get(0).get("response");
            assertThat(response.fieldNames())
                    .toIterable()
                    .contains("count", "minNanos", "meanNanos", "maxNanos", "percentilesNanos", "histogram");
            assertThat(response.get("percentilesNanos").fieldNames())
                    .toIterable()
                    .startsWith("p25", "p50")
                    .endsWith("n8", "n9");
            assertThat(json.get("throughputPerSecond").get("ci95")).hasSize(2);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aResultOfANewerVersionIsRefusedWithAdvice() {
        String newer =
                new ResultCodec().encode(run.result()).replace("\"schemaVersion\" : 2", "\"schemaVersion\" : 99");

        assertThatThrownBy(() -> new ResultCodec().decode(newer))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("99");
    }

    @Test
    void aDirectoryWithoutAResultIsNamed(@TempDir Path directory) {
        assertThatThrownBy(() -> new ResultCodec().read(directory))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("result.json")
                .hasMessageContaining(directory.toString());
    }

    @Test
    void theIntervalLogOpensInHdrHistogramsOwnReaderAndAddsUpToTheTotals(@TempDir Path directory) throws IOException {
        try (IntervalFiles files = new IntervalFiles(directory, Instant.ofEpochSecond(1_000))) {
            run.intervals().forEach(files::interval);
        }

        Histogram total = new Histogram(3);
        try (HistogramLogReader reader =
                new HistogramLogReader(directory.resolve(IntervalFiles.LOG).toFile())) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                if ("measure/Read/response".equals(next.getTag())) {
                    total.add((Histogram) next);
                }
            }
        }
        LatencyResult response = run.result().operation("Read").orElseThrow().response();
        assertThat(total.getTotalCount()).isEqualTo(response.count());
        assertThat(total.valuesAreEquivalent(total.getValueAtPercentile(50), response.nanos("p50")))
                .isTrue();
    }

    @Test
    void theIntervalTableHasOneLineForEachIntervalAndOperationWithPointsForDecimals(@TempDir Path directory)
            throws IOException {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.FRANCE);
            try (IntervalFiles files = new IntervalFiles(directory, Instant.ofEpochSecond(1_000))) {
                run.intervals().forEach(files::interval);
            }
        } finally {
            Locale.setDefault(before);
        }
        try (Stream<String> lines = Files.lines(directory.resolve(IntervalFiles.TABLE))) {
            List<String> table = lines.toList();
            int columns = table.get(0).split(",", -1).length;
            assertThat(table)
                    .hasSizeGreaterThan(60)
                    .allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(columns));
            assertThat(table.get(1)).startsWith("0.000,1.000,measure,Read,measure,");
        }
    }

    @Test
    void theIntervalTableHasEachFigureUnderItsHeadAndInItsUnit(@TempDir Path directory) throws IOException {
        OperationInterval interval = new OperationInterval(
                Phase.WARM_UP,
                new Operation(0, "Pay", OperationKind.TRANSACTION),
                new Counts(10, 9, 4, Map.of(FailureKind.TIMEOUT, 1L), Map.of(2, 3L), 8),
                nanos(2_000_000, 4_000_000),
                nanos(1_000_000, 1_500_000),
                nanos(500_000, 700_000),
                nanos(8_000_000));
        try (IntervalFiles files = new IntervalFiles(directory, Instant.ofEpochSecond(1_000))) {
            files.interval(new IntervalSnapshot(
                    new Span(2_000_000_000, 3_000_000_000L, Phase.MEASUREMENT),
                    5,
                    6,
                    List.of(interval),
                    List.of(),
                    new LatencyHistogram(),
                    Optional.empty()));
        }

        assertThat(Files.readAllLines(directory.resolve(IntervalFiles.TABLE)))
                .containsExactly(
                        "start_s,end_s,phase,operation,intended_in,started,completed,rolled_back,failed,retried,in_flight,backlog,"
                                + "response_mean_ms,response_p50_ms,response_p99_ms,response_max_ms,service_p50_ms,service_p99_ms,"
                                + "connection_wait_p99_ms",
                        "2.000,3.000,measure,Pay,warmup,10,9,4,1,3,5,6,3.000,2.000,4.000,4.000,1.000,1.500,0.700");
    }

    private static LatencyHistogram nanos(long... values) {
        LatencyHistogram histogram = new LatencyHistogram();
        Arrays.stream(values).forEach(histogram::record);
        return histogram;
    }

    @Test
    void aResultDoesNotHoldThePasswordOfItsAddress() {
        Tally tally = new Tally();
        run.intervals().forEach(tally::interval);
        LoadModel load = LoadModel.open(200, 4);
        RunResult result = new RunRecord(
                        new RunRecord.Origin(
                                run.result().id(),
                                run.result().createdAt(),
                                run.result().tool(),
                                run.result().workload(),
                                Map.of()),
                        new CountingWorkload().operations(),
                        new TargetInfo(
                                "PostgreSQL", "16", "jdbc:postgresql://h/d?password=hunter2", Map.of(), List.of()),
                        RunPlan.of(load, 4, Timeline.of(Duration.ZERO, Duration.ofSeconds(30)), Seed.DEFAULT),
                        tally,
                        run.accounts(),
                        SimulatedRun.undisturbed())
                .judge(List.of());

        assertThat(new ResultCodec().encode(result))
                .contains("jdbc:postgresql://h/d?password=***")
                .doesNotContain("hunter2");
    }

    @Test
    void readsAndWritesAreAlsoStoredTogether() {
        List<String> columns = run.result().combined().stream()
                .map(RunResult.CombinedResult::name)
                .toList();
        LatencyResult total = run.result().combined("total").orElseThrow().response();
        LatencyResult read = run.result().combined("read").orElseThrow().response();
        LatencyResult write = run.result().combined("write").orElseThrow().response();

        assertThat(columns).containsExactly("read", "write", "total");
        assertThat(total.count()).isEqualTo(read.count() + write.count());
        // A pooled percentile lies between those of its parts, or in a cell with one of them.
        Histogram cells = total.distribution().histogram();
        Quantiles.BY_NAME
                .keySet()
                .forEach(name -> assertThat(cells.medianEquivalentValue(total.nanos(name)))
                        .isBetween(
                                cells.medianEquivalentValue(Math.min(read.nanos(name), write.nanos(name))),
                                cells.medianEquivalentValue(Math.max(read.nanos(name), write.nanos(name)))));
    }
}
