package io.dbharness.result.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.load.LoadModel;
import io.dbharness.result.analysis.SteadyState.Kind;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.testkit.SimulatedRun;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rhythm that counting makes is none. */
class GrainTest {

    /** Counts a second with one more in every third and a dip of so many in every tenth. */
    private static double[] counts(int dip) {
        return IntStream.range(0, 600)
                .mapToDouble(i -> 66 + (i % 3 == 0 ? 1 : 0) - (i % 10 == 0 ? dip : 0))
                .toArray();
    }

    @Test
    void oneRequestMoreOrLessIsNoRhythm() {
        assertThat(SteadyState.of(counts(0), true, 0).kind()).isEqualTo(Kind.PERIODIC);
        assertThat(SteadyState.of(counts(0), true, 1).kind()).isEqualTo(Kind.STEADY);
    }

    @Test
    void aRhythmAboveTheGrainStaysOne() {
        SteadyState state = SteadyState.of(counts(20), true, 1);

        assertThat(state.kind()).isEqualTo(Kind.PERIODIC);
        assertThat(state.period()).isIn(10, 30);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.7, 33.4, 66.7, 99.9, 1234.5})
    void anEvenRateIsSteadyHoweverItDividesBySeconds(double rate) {
        SimulatedRun run =
                SimulatedRun.of(LoadModel.open(rate, 4), Duration.ofMinutes(2), ServiceModel.fixed(1_000_000));

        assertThat(run.codes()).doesNotContain("PERIODIC", "NOT_STEADY");
    }
}
