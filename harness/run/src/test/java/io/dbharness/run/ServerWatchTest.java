package io.dbharness.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.RunWindows;
import io.dbharness.load.Timeline;
import io.dbharness.result.ServerCsv;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.ServerStatistics.Figures;
import io.dbharness.result.ServerStatistics.Series;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.ServerProbe.Recording;
import io.dbharness.testkit.JumpingClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scripted probe on a clock that jumps to whatever is waited for. */
class ServerWatchTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    Path directory;

    private final JumpingClock clock = new JumpingClock();

    /** What a probe says at each question, by the seconds on the clock. */
    private abstract class Scripted implements ServerProbe {

        final CountDownLatch closed = new CountDownLatch(1);
        final List<Double> countersAsked = Collections.synchronizedList(new ArrayList<>());

        double seconds() {
            return clock.now() / 1e9;
        }

        @Override
        public Map<String, Double> counters() {
            countersAsked.add(seconds());
            return Map.of("commits", 1_000 + 50 * seconds());
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    private ServerStatistics watch(Scripted probe, Timeline timeline) throws InterruptedException {
        try (ServerWatch watch = new ServerWatch(clock, SECOND, probe, new ServerCsv(Optional.of(directory)))) {
            watch.begin(new RunWindows(timeline, 0));
            probe.closed.await();
            return watch.stop();
        }
    }

    private static Timeline timeline(double warmUp, double measurement) {
        return Timeline.of(
                Duration.ofMillis(Math.round(1e3 * warmUp)), Duration.ofMillis(Math.round(1e3 * measurement)));
    }

    @Test
    void aLevelIsReadAtTheEndOfEachIntervalOfWarmUpAndMeasurement() throws InterruptedException {
        Scripted probe = new Scripted() {
            @Override
            public Map<String, Double> read() {
                return Map.of("pending", seconds());
            }
        };

        ServerStatistics server = watch(probe, timeline(2, 5));

        assertThat(server.series())
                .containsExactly(new Series("pending", -2, 1, List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0)));
        assertThat(server.figures("pending")).contains(new Figures(5, 7, 7));
        assertThat(server.gaps()).isEqualTo(ServerStatistics.Gaps.NONE);
    }

    @Test
    void whatWasRecordedElsewhereIsAskedForOnceAndHasItsOwnIntervals() throws InterruptedException {
        List<Instant> asked = Collections.synchronizedList(new ArrayList<>());
        Scripted probe = new Scripted() {
            @Override
            public Map<String, Double> read() {
                return Map.of();
            }

            @Override
            public List<Recording> recorded(Instant from, Instant to) {
                asked.addAll(List.of(from, to));
                return List.of(
                        new Recording("late", from.plusSeconds(1), Duration.ofSeconds(2), Arrays.asList(3.0, null)),
                        new Recording("never", from, Duration.ofSeconds(2), Arrays.asList(null, null)));
            }
        };

        ServerStatistics server = watch(probe, timeline(2, 5));

        assertThat(asked).containsExactly(Instant.EPOCH.plusSeconds(2), Instant.EPOCH.plusSeconds(7));
        assertThat(server.series()).containsExactly(new Series("late", 1, 2, Arrays.asList(3.0, null)));
        assertThat(server.figures("late")).contains(new Figures(3, 3, 3));
        assertThat(server.gaps().count()).isEqualTo(3);
        assertThat(server.gaps().reason()).contains("recorded no value");
    }

    @Test
    void aRecordingThatCannotBeHadIsAGap() throws InterruptedException {
        Scripted probe = new Scripted() {
            @Override
            public Map<String, Double> read() {
                return Map.of("pending", 1.0);
            }

            @Override
            public List<Recording> recorded(Instant from, Instant to) {
                throw new IllegalStateException("no login");
            }
        };

        ServerStatistics server = watch(probe, timeline(0, 3));

        assertThat(server.figures("pending")).isPresent();
        assertThat(server.gaps()).isEqualTo(new ServerStatistics.Gaps(1, "no login"));
    }

    @Test
    void countsGrowFromTheStartToTheEndOfTheMeasurement() throws InterruptedException {
        Scripted probe = new Scripted() {
            @Override
            public Map<String, Double> read() {
                return Map.of();
            }
        };

        ServerStatistics server = watch(probe, timeline(2, 5));

        assertThat(probe.countersAsked).containsExactly(0.0, 2.0, 7.0);
        assertThat(server.counters()).containsExactly(Map.entry("commits", 250.0));
        assertThat(server.series()).isEmpty();
        assertThat(directory.resolve(ServerCsv.FILE)).doesNotExist();
    }

    @Test
    void whatIsLeftOfAnIntervalCountsAsOneInTheMeasurementAndNotBeforeIt() throws InterruptedException {
        Scripted probe = new Scripted() {
            @Override
            public Map<String, Double> read() {
                return Map.of("pending", seconds());
            }
        };

        ServerStatistics server = watch(probe, timeline(1.5, 2.25));

        assertThat(server.series()).containsExactly(new Series("pending", -1, 1, List.of(1.5, 2.5, 3.5, 3.75)));
        assertThat(probe.countersAsked).containsExactly(0.0, 1.5, 3.75);
    }

    @Test
    void aProbeThatThrowsLeavesGapsAndIsAskedAgain() throws Exception {
        Scripted probe = new Scripted() {
            @Override
            public Map<String, Double> read() throws Exception {
                if (seconds() == 3 || seconds() == 4) {
                    throw new IllegalStateException("no permission at " + seconds());
                }
                return seconds() == 5 ? Map.of("other", 9.0) : Map.of("pending", seconds());
            }
        };

        ServerStatistics server = watch(probe, timeline(1, 5));

        assertThat(server.series().get(1).values()).containsExactly(1.0, 2.0, null, null, null, 6.0);
        assertThat(server.series().get(0).values()).containsExactly(null, null, null, null, 9.0, null);
        assertThat(server.gaps()).isEqualTo(new ServerStatistics.Gaps(2, "no permission at 3.0"));
        assertThat(Files.readAllLines(directory.resolve(ServerCsv.FILE)))
                .containsExactly(
                        "end_s,phase,name,value",
                        "1.000,warmup,pending,1.0",
                        "2.000,measure,pending,2.0",
                        "5.000,measure,other,9.0",
                        "6.000,measure,pending,6.0");
    }

    @Test
    void aProbeThatIsSlowMissesIntervalsAndNotTheEnd() throws InterruptedException {
        Scripted probe = new Scripted() {
            @Override
            public Map<String, Double> read() {
                Map<String, Double> levels = Map.of("pending", seconds());
                if (seconds() == 2) {
                    clock.advance(Duration.ofMillis(2_500));
                }
                return levels;
            }
        };

        ServerStatistics server = watch(probe, timeline(0, 6));

        assertThat(server.series().get(0).values()).containsExactly(1.0, 2.0, null, null, 5.0, 6.0);
        assertThat(server.gaps()).isEqualTo(new ServerStatistics.Gaps(2, "the probe took longer than an interval"));
        assertThat(server.counters()).containsEntry("commits", 300.0);
    }

    @Test
    void aProbeThatHangsIsNotWaitedFor() throws InterruptedException {
        CountDownLatch hanging = new CountDownLatch(1);
        Scripted probe = new Scripted() {
            @Override
            public Map<String, Double> read() throws InterruptedException {
                if (seconds() == 2) {
                    hanging.countDown();
                    new CountDownLatch(1).await();
                }
                return Map.of("pending", seconds());
            }
        };
        ServerWatch watch = new ServerWatch(clock, SECOND, probe, new ServerCsv(Optional.of(directory)));
        watch.begin(new RunWindows(timeline(0, 4), 0));
        hanging.await();
        clock.advance(Duration.ofSeconds(2));

        ServerStatistics server = watch.stop();

        assertThat(server.series().get(0).values()).containsExactly(1.0, null, null, null);
        assertThat(server.counters()).isEmpty();
        // Three levels, and the counts at the end.
        assertThat(server.gaps())
                .isEqualTo(new ServerStatistics.Gaps(4, "the probe had not answered when the run ended"));
        probe.closed.await();
    }

    @Test
    void aRunThatIsStoppedEarlyHasTheReadingsUpToThere() throws InterruptedException {
        RunWindows windows = new RunWindows(timeline(0, 60), 0);
        Scripted probe = new Scripted() {
            @Override
            public Map<String, Double> read() {
                if (seconds() == 3) {
                    clock.advance(Duration.ofMillis(500));
                    windows.stopAt(clock.now());
                }
                return Map.of("pending", seconds());
            }
        };
        ServerWatch watch = new ServerWatch(clock, SECOND, probe, new ServerCsv(Optional.of(directory)));
        watch.begin(windows);
        probe.closed.await();

        ServerStatistics server = watch.stop();

        assertThat(server.series().get(0).values()).containsExactly(1.0, 2.0, 3.5, 3.5);
        assertThat(server.counters()).containsEntry("commits", 175.0);
        assertThat(server.gaps()).isEqualTo(ServerStatistics.Gaps.NONE);
    }

    @Test
    void aServerThatTellsNothingIsNotAsked() {
        try (ServerWatch watch =
                new ServerWatch(clock, SECOND, ServerProbe.SILENT, new ServerCsv(Optional.of(directory)))) {
            watch.begin(new RunWindows(timeline(1, 1), 0));

            assertThat(watch.stop()).isEqualTo(ServerStatistics.NONE);
        }
    }
}
