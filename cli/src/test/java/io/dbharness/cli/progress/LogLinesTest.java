package io.dbharness.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.cli.testkit.HandClock;
import io.dbharness.load.RunWindows;
import io.dbharness.load.Timeline;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogLinesTest {

    private final Locale locale = Locale.getDefault();
    private final HandClock clock = new HandClock();
    private final Captured captured = new Captured();
    private final LogLines lines = new LogLines(captured.stream(), clock);

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "en-US", "de-DE"})
    void aRunIsALineEveryTenSecondsAndOneAtTheEndOfEachWindow(String language) {
        Locale.setDefault(Locale.forLanguageTag(language));
        lines.step("opening \"4\" connections");
        lines.begin(new RunWindows(Timeline.of(Duration.ofSeconds(5), Duration.ofSeconds(22)), 777));

        for (int second = 1; second <= 28; second++) {
            lines.interval(Snapshots.second(second, second <= 5 ? 10 : 100));
        }

        assertThat(captured.text().lines())
                .containsExactly(
                        "step=\"opening '4' connections\"",
                        "phase=warmup elapsed=5s of=5s ops_per_s=10.0 p50_ms=5.001 p99_ms=10.000 errors=5 in_flight=3 backlog=2",
                        "phase=measure elapsed=10s of=22s ops_per_s=100.0 p50_ms=50.002 p99_ms=99.022 errors=10 in_flight=3 backlog=2",
                        "phase=measure elapsed=20s of=22s ops_per_s=100.0 p50_ms=50.002 p99_ms=99.022 errors=10 in_flight=3 backlog=2",
                        "phase=measure elapsed=22s of=22s ops_per_s=100.0 p50_ms=49.996 p99_ms=99.009 errors=2 in_flight=3 backlog=2");
    }

    @Test
    void loadingIsALineEveryTenSecondsAndOneAtItsEnd() {
        for (int second = 0; second < 25; second++) {
            lines.advance("load", second * 1_000L, 25_000, "rows");
            clock.advance(Duration.ofSeconds(1));
        }
        lines.advance("load", 25_000, 25_000, "rows");
        lines.advance("load", 25_000, 25_000, "rows");

        assertThat(captured.text().lines())
                .containsExactly(
                        "phase=load elapsed=10s done=10000 of=25000 unit=rows per_s=1000 eta=15s",
                        "phase=load elapsed=20s done=20000 of=25000 unit=rows per_s=1000 eta=5s",
                        "phase=load elapsed=25s done=25000 of=25000 unit=rows per_s=1000 eta=0s");
    }

    @Test
    void nobodyKnowsWhenStandingStillEnds() {
        lines.advance("index", 0, 2, "indexes");
        clock.advance(Duration.ofSeconds(11));
        lines.advance("index", 0, 2, "indexes");

        assertThat(captured.text().strip())
                .isEqualTo("phase=index elapsed=11s done=0 of=2 unit=indexes per_s=0 eta=unknown");
    }

    @Test
    void eachRunOfSeveralCountsForItself() {
        RunWindows windows = new RunWindows(Timeline.of(Duration.ZERO, Duration.ofSeconds(15)), 777);
        lines.label("1/2");
        lines.begin(windows);
        lines.interval(Snapshots.second(1, 10));
        lines.label("2/2");
        lines.begin(windows);

        for (int second = 1; second <= 10; second++) {
            lines.interval(Snapshots.second(second, 10));
        }

        assertThat(captured.text())
                .startsWith("run=2/2 phase=measure elapsed=10s of=15s ops_per_s=10.0 ")
                .contains("errors=10 ");
    }
}
