package io.dbharness.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.load.LoadModel.Arrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.random.Seed;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LoadModelTest {

    private static final Operation ANY = new Operation(0, "Any", OperationKind.READ);
    private static final long SECOND = 1_000_000_000L;

    private static RunWindows startingAt(long start) {
        return new RunWindows(Timeline.of(Duration.ZERO, Duration.ofHours(1)), start);
    }

    @Test
    void anOpenModelIgnoresWhenThePreviousOperationEnded() {
        Pacer prompt = LoadModel.open(10, 1).begin(Seed.DEFAULT, startingAt(0)).pacerFor(0);
        Pacer late = LoadModel.open(10, 1).begin(Seed.DEFAULT, startingAt(0)).pacerFor(0);

        for (int i = 0; i < 100; i++) {
            assertThat(late.intendedStart(ANY, i * SECOND)).isEqualTo(prompt.intendedStart(ANY, 0));
        }
    }

    @Test
    void evenArrivalsStartAtOnceAndKeepTheirDistance() {
        Pacer pacer =
                LoadModel.open(4, 1).begin(Seed.DEFAULT, startingAt(7 * SECOND)).pacerFor(0);

        assertThat(pacer.intendedStart(ANY, 0)).isEqualTo(7 * SECOND);
        assertThat(pacer.intendedStart(ANY, 0)).isEqualTo(7 * SECOND + SECOND / 4);
    }

    @Test
    void poissonArrivalsHaveTheRateAndTheSpreadOfIndependentRequesters() {
        Pacer pacer = new OpenArrivals(RateProfile.constant(100), Spacing.POISSON, LatePolicy.QUEUE, 1)
                .begin(Seed.DEFAULT, startingAt(0))
                .pacerFor(0);
        int n = 100_000;
        double sum = 0;
        double squares = 0;
        long previous = 0;
        for (int i = 0; i < n; i++) {
            long start = pacer.intendedStart(ANY, 0);
            double gap = (start - previous) / 1e9;
            previous = start;
            sum += gap;
            squares += gap * gap;
        }
        double mean = sum / n;
        double deviation = Math.sqrt(squares / n - mean * mean);

        assertThat(mean).isCloseTo(0.01, within(0.0002));
        // An exponential gap is as wide as it is long.
        assertThat(deviation / mean).isCloseTo(1.0, within(0.02));
    }

    @Test
    void arrivalsThatNobodyTookAreCountedAndStillHandedOutInOrder() {
        Arrivals arrivals = LoadModel.open(10, 1).begin(Seed.DEFAULT, startingAt(0));
        Pacer pacer = arrivals.pacerFor(0);
        pacer.intendedStart(ANY, 0);

        assertThat(arrivals.unclaimedBetween(0, SECOND)).isEqualTo(9);
        assertThat(arrivals.unclaimedBetween(SECOND / 2, SECOND)).isEqualTo(5);
        assertThat(pacer.intendedStart(ANY, 0)).isEqualTo(SECOND / 10);
        assertThat(arrivals.unclaimedBetween(0, SECOND)).isEqualTo(8);
    }

    @Test
    void aClosedModelStartsWhenThePreviousOperationEnds() {
        Pacer pacer = LoadModel.closed(1).begin(Seed.DEFAULT, startingAt(0)).pacerFor(0);

        assertThat(pacer.intendedStart(ANY, 5)).isEqualTo(5);
        assertThat(pacer.intendedStart(ANY, 42)).isEqualTo(42);
    }

    @Test
    void usersWithoutDelaysJoinInTheFirstHalfOfTheWarmUpTwiceAsManyWithEachSixteenth() {
        RunWindows windows = new RunWindows(Timeline.of(Duration.ofSeconds(16), Duration.ofHours(1)), 5);
        Arrivals whole = LoadModel.closed(1000).begin(Seed.DEFAULT, windows);
        Arrivals part = new ClosedLoop(500, ThinkTime.NONE, new Slice(1, 2, 500)).begin(Seed.DEFAULT, windows);

        assertThat(Stream.of(0, 1, 3, 7, 255, 999)
                        .map(user -> whole.pacerFor(user).intendedStart(ANY, 5)))
                .containsExactly(5L, 5 + SECOND, 5 + 2 * SECOND, 5 + 3 * SECOND, 5 + 8 * SECOND, 5 + 8 * SECOND);
        assertThat(part.pacerFor(0).intendedStart(ANY, 5)).isEqualTo(5 + 8 * SECOND);
    }

    @Test
    void impossibleLoadsAreRefused() {
        assertThatThrownBy(() -> LoadModel.closed(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LoadModel.open(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LoadModel.open(Double.POSITIVE_INFINITY, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Timeline.of(Duration.ZERO, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void intervalsEndAtWholeSecondsOfEachWindowAndAtItsEnd() {
        RunWindows windows = new RunWindows(Timeline.of(Duration.ofMillis(2500), Duration.ofMillis(1500)), 0);

        assertThat(windows.nextBoundary(0, SECOND)).isEqualTo(SECOND);
        assertThat(windows.nextBoundary(2 * SECOND, SECOND)).isEqualTo(2_500_000_000L);
        assertThat(windows.nextBoundary(2_500_000_000L, SECOND)).isEqualTo(3_500_000_000L);
        assertThat(windows.nextBoundary(3_500_000_000L, SECOND)).isEqualTo(4 * SECOND);
    }

    @Test
    void aRunThatIsStoppedEndsThenAndAStopAfterTheEndChangesNothing() {
        RunWindows stopped = new RunWindows(Timeline.of(Duration.ZERO, Duration.ofSeconds(10)), 0);
        stopped.stopAt(4 * SECOND);
        RunWindows ended = new RunWindows(Timeline.of(Duration.ZERO, Duration.ofSeconds(10)), 0);
        ended.stopAt(11 * SECOND);

        assertThat(stopped.end()).isEqualTo(4 * SECOND);
        assertThat(stopped.stoppedEarly()).isTrue();
        assertThat(ended.end()).isEqualTo(10 * SECOND);
        assertThat(ended.stoppedEarly()).isFalse();
    }

    @Test
    void aRampSendsTheAreaUnderItsLine() {
        Pacer pacer = new OpenArrivals(
                        RateProfile.ramp(0, 200, Duration.ofSeconds(10)), Spacing.UNIFORM, LatePolicy.QUEUE, 1)
                .begin(Seed.DEFAULT, startingAt(0))
                .pacerFor(0);
        int inTenSeconds = 0;
        while (pacer.intendedStart(ANY, 0) < 10 * SECOND) {
            inTenSeconds++;
        }

        assertThat(inTenSeconds).isEqualTo(1_000);
    }

    @Test
    void everyRateProfileIsInvertedExactly() {
        RateProfile steps = new RateProfile(List.of(
                new RateProfile.Segment(20, 20, Duration.ofSeconds(10)),
                new RateProfile.Segment(20, 80, Duration.ofSeconds(20)),
                new RateProfile.Segment(80, 10, Duration.ofSeconds(5))));

        assertThat(steps.secondsAt(0)).isZero();
        assertThat(steps.secondsAt(200)).isCloseTo(10, within(1e-9));
        // 20 t + 1.5 t^2 arrivals t seconds into the ramp
        assertThat(steps.secondsAt(200 + 20 * 7 + 1.5 * 49)).isCloseTo(17, within(1e-9));
        assertThat(steps.secondsAt(200 + 1000)).isCloseTo(30, within(1e-9));
        assertThat(steps.secondsAt(200 + 1000 + 225)).isCloseTo(35, within(1e-9));
        assertThat(steps.secondsAt(200 + 1000 + 225 + 10)).isCloseTo(36, within(1e-9));
    }

    @Test
    void aRateThatFallsToNothingHasAnEnd() {
        RateProfile fading = RateProfile.ramp(10, 0, Duration.ofSeconds(10));

        assertThat(fading.secondsAt(50)).isCloseTo(10, within(1e-6));
        assertThat(fading.secondsAt(51)).isInfinite();
    }

    @Test
    void anArrivalThatFindsEveryoneBusyIsSkippedWhenThePolicySaysSo() {
        Arrivals arrivals = new OpenArrivals(RateProfile.constant(10), Spacing.UNIFORM, LatePolicy.SKIP, 1)
                .begin(Seed.DEFAULT, startingAt(0));
        Pacer pacer = arrivals.pacerFor(0);
        pacer.intendedStart(ANY, 0);

        assertThat(pacer.intendedStart(ANY, SECOND / 2)).isEqualTo(SECOND / 2);
    }
}
