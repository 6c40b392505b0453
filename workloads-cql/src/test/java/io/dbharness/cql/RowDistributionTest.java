package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.load.Slice;
import io.dbharness.random.Seed;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowDistributionTest {

    private static final int ROWS = 1_000;
    private static final int DRAWS = 200_000;

    private static int[] counts(RowDistribution distribution, int rows) {
        ToLongFunction<RandomGenerator> chooser = distribution.over(rows, Slice.WHOLE);
        RandomGenerator random = Seed.DEFAULT.stream("test", 0);
        int[] counts = new int[rows];
        for (int i = 0; i < DRAWS; i++) {
            counts[(int) chooser.applyAsLong(random)]++;
        }
        return counts;
    }

    @ParameterizedTest
    @EnumSource
    void everyRowIsOneOfTheDataSet(RowDistribution distribution) {
        assertThat(counts(distribution, 1)[0]).isEqualTo(DRAWS);
        assertThat(counts(distribution, 3)).doesNotContain(0);
    }

    @Test
    void uniformRowsComeEquallyOften() {
        double chiSquare = 0;
        double expected = (double) DRAWS / ROWS;
        for (int count : counts(RowDistribution.UNIFORM, ROWS)) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }

        // 999 degrees of freedom: 1,141 is the 99.9 % point.
        assertThat(chiSquare).isLessThan(1_141);
    }

    @Test
    void zipfianRowsComeInProportionToTheirRank() {
        int[] counts = counts(RowDistribution.ZIPFIAN, ROWS);
        double sum = 0;
        for (int k = 1; k <= ROWS; k++) {
            sum += Math.pow(k, -0.99);
        }

        for (int k : new int[] {1, 2, 3, 10, 100}) {
            double expected = DRAWS * Math.pow(k, -0.99) / sum;
            assertThat((double) counts[k - 1]).isCloseTo(expected, within(5 * Math.sqrt(expected)));
        }
    }

    @Test
    void zipfianReachesRowsBeyondTheRangeOfAnInt() {
        long rows = 10_000_000_000L;
        ToLongFunction<RandomGenerator> chooser = RowDistribution.ZIPFIAN.over(rows, Slice.WHOLE);
        RandomGenerator random = Seed.DEFAULT.stream("test", 0);
        int beyond = 0;
        for (int i = 0; i < DRAWS; i++) {
            beyond += chooser.applyAsLong(random) > Integer.MAX_VALUE ? 1 : 0;
        }

        double share = 1 - harmonic(Integer.MAX_VALUE) / harmonic((double) rows);
        double expected = DRAWS * share;
        assertThat((double) beyond).isCloseTo(expected, within(5 * Math.sqrt(expected)));
    }

    /** The sum of k^-0.99 up to n, by the formula of Euler and Maclaurin. */
    private static double harmonic(double n) {
        return (Math.pow(n, 0.01) - 1) / 0.01 + (1 + Math.pow(n, -0.99)) / 2 + 0.99 / 12 * (1 - Math.pow(n, -1.99));
    }

    @Test
    void gaussianRowsLieAroundTheMiddle() {
        int[] counts = counts(RowDistribution.GAUSSIAN, ROWS);
        int inner = 0;
        for (int row = ROWS / 3; row < ROWS * 2 / 3; row++) {
            inner += counts[row];
        }

        // A third of the rows is two standard deviations wide: 68.3 %.
        assertThat((double) inner / DRAWS).isCloseTo(0.683, within(0.01));
    }

    @Test
    void aSequenceTakesEveryRowInTurnAndBeginsAgain() {
        assertThat(counts(RowDistribution.SEQUENCE, ROWS)).containsOnly(DRAWS / ROWS);
    }
}
