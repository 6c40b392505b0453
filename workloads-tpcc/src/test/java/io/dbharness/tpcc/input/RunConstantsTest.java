package io.dbharness.tpcc.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.random.Seed;
import io.dbharness.testkit.Draws;
import io.dbharness.testkit.SeededTest;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunConstantsTest {

    @SeededTest(tries = 20)
    void everyLoadConstantHasARunConstantAtTheSpecifiedDistance(Draws draws) {
        Seed seed = draws.seed();
        for (int loaded = 0; loaded <= 255; loaded++) {
            RunConstants constants = RunConstants.draw(loaded, seed);
            int delta = Math.abs(constants.lastName() - loaded);

            assertThat(delta).isBetween(65, 119).isNotIn(96, 112);
            assertThat(constants.lastName()).isBetween(0, 255);
            assertThat(constants.customer()).isBetween(0, 1_023);
            assertThat(constants.item()).isBetween(0, 8_191);
        }
    }

    @Test
    void allAllowedDistancesOccur() {
        Set<Integer> deltas = new TreeSet<>();

        IntStream.range(0, 2_000)
                .forEach(seed -> deltas.add(RunConstants.draw(0, new Seed(seed)).lastName()));

        assertThat(deltas).hasSize(53).contains(65, 95, 97, 111, 113, 119);
    }

    @Test
    void theConstantsFollowFromTheSeed() {
        assertThat(RunConstants.draw(100, new Seed(3))).isEqualTo(RunConstants.draw(100, new Seed(3)));
        assertThat(RunConstants.draw(100, new Seed(3))).isNotEqualTo(RunConstants.draw(100, new Seed(4)));
        assertThat(RunConstants.lastNameForLoad(new Seed(3))).isBetween(0, 255);
    }
}
