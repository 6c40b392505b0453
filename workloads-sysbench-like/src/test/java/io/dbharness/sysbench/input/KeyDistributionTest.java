package io.dbharness.sysbench.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.random.Seed;
import io.dbharness.sysbench.input.KeyDistribution.GaussianKeys;
import io.dbharness.sysbench.input.KeyDistribution.ParetoKeys;
import io.dbharness.sysbench.input.KeyDistribution.SpecialKeys;
import io.dbharness.sysbench.input.KeyDistribution.UniformKeys;
import io.dbharness.sysbench.input.KeyDistribution.ZipfianKeys;
import io.dbharness.testkit.Draws;
import io.dbharness.testkit.SeededTest;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class KeyDistributionTest {

    private static final int KEYS = 1_000;
    private static final int DRAWS = 400_000;

    @SeededTest(tries = 200)
    void everyKeyIsOneOfTheTable(Draws draws) {
        int keys = draws.between(1, Integer.MAX_VALUE);
        List<KeyDistribution> all = List.of(
                new UniformKeys(keys),
                ParetoKeys.of(keys, draws.between(0.01, 0.99)),
                new GaussianKeys(keys),
                SpecialKeys.of(keys, 1, 75),
                new ZipfianKeys(keys, draws.between(0.01, 5)));
        RandomGenerator random = draws.seed().stream("keys", 0);

        for (KeyDistribution distribution : all) {
            for (int i = 0; i < 50; i++) {
                assertThat(distribution.draw(random)).isBetween(1, keys);
            }
        }
    }

    @SeededTest(tries = 20)
    void equalStreamsGiveEqualKeys(Draws draws) {
        Seed seed = draws.seed();
        KeyDistribution keys = new ZipfianKeys(KEYS, 0.8);
        RandomGenerator one = seed.stream("keys", 3);
        RandomGenerator other = seed.stream("keys", 3);

        for (int i = 0; i < 20; i++) {
            assertThat(keys.draw(one)).isEqualTo(keys.draw(other));
        }
    }

    @Test
    void uniformTreatsAllKeysAlike() {
        double[] parts = parts(new UniformKeys(10));

        for (int key = 1; key <= 10; key++) {
            assertThat(parts[key]).isCloseTo(0.1, within(0.003));
        }
    }

    @Test
    void zipfianFollowsThePowerLaw() {
        for (double exponent : new double[] {0.5, 0.8, 1, 1.7}) {
            double[] parts = parts(new ZipfianKeys(KEYS, exponent));
            double sum = 0;
            for (int key = 1; key <= KEYS; key++) {
                sum += Math.pow(key, -exponent);
            }

            for (int key : new int[] {1, 2, 3, 10, 100}) {
                double expected = Math.pow(key, -exponent) / sum;
                assertThat(parts[key])
                        .as("key %d, exponent %s", key, exponent)
                        .isCloseTo(expected, within(5 * Math.sqrt(expected / DRAWS)));
            }
        }
    }

    /** The mean of 12 fractions has the variance 1/144; one standard deviation to each side holds 68 %, as of a normal distribution. */
    @Test
    void gaussianIsABellWithATwelfthOfTheKeysAsItsDeviation() {
        double[] parts = parts(new GaussianKeys(KEYS));
        double mean = 0;
        double squares = 0;
        for (int key = 1; key <= KEYS; key++) {
            mean += key * parts[key];
            squares += (double) key * key * parts[key];
        }

        assertThat(mean).isCloseTo(500.5, within(1.0));
        assertThat(Math.sqrt(squares - mean * mean)).isCloseTo(KEYS / 12.0, within(0.5));
        assertThat(Arrays.stream(parts, 418, 584).sum()).isCloseTo(0.681, within(0.006));
    }

    @Test
    void specialSendsThreeQuartersToTheMiddleHundredth() {
        double[] parts = parts(SpecialKeys.of(KEYS, 1, 75));

        double hot = Arrays.stream(parts, 496, 506).sum();
        // The bell of the others has its top there, too: 4.8 % of their quarter.
        assertThat(hot).isBetween(0.75, 0.77);
        assertThat(parts[500]).isCloseTo(hot / 10, within(0.002));
        assertThat(Arrays.stream(parts, 251, 751).sum()).isGreaterThan(0.99);
    }

    @Test
    void paretoGivesEightyPercentToTheFirstFifthAndSoOnWithin() {
        double[] parts = parts(ParetoKeys.of(KEYS, 0.2));

        assertThat(Arrays.stream(parts, 1, 201).sum()).isCloseTo(0.8, within(0.004));
        assertThat(Arrays.stream(parts, 1, 41).sum()).isCloseTo(0.64, within(0.004));
    }

    /** The part of the draws that each key gets, by key. */
    private static double[] parts(KeyDistribution distribution) {
        RandomGenerator random = new Seed(7).stream("parts", 0);
        double[] parts = new double[KEYS + 1];
        for (int i = 0; i < DRAWS; i++) {
            parts[distribution.draw(random)] += 1.0 / DRAWS;
        }
        return parts;
    }
}
