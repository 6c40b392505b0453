package io.dbharness.sysbench.input;

import java.util.random.RandomGenerator;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;

/** Which keys are asked for how often. Immutable. */
@FunctionalInterface
public interface KeyDistribution {

    /** A key from 1 to the number of keys. */
    int draw(RandomGenerator random);

    /**
     * All keys alike.
     *
     * @param keys how many there are
     */
    public record UniformKeys(int keys) implements KeyDistribution {

        @Override
        public int draw(RandomGenerator random) {
            return 1 + random.nextInt(keys);
        }
    }

    /**
     * Low keys more often than high ones, in the self-similar form of Gray et al., "Quickly Generating Billion-Record Synthetic Databases"
     * (SIGMOD 1994): the first {@code h} of the keys get {@code 1 - h} of the draws, and so on within them.
     *
     * @param keys  how many there are
     * @param power what a uniform fraction is raised to
     */
    public record ParetoKeys(int keys, double power) implements KeyDistribution {

        /**
         * The distribution by its shape.
         *
         * @param h above 0 and below 1; sysbench's default 0.2 is the rule of 80 to 20
         */
        public static ParetoKeys of(int keys, double h) {
            return new ParetoKeys(keys, Math.log(h) / Math.log(1 - h));
        }

        @Override
        public int draw(RandomGenerator random) {
            // A power near 0 can round up to all of the keys.
            return 1 + (int) Math.min(keys * Math.pow(random.nextDouble(), power), keys - 1.0);
        }
    }

    /**
     * A bell around the middle key, as sysbench approximates the normal distribution: the mean of several uniform fractions (Bates'
     * distribution). Of 12 fractions, the deviation is a twelfth of the keys.
     *
     * @param keys how many there are
     */
    public record GaussianKeys(int keys) implements KeyDistribution {

        /** sysbench's default for {@code rand-spec-iter}. */
        private static final int FRACTIONS = 12;

        @Override
        public int draw(RandomGenerator random) {
            double sum = 0;
            for (int i = 0; i < FRACTIONS; i++) {
                sum += random.nextDouble();
            }
            return 1 + (int) (keys * sum / FRACTIONS);
        }
    }

    /**
     * A few hot keys in the middle get most of the draws; the others follow a bell over all keys. What sysbench calls "special" and had as its
     * default up to 1.0.
     *
     * @param keys       how many there are
     * @param hotKeys    how many of them are hot
     * @param hotPercent the draws that go to them
     */
    public record SpecialKeys(int keys, int hotKeys, int hotPercent) implements KeyDistribution {

        private static final int PERCENT = 100;

        /**
         * The distribution by its percentages.
         *
         * @param keyPercent the part of the keys that is hot, sysbench's {@code rand-spec-pct}; at least one key is
         * @param hotPercent the part of the draws that goes to them, sysbench's {@code rand-spec-res}
         */
        public static SpecialKeys of(int keys, int keyPercent, int hotPercent) {
            return new SpecialKeys(keys, Math.max(1, (int) ((long) keys * keyPercent / PERCENT)), hotPercent);
        }

        @Override
        public int draw(RandomGenerator random) {
            if (random.nextInt(PERCENT) < hotPercent) {
                return 1 + (keys - hotKeys) / 2 + random.nextInt(hotKeys);
            }
            return new GaussianKeys(keys).draw(random);
        }
    }

    /**
     * Key {@code i} in proportion to {@code i} to the power of minus the exponent, so key 1 is the most wanted, as sysbench defines it.
     * Drawn by rejection-inversion: constant time and no table, whatever the number of keys.
     */
    final class ZipfianKeys implements KeyDistribution {

        private final SharedStateDiscreteSampler sampler;

        /**
         * The distribution by its exponent.
         *
         * @param keys     how many there are
         * @param exponent 0 or more; 0 is uniform, sysbench's default is 0.8
         */
        public ZipfianKeys(int keys, double exponent) {
            // Each draw brings its own source.
            this.sampler = RejectionInversionZipfSampler.of(() -> 0, keys, exponent);
        }

        @Override
        public int draw(RandomGenerator random) {
            return sampler.withUniformRandomProvider(random::nextLong).sample();
        }
    }
}
