package io.dbharness.result.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.result.analysis.SteadyState.Kind;
import io.dbharness.result.analysis.SteadyState.Shift;
import io.dbharness.testkit.TestEffort;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class SteadyStateTest {

    private static final int SECONDS = 1_800;
    private static final double NOISE = 0.05;
    private static final int TRIALS = TestEffort.of(75, 150);

    private static double[] series(double correlation, long seed, IntToDoubleFunction factor) {
        double[] series = Noise.around100(SECONDS, correlation, NOISE, seed);
        Arrays.setAll(series, i -> series[i] * factor.applyAsDouble(i));
        return series;
    }

    private static DoubleUnaryOperator step(double at, double after) {
        return part -> part < at ? 1 : after;
    }

    /** How many of the trials are judged so, when the level follows a function of the elapsed part of the window. */
    private static long judged(double correlation, DoubleUnaryOperator level, Predicate<SteadyState> so) {
        return trials(correlation, level).stream().filter(so).count();
    }

    private static List<SteadyState> trials(double correlation, DoubleUnaryOperator level) {
        return IntStream.range(0, TRIALS)
                .mapToObj(seed ->
                        judged(series(correlation, seed, i -> level.applyAsDouble((double) i / SECONDS)), true))
                .toList();
    }

    private static boolean alarmed(SteadyState state) {
        return state.kind() != Kind.STEADY;
    }

    /** In the long run none in 1,000 series of correlation 0.6 drift by chance as much as the rules allow, 8 of correlation 0.9. */
    @ParameterizedTest
    @CsvSource({"0.0, 0", "0.3, 0", "0.6, 0", "0.9, 2"})
    void flatNoiseIsSteady(double correlation, int atMost) {
        assertThat(judged(correlation, part -> 1, SteadyStateTest::alarmed)).isLessThanOrEqualTo(atMost);
    }

    /** The price of few false alarms: of a speed correlated by 0.9, a drift of 10 % looks like wandering in a quarter of the runs. */
    @ParameterizedTest
    @CsvSource({"0.3, 95", "0.6, 95", "0.9, 65"})
    void aTenPercentDriftIsFound(double correlation, int percent) {
        assertThat(judged(correlation, part -> 1 + 0.1 * part, SteadyStateTest::alarmed))
                .isGreaterThanOrEqualTo(TRIALS * percent / 100);
    }

    @Test
    void aDriftIsATrend() {
        assertThat(judged(0.6, part -> 1 + 0.1 * part, s -> s.kind() == Kind.TREND))
                .isGreaterThanOrEqualTo(TRIALS * 98 / 100);
        SteadyState state = judged(series(0.6, 1, i -> 1 + 0.1 * i / SECONDS), true);
        assertThat(state.drift()).isCloseTo(0.1 / 1.05, within(0.02));
        assertThat(state.words()).matches("TREND\\(\\+\\d+\\.\\d %\\)");
    }

    @Test
    void aFallIsATrendToo() {
        SteadyState state = judged(series(0.6, 1, i -> 1 - 0.1 * i / SECONDS), true);

        assertThat(state.kind()).isEqualTo(Kind.TREND);
        assertThat(state.drift()).isCloseTo(-0.1 / 0.95, within(0.02));
    }

    /** As of a drift: of a speed correlated by 0.9, a fifth of the shifts look like wandering. */
    @ParameterizedTest
    @CsvSource({"0.3, 99, 96", "0.6, 99, 96", "0.9, 75, 70"})
    void aTenPercentShiftIsFound(double correlation, int found, int asShift) {
        List<SteadyState> trials = trials(correlation, step(0.5, 1.1));

        assertThat(trials.stream().filter(SteadyStateTest::alarmed)).hasSizeGreaterThanOrEqualTo(TRIALS * found / 100);
        assertThat(trials.stream().filter(s -> s.kind() == Kind.SHIFT))
                .hasSizeGreaterThanOrEqualTo(TRIALS * asShift / 100);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.86, 0.9, 0.95})
    void aDropIsFoundNearBothEndsOfTheWindow(double at) {
        assertThat(judged(0.3, step(at, 0.9), s -> s.kind() == Kind.BURST_CREDITS))
                .isGreaterThanOrEqualTo(TRIALS * 95 / 100);
    }

    @ParameterizedTest
    @CsvSource({"0.3, 95", "0.6, 95", "0.9, 90"})
    void aDropOfAThirdLooksLikeSpentBurstCredits(double correlation, int percent) {
        assertThat(judged(correlation, step(0.6, 0.7), SteadyStateTest::burstNearSixtyPercent))
                .isGreaterThanOrEqualTo(TRIALS * percent / 100);
    }

    private static boolean burstNearSixtyPercent(SteadyState state) {
        if (state.kind() != Kind.BURST_CREDITS) {
            return false;
        }
        Shift shift = state.shifts().get(0);
        return Math.abs(shift.at() - 0.6 * SECONDS) <= 60
                && Math.abs(shift.before() - 100) < 5
                && Math.abs(shift.after() - 70) < 5;
    }

    @Test
    void aDropUnderUnknownLoadIsOnlyAShift() {
        SteadyState state = judged(series(0.3, 1, i -> i < 1_080 ? 1 : 0.7), false);

        assertThat(state.kind()).isEqualTo(Kind.SHIFT);
        assertThat(state.words()).startsWith("SHIFT(1080 s, -");
    }

    /** Five percent are the least that counts, so noise makes half of such changes too small, and slow wandering looks like the rest. */
    @ParameterizedTest
    @CsvSource({"0.3, 35, 60", "0.6, 47, 66", "0.9, 15, 30"})
    void someFivePercentDriftsAndShiftsAreFound(double correlation, int drifts, int shifts) {
        assertThat(judged(correlation, part -> 1 + 0.05 * part, SteadyStateTest::alarmed))
                .isCloseTo((long) TRIALS * drifts / 100, within(TRIALS * 8L / 100));
        assertThat(judged(correlation, step(0.5, 1.05), SteadyStateTest::alarmed))
                .isCloseTo((long) TRIALS * shifts / 100, within(TRIALS * 8L / 100));
    }

    /** To the batch: of 1,800 seconds, batches have 18. */
    @Test
    void everyChangePointIsListed() {
        SteadyState state = judged(series(0.3, 1, i -> i < 600 ? 1 : i < 1_080 ? 0.6 : 0.8), true);

        assertThat(state.kind()).isEqualTo(Kind.SHIFT);
        assertThat(state.shifts()).extracting(Shift::at).containsExactly(594, 1_080);
        assertThat(state.shifts().get(0).relative()).isCloseTo(-0.4, within(0.02));
        assertThat(state.shifts().get(1).relative()).isCloseTo(0.333, within(0.02));
    }

    @ParameterizedTest
    @CsvSource({"0.3, 120", "0.6, 300", "0.3, 600", "0.9, 45"})
    void aRhythmIsPeriodic(double correlation, int period) {
        SteadyState state = judged(series(correlation, 1, i -> 1 + 0.2 * Math.sin(2 * Math.PI * i / period)), true);

        assertThat(state.kind()).isEqualTo(Kind.PERIODIC);
        assertThat((double) state.period()).isCloseTo(period, within(0.05 * period));
    }

    @Test
    void shortDipsAreARhythmToo() {
        SteadyState state = judged(series(0.3, 1, i -> i % 120 < 10 ? 0.6 : 1), true);

        assertThat(state.words()).isEqualTo("PERIODIC(120 s)");
    }

    @Test
    void twoPeriodsAreNotEnoughForARhythm() {
        SteadyState state = judged(series(0.3, 1, i -> 1 + 0.2 * Math.sin(2 * Math.PI * i / 900)), true);

        assertThat(state.kind()).isNotEqualTo(Kind.PERIODIC);
    }

    @Test
    void aRampAtTheBeginningBelongsToTheWarmUp() {
        double[] ramp = series(0.3, 1, i -> Math.min(1, 0.5 + i / 240.0));

        SteadyState measuredAtOnce = judged(ramp, true);
        SteadyState warmedUp = judged(Arrays.copyOfRange(ramp, 180, ramp.length), true);

        assertThat(measuredAtOnce.kind()).isEqualTo(Kind.WARM_UP);
        assertThat(measuredAtOnce.residue()).isBetween(60, 300);
        assertThat(warmedUp.kind()).isEqualTo(Kind.STEADY);
        assertThat(warmedUp.residue()).isZero();
    }

    @Test
    void extremesDoNotConfuseIt() {
        assertThat(judged(new double[29], true).kind()).isEqualTo(Kind.TOO_SHORT);
        assertThat(judged(new double[1_800], true).kind()).isEqualTo(Kind.STEADY);
        double[] constant = new double[1_800];
        Arrays.fill(constant, 500);
        assertThat(judged(constant, true).kind()).isEqualTo(Kind.STEADY);
        Arrays.fill(constant, 900, 1_800, 0);
        SteadyState stopped = judged(constant, true);
        assertThat(stopped.kind()).isEqualTo(Kind.BURST_CREDITS);
        assertThat(stopped.shifts()).containsExactly(new Shift(900, 500, 0));
    }

    private static SteadyState judged(double[] window, boolean steadyLoad) {
        return SteadyState.of(window, steadyLoad, 0);
    }
}
