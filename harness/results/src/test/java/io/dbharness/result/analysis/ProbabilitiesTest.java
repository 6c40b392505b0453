package io.dbharness.result.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against Commons Statistics, which the tests have and users are spared. */
class ProbabilitiesTest {

    private static final double[] TAILS = {0.5, 0.4, 0.1, 0.05, 0.025, 0.001, 1e-6, 1e-12};

    private static void same(double ours, double theirs) {
        assertThat(ours).isCloseTo(theirs, withinPercentage(1e-8));
    }

    @Test
    void theNormalDistributionIsRightInTheMiddleAndInTheTails() {
        NormalDistribution normal = NormalDistribution.of(0, 1);
        for (double z = -6; z < 12; z += 0.37) {
            same(Probabilities.normalSurvival(z), normal.survivalProbability(z));
        }
        for (double p : TAILS) {
            same(1 + Probabilities.normalQuantile(p), 1 + normal.inverseSurvivalProbability(p));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 1.5, 2, 3.7, 9, 30, 1000, 250_000})
    void studentsDistributionIsRightForFewAndForManyDegreesOfFreedom(double degrees) {
        TDistribution student = TDistribution.of(degrees);
        for (double t = -6; t < 30; t += 0.71) {
            same(Probabilities.tSurvival(degrees, t), student.survivalProbability(t));
        }
        for (double p : TAILS) {
            same(1 + Probabilities.tQuantile(degrees, p), 1 + student.inverseSurvivalProbability(p));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "10, 0.5", "100, 0.99", "5000, 0.999", "1000000, 0.95", "200000000, 0.9999", "2000000000, 0.5"
    })
    void binomialRanksAreRightForTenSamplesAndForBillions(int trials, double success) {
        BinomialDistribution binomial = BinomialDistribution.of(trials, success);
        assertThat(Probabilities.binomialQuantile(trials, success, 0.025))
                .isEqualTo(binomial.inverseSurvivalProbability(0.025));
        assertThat(Probabilities.binomialQuantile(trials, success, 0.975))
                .isEqualTo(binomial.inverseCumulativeProbability(0.025));
    }
}
