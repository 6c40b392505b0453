package io.dbharness.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import io.dbharness.testkit.Draws;
import io.dbharness.testkit.SeededTest;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ValueDistributionTest {

    private static final int DRAWS = 100_000;
    private static final String[] SHAPES = {
        "uniform(%s)",
        "exp(%s)",
        "EXTREME(%s,0.7)",
        "weibull(%s,3)",
        "qextreme(%s,2,10)",
        "gaussian(%s)",
        "norm(%s,5)",
        "gauss(%s,3,10)",
        "zipfian(%s)",
        "seq(%s)"
    };

    private static ValueDistribution distribution(String text) {
        Problems problems = new Problems();
        var distribution = ValueDistribution.parse(text, "test", problems);
        problems.throwIfAny();
        return distribution.orElseThrow();
    }

    private static long[] draws(String text) {
        ValueDistribution distribution = distribution(text);
        RandomGenerator random = Seed.DEFAULT.stream("test", 0);
        long[] draws = new long[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            draws[i] = distribution.draw(random, i);
        }
        Arrays.sort(draws);
        return draws;
    }

    private static double shareBelow(long[] sorted, long limit) {
        return Arrays.stream(sorted).filter(value -> value < limit).count() / (double) sorted.length;
    }

    @SeededTest(tries = 1_000)
    void everyDrawLiesWithinTheRange(Draws draws) {
        long least = draws.between(-1_000_000_000_000L, 1_000_000_000_000L);
        long width = draws.between(0, 1_000_000_000_000L);
        String shape = SHAPES[draws.between(0, 9)];
        ValueDistribution distribution =
                distribution((draws.yes() ? "~" : "") + shape.formatted(least + ".." + (least + width)));
        RandomGenerator random = draws.seed().stream("test", 0);

        for (int i = 0; i < 20; i++) {
            assertThat(distribution.draw(random, i)).isBetween(least, least + width);
        }
    }

    @SeededTest(tries = 100)
    void theSameSeedDrawsTheSame(Draws draws) {
        ValueDistribution distribution = distribution(SHAPES[draws.between(0, 9)].formatted("1..1M"));
        Seed seed = draws.seed();
        RandomGenerator one = seed.stream("test", 0);
        RandomGenerator other = seed.stream("test", 0);

        for (int i = 0; i < 20; i++) {
            assertThat(distribution.draw(one, i)).isEqualTo(distribution.draw(other, i));
        }
    }

    @Test
    void fixedIsAlwaysTheSame() {
        assertThat(draws("FIXED(7)")).containsOnly(7);
    }

    @Test
    void uniformTakesEveryNumberAlikeAndBothEnds() {
        long[] draws = draws("uniform(1..4)");

        for (long value = 1; value <= 4; value++) {
            assertThat(shareBelow(draws, value + 1)).isCloseTo(value / 4.0, within(0.01));
        }
    }

    @Test
    void aSequenceTakesTheRangeInOrderAgainAndAgain() {
        ValueDistribution distribution = distribution("seq(5..7)");
        RandomGenerator random = Seed.DEFAULT.stream("test", 0);

        assertThat(LongStream.range(0, 5).map(at -> distribution.draw(random, at)))
                .containsExactly(5L, 6L, 7L, 5L, 6L);
    }

    @Test
    void gaussianLiesAroundTheMiddleWithThreeDeviationsToEachEnd() {
        long[] draws = draws("gaussian(0..6000)");

        // Half within 0.6745 deviations of a thousand each.
        assertThat((double) draws[DRAWS / 2]).isCloseTo(3_000, within(15.0));
        assertThat((double) draws[DRAWS / 4]).isCloseTo(3_000 - 674.5, within(20.0));
        assertThat((double) draws[DRAWS * 3 / 4]).isCloseTo(3_000 + 674.5, within(20.0));
    }

    /** Three deviations of 1.5 to each end of 1 to 10: the number 5 is 5 up to 6, and what lies outside counts at the ends. */
    @Test
    void gaussianIsCutOffToWholeNumbersAsInCassandraStress() {
        double[] upTo = {0.0098, 0.0478, 0.1587, 0.3694, 0.6306, 0.8413, 0.9522, 0.9902, 0.9987, 1};

        long[] draws = draws("gaussian(1..10)");
        long[] signed = draws("gaussian(-10..10,0,1)");

        for (int number = 1; number <= 10; number++) {
            assertThat(shareBelow(draws, number + 1)).as("up to %d", number).isCloseTo(upTo[number - 1], within(0.01));
        }
        // Towards 0: whatever lies between -1 and 1 is 0.
        assertThat(shareBelow(signed, 1) - shareBelow(signed, 0)).isCloseTo(0.6827, within(0.01));
    }

    @Test
    void gaussianTakesItsDeviationsOrItsMeanAndDeviation() {
        assertThat((double) draws("normal(0..6000,6)")[DRAWS / 4]).isCloseTo(3_000 - 337.2, within(15.0));
        long[] draws = draws("gaussian(0..6000,1000,100)");
        assertThat((double) draws[DRAWS / 2]).isCloseTo(1_000, within(3.0));
        assertThat((double) draws[DRAWS / 4]).isCloseTo(1_000 - 67.45, within(3.0));
    }

    /** With the far end at probability 1 / sqrt(range), a range of 10,000 has a mean of 10,000 / ln 100. */
    @Test
    void exponentialReachesTheFarEndWithTheProbabilityOfTheFormat() {
        long[] draws = draws("exp(0..10000)");

        assertThat((double) draws[DRAWS / 2]).isCloseTo(Math.log(2) * 10_000 / Math.log(100), within(40.0));
        assertThat(1 - shareBelow(draws, 10_000)).isCloseTo(0.01, within(0.002));
    }

    @Test
    void extremeIsWeibullsLawWithItsShape() {
        double scale = 10_000 / Math.pow(Math.log(100), 0.5);

        assertThat((double) draws("extreme(0..10000,2)")[DRAWS / 2])
                .isCloseTo(scale * Math.sqrt(Math.log(2)), within(40.0));
        assertThat(draws("extr(0..10000,2)")).isEqualTo(draws("weibull(0..10000,2)"));
        assertThat(draws("exp(0..10000)")).isEqualTo(draws("extreme(0..10000,1)"));
    }

    @Test
    void quantizedExtremeHasPartsOfEqualProbabilityThatAreFlatInside() {
        double scale = 10_000 / Math.log(100);
        double[] bounds = {0, scale * -Math.log(0.75), scale * -Math.log(0.5), scale * -Math.log(0.25), 10_001};
        long[] draws = draws("qextreme(0..10000,1,4)");

        for (int part = 0; part < 4; part++) {
            assertThat(shareBelow(draws, (long) bounds[part + 1])).isCloseTo((part + 1) / 4.0, within(0.01));
            long middle = (long) ((bounds[part] + bounds[part + 1]) / 2);
            assertThat(shareBelow(draws, middle)).isCloseTo(part / 4.0 + 0.125, within(0.01));
        }
    }

    @Test
    void aTildeMirrorsTheShape() {
        long[] plain = draws("exp(1..100)");
        long[] mirrored = draws("~exp(1..100)");

        for (int i = 0; i < DRAWS; i++) {
            assertThat(mirrored[i]).isEqualTo(101 - plain[DRAWS - 1 - i]);
        }
    }

    @Test
    void numbersMayHaveUnits() {
        ValueDistribution distribution = distribution("uniform(2k..3B)");

        assertThat(distribution.least()).isEqualTo(2_000);
        assertThat(distribution.most()).isEqualTo(3_000_000_000L);
    }

    @Test
    void aRangeMayHaveMoreThanTwoDots() {
        ValueDistribution distribution = distribution("uniform(20...40)");

        assertThat(distribution.least()).isEqualTo(20);
        assertThat(distribution.most()).isEqualTo(40);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "uniform",
                "uniform(1)",
                "uniform(9..1)",
                "fixed()",
                "fixed(1..2)",
                "zipf(1..2)",
                "exp(1..2,3)",
                "extreme(1..2)",
                "extreme(1..2,0)",
                "qextreme(1..2,1)",
                "qextreme(1..2,1,0)",
                "gaussian(1..2,3,4,5)",
                "seq(a..b)",
                "seq(1..2,0.5)",
                "zipfian(1..2,0)"
            })
    void whatIsNoDistributionIsRefused(String text) {
        Problems problems = new Problems();

        assertThat(ValueDistribution.parse(text, "size", problems)).isEmpty();
        assertThatThrownBy(problems::throwIfAny).hasMessageStartingWith("size '");
    }

    @Test
    void zipfianNumbersComeInProportionToTheirRank() {
        long[] draws = draws("zipfian(11..1010,0.8)");
        double sum = LongStream.rangeClosed(1, 1_000)
                .asDoubleStream()
                .map(k -> Math.pow(k, -0.8))
                .sum();

        assertThat(shareBelow(draws, 12)).isCloseTo(1 / sum, within(0.005));
        assertThat(shareBelow(draws, 13)).isCloseTo((1 + Math.pow(2, -0.8)) / sum, within(0.005));
        assertThat(draws("~zipfian(1..3)")).endsWith(3).startsWith(1);
    }

    @Test
    void aSequenceCanTakeEachNumberSeveralTimes() {
        ValueDistribution distribution = distribution("seq(5..7,2)");

        assertThat(LongStream.range(0, 8).map(n -> distribution.draw(Seed.DEFAULT.stream("test", 0), n)))
                .containsExactly(5L, 5L, 6L, 6L, 7L, 7L, 5L, 5L);
    }
}
