package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.tpcc.TpccScorecard.TpccScore;
import org.junit.jupiter.api.Test;

class TpccScoreTest {

    @Test
    void theCeilingOfAHundredWarehousesIsAnEfficiencyOfAHundredPerCent() {
        assertThat(TpccScore.efficiency(1_286, 100)).isCloseTo(100.0, within(1e-9));
    }

    @Test
    void theMostFollowsFromThePaceAndTheMinimumMix() {
        double secondsPerHundred = 45 * (18 + 12) + 43 * (3 + 12) + 4 * (2 + 10) + 4 * (2 + 5) + 4 * (2 + 5);

        assertThat(10 * 45 * 60 / secondsPerHundred).isCloseTo(TpccScore.MOST_PER_WAREHOUSE, within(0.005));
        assertThat(TpccScore.mostPerMinute(10, TransactionMix.parse("45,43,4,4,4")))
                .isCloseTo(TpccScore.MOST_PER_WAREHOUSE, within(0.005));
    }

    @Test
    void theDeckAllowsALittleLess() {
        assertThat(TpccScore.mostPerMinute(10, TransactionMix.parse("deck"))).isCloseTo(12.61, within(0.005));
        assertThat(TpccScore.mostPerMinute(1, TransactionMix.parse("1,0,0,0,0")))
                .isCloseTo(2.0, within(1e-9));
    }
}
