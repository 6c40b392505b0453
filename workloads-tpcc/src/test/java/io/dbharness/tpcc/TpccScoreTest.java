package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TpccScoreTest {

    @Test
    void scoresAMinuteAgainstTheMostThatTerminalsCanReach() {
        var scores = TpccScore.scores(38_580, 30.0, 100);

        assertThat(scores).containsOnlyKeys("tpmC", "efficiencyPercent");
        assertThat(scores.get("tpmC")).isCloseTo(1_286.0, within(1e-9));
        assertThat(scores.get("efficiencyPercent")).isCloseTo(100.0, within(1e-9));
    }

    @Test
    void theMostFollowsFromThePaceAndTheMinimumMix() {
        double secondsPerHundred = 45 * (18 + 12) + 43 * (3 + 12) + 4 * (2 + 10) + 4 * (2 + 5) + 4 * (2 + 5);

        assertThat(10 * 45 * 60 / secondsPerHundred).isCloseTo(TpccScore.MOST_PER_WAREHOUSE, within(0.005));
    }
}
