package io.dbharness.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RunWindows.Phase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** On a clock that starts at 100 ns: warm-up to 110, measurement to 130. */
class RunWindowsTest {

    private static final long START = 100;
    private static final long MEASURE_FROM = 110;
    private static final long END = 130;

    private final RunWindows windows = new RunWindows(Timeline.of(Duration.ofNanos(10), Duration.ofNanos(20)), START);

    @Test
    void aWindowHoldsItsFirstInstantAndNotItsEnd() {
        assertThat(windows.measureFrom()).isEqualTo(MEASURE_FROM);
        assertThat(windows.end()).isEqualTo(END);
        assertThat(windows.phaseOf(MEASURE_FROM - 1)).isEqualTo(Phase.WARM_UP);
        assertThat(windows.phaseOf(MEASURE_FROM)).isEqualTo(Phase.MEASUREMENT);
        assertThat(windows.phaseOf(END - 1)).isEqualTo(Phase.MEASUREMENT);
        assertThat(windows.phaseOf(END)).isEqualTo(Phase.DRAIN);
        assertThat(windows.measures(MEASURE_FROM - 1)).isFalse();
        assertThat(windows.measures(MEASURE_FROM)).isTrue();
        assertThat(windows.measures(END - 1)).isTrue();
        assertThat(windows.measures(END)).isFalse();
    }

    @Test
    void theFirstStopCountsAndOneAtThePlannedEndIsNone() {
        windows.stopAt(END);

        assertThat(windows.stoppedEarly()).isFalse();

        RunWindows stopped = new RunWindows(Timeline.of(Duration.ZERO, Duration.ofNanos(20)), START);
        stopped.stopAt(START + 5);
        stopped.stopAt(START + 1);
        assertThat(stopped.stoppedEarly()).isTrue();
        assertThat(stopped.measuredNanos()).isEqualTo(5);
    }

    @Test
    void aRunThatHasSentAllEndsAsPlannedEvenWhenItIsStoppedThen() {
        windows.completeAt(MEASURE_FROM + 4);
        windows.stopAt(MEASURE_FROM + 4);

        assertThat(windows.end()).isEqualTo(MEASURE_FROM + 4);
        assertThat(windows.stoppedEarly()).isFalse();
    }

    @Test
    void intervalsEndRegularlyFromTheStartOfEachWindowAndAtItsEnd() {
        assertThat(windows.nextBoundary(START, 4)).isEqualTo(104);
        assertThat(windows.nextBoundary(104, 4)).isEqualTo(108);
        assertThat(windows.nextBoundary(108, 4))
                .as("the end of the warm-up comes first")
                .isEqualTo(MEASURE_FROM);
        assertThat(windows.nextBoundary(MEASURE_FROM, 4)).isEqualTo(114);
        assertThat(windows.nextBoundary(126, 8)).as("the end comes first").isEqualTo(END);
        assertThat(windows.nextBoundary(END, 8)).as("the drain").isEqualTo(134);
    }

    @Test
    void loadsAreNamedAsTheyAreTyped() {
        assertThat(new ClosedLoop(1, ThinkTime.NONE).describe()).isEqualTo("closed, 1 user, think time none");
        assertThat(new ClosedLoop(2, ThinkTime.NONE).describe()).isEqualTo("closed, 2 users, think time none");
        assertThat(new OpenArrivals(RateProfile.constant(99.5), Spacing.POISSON, LatePolicy.SKIP, 7).describe())
                .isEqualTo("open, 99.5000/s, poisson, at most 7 at once");
        assertThat(RateProfile.ramp(0, 5_000, Duration.ofSeconds(20)).describe())
                .isEqualTo("0->5000/s over 20s");
    }
}
