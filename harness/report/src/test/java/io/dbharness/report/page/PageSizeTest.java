package io.dbharness.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Problems;
import io.dbharness.report.ConditionOutcomes;
import io.dbharness.report.SampleSeries;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.ServerStatistics.Gaps;
import io.dbharness.result.ServerStatistics.Series;
import io.dbharness.result.history.IntervalHistory;
import io.dbharness.result.history.IntervalHistory.Ended;
import io.dbharness.result.history.IntervalHistory.Stretch;
import io.dbharness.study.ChartSpec;
import io.dbharness.study.DeclaredLimits;
import io.dbharness.study.Formula;
import io.dbharness.study.Observation;
import io.dbharness.study.Source;
import io.dbharness.study.Study;
import io.dbharness.study.StudyChart;
import io.dbharness.study.StudyChart.Point;
import io.dbharness.study.StudyDesign;
import io.dbharness.study.StudyDesign.Level;
import io.dbharness.study.StudyEvaluation;
import io.dbharness.study.TableSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A run of a day, and five subjects with three repeats of half an hour each, with everything a server and its machine tell each second. */
class PageSizeTest {

    private static final int MOST_BYTES = 5_000_000;
    private static final int MOST_BYTES_OF_A_RUN = 3_000_000;
    private static final int SECONDS = 1800;
    private static final int DAY = 86_400;
    private static final int REPEATS = 3;
    private static final List<String> SUBJECTS = List.of("standard", "premium", "premium_v2", "ultra", "local");
    private static final List<String> LEVELS = List.of(
            "diskIops",
            "diskMBPerSecond",
            "diskQueue",
            "diskLatencyMillis",
            "diskBusyPercent",
            "hostCpuPercent",
            "hostMemoryPercent",
            "walBytesPerSecond",
            "cacheHitPercent",
            "activeSessions",
            "lockWaits",
            "databaseBytes");

    private final RandomGenerator random =
            RandomGeneratorFactory.of("L64X128MixRandom").create(7);

    private RunResult run(int seconds) {
        LatencyHistogram values = new LatencyHistogram();
        for (int i = 0; i < 100_000; i++) {
            values.record((long) (1e6 * Math.exp(1 + random.nextGaussian())));
        }
        List<Series> series = LEVELS.stream()
                .map(name -> new Series(
                        name,
                        -60,
                        1,
                        Stream.generate(() -> 1000 * random.nextDouble())
                                .limit(seconds + 60)
                                .toList()))
                .toList();
        ServerStatistics server = new ServerStatistics(series, Map.of(), Gaps.NONE)
                .with(Map.of("diskIops", 900.0, "diskMBPerSecond", 800.0));
        return SampleSeries.run(Map.of(), 1000, LatencyResult.of(values), List.of(), server);
    }

    /** As the reader makes it of so many intervals. */
    private IntervalHistory history(int stretches) {
        return history(SECONDS, stretches);
    }

    private IntervalHistory history(int seconds, int stretches) {
        double length = (double) seconds / stretches;
        return new IntervalHistory(
                length,
                IntStream.range(-stretches / 30, stretches)
                        .mapToObj(i -> {
                            Map<String, Ended> ended = new TreeMap<>();
                            for (String operation :
                                    List.of("NewOrder", "Payment", "Delivery", "OrderStatus", "StockLevel")) {
                                ended.put(operation, ended());
                            }
                            Map<Integer, Long> buckets = new TreeMap<>();
                            IntStream.range(30, 60).forEach(b -> buckets.put(b, random.nextLong(1, 1000)));
                            return new Stretch(i * length, ended, ended(), buckets, 4, 1);
                        })
                        .toList());
    }

    private Ended ended() {
        return new Ended(
                random.nextLong(500, 2000),
                1,
                random.nextLong(1_000_000, 2_000_000),
                random.nextLong(3_000_000, 9_000_000),
                random.nextLong(10_000_000, 90_000_000));
    }

    private static int bytes(String page) {
        return page.getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void thePageOfARunOfADayIsSmall() {
        String page = new RunPage(history(DAY, RunPage.STRETCHES), ConditionOutcomes.NONE, List.of("result.json"))
                .report(run(DAY));

        assertThat(bytes(page)).isLessThan(MOST_BYTES_OF_A_RUN);
    }

    @Test
    void thatOfAStudyIsSmall() {
        List<Observation> runs = new ArrayList<>();
        Map<String, IntervalHistory> histories = new LinkedHashMap<>();
        List<Map<String, String>> planned = new ArrayList<>();
        for (String subject : SUBJECTS) {
            for (int repeat = 1; repeat <= REPEATS; repeat++) {
                Map<String, String> labels = Map.of("disk", subject, "workload", "orders", "repeat", "" + repeat);
                String directory = subject + "-" + repeat;
                planned.add(labels);
                runs.add(Observation.measured(labels, run(SECONDS), directory));
                histories.put(directory, history(SeriesPage.STRETCHES));
            }
        }
        Study study = new StudyEvaluation(design(planned), List.of(new Source("", runs)), (run, metric) -> course())
                .study("article", List.of(), List.of());

        String page = new StudyPage(histories).html(study);

        assertThat(bytes(page)).isLessThan(MOST_BYTES);
        assertThat(page)
                .contains(
                        "<section id=\"charts\">",
                        "<section id=\"over-time\">",
                        "<section id=\"percentiles\">",
                        "<section id=\"resources\">",
                        "<section id=\"run-to-run\">",
                        "<section id=\"load-generator\">",
                        "<section id=\"environment\">",
                        "<section id=\"glossary\">");
    }

    private List<Point> course() {
        return IntStream.range(0, SECONDS)
                .mapToObj(second -> Point.of(second, 1e6 * random.nextDouble()))
                .toList();
    }

    private static StudyDesign design(List<Map<String, String>> planned) {
        List<Formula> formulas = Stream.of("throughput", "p99", "server.diskIops")
                .map(text -> Formula.parse(text, text, new Problems()).orElseThrow())
                .toList();
        ChartSpec timeline = new ChartSpec(
                "timeline",
                StudyChart.Kind.TIMELINE,
                "Over time",
                TableSpec.Selection.ALL,
                List.of("disk"),
                new ChartSpec.Panels(formulas, List.of(), Map.of()));
        DeclaredLimits declared =
                new DeclaredLimits(Map.of("diskIops", "900", "diskMBPerSecond", "800"), Optional.of("1"));
        return new StudyDesign(
                "disks",
                "Disks",
                new StudyDesign.Compared(
                        "disk",
                        Map.of(
                                "disk",
                                SUBJECTS.stream()
                                        .map(name -> new Level(name, name, Map.of(), declared))
                                        .toList(),
                                "workload",
                                List.of(new Level("orders", "Orders", Map.of(), DeclaredLimits.NOTHING))),
                        Optional.of("premium")),
                planned,
                Map.of(),
                new StudyDesign.Contents(List.of(), List.of(timeline), List.of()));
    }
}
