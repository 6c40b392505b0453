package io.dbharness.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import io.dbharness.cli.testkit.HandClock;
import io.dbharness.load.RunWindows;
import io.dbharness.load.Timeline;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LiveLineTest {

    private static final String ERASE = "\r\u001b[K";

    private final HandClock clock = new HandClock();
    private final Captured captured = new Captured();

    @Test
    void oneLineOverwritesItself() {
        LiveLine line = new LiveLine(captured.stream(), 200, clock);
        line.begin(new RunWindows(Timeline.of(Duration.ofSeconds(1), Duration.ofSeconds(4)), 0));

        line.interval(Snapshots.second(1, 10));
        line.interval(Snapshots.second(3, 100));
        line.close();

        assertThat(captured.text())
                .isEqualTo(ERASE
                        + "warmup [##########] 00:01/00:01  10 op/s  p50 5.00 p99 10.00 ms  1 failed  3 in flight  backlog 2"
                        + ERASE
                        + "measure [#####-----] 00:02/00:04  100 op/s  p50 49.99 p99 98.99 ms  2 failed  3 in flight  backlog 2"
                        + ERASE);
    }

    @Test
    void whatTheTerminalHasNoRoomForIsLeftOut() {
        LiveLine line = new LiveLine(captured.stream(), 40, clock);
        line.begin(new RunWindows(Timeline.of(Duration.ofSeconds(1), Duration.ofSeconds(4)), 0));

        line.interval(Snapshots.second(1, 10));

        assertThat(captured.text()).isEqualTo(ERASE + "warmup [##########] 00:01/00:01");
    }

    @Test
    void stepsStay() {
        LiveLine line = new LiveLine(captured.stream(), 80, clock);

        line.step("loading");

        assertThat(captured.text()).isEqualTo(ERASE + "loading" + System.lineSeparator());
    }

    @Test
    void loadingShowsItsPaceAndItsEnd() {
        LiveLine line = new LiveLine(captured.stream(), 80, clock);

        line.advance("load", 0, 1000, "rows");
        clock.advance(Duration.ofSeconds(1));
        line.advance("load", 250, 1000, "rows");

        assertThat(captured.text()).endsWith(ERASE + "load [##--------]  250/1000 rows  250 rows/s  00:03 left");
    }

    @Test
    void eachRunOfSeveralSaysWhichItIsAndCountsForItself() {
        LiveLine line = new LiveLine(captured.stream(), 200, clock);
        RunWindows windows = new RunWindows(Timeline.of(Duration.ofSeconds(1), Duration.ofSeconds(4)), 0);
        line.begin(windows);
        line.interval(Snapshots.second(1, 10));

        line.label("2/7");
        line.begin(windows);
        line.interval(Snapshots.second(1, 10));

        assertThat(captured.text())
                .contains(ERASE + "run 2/7  warmup [")
                .endsWith("  1 failed  3 in flight  backlog 2");
    }
}
