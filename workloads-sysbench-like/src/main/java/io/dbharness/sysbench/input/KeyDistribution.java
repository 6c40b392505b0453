package io.dbharness.sysbench.input;

import java.util.random.RandomGenerator;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;

/** A distribution of keys. Immutable. */
@FunctionalInterface
public interface KeyDistribution {

    /** Draws a key from 1 to the number of keys. */
    int draw(RandomGenerator random);

    /**
     * The uniform distribution.
     *
     * @param keys number of keys
     */
    public record UniformKeys(int keys) implements KeyDistribution {

        @Override
        public int draw(RandomGenerator random) {
            return 1 + random.nextInt(keys);
        }
    }

    /**
     * Prefers low keys, with the self-similar distribution of Gray et al., "Quickly Generating Billion-Record Synthetic Databases" (SIGMOD
     * 1994): the first {@code h} of the keys get {@code 1 - h} of the draws, and so on within them.
     *
     * @param keys  number of keys
     * @param power exponent of a uniform fraction
     */
    public record ParetoKeys(int keys, double power) implements KeyDistribution {

        /**
         * Creates the distribution from its shape.
         *
         * @param h above 0 and below 1; sysbench's default 0.2 is the 80-20 rule
         */
        public static ParetoKeys of(int keys, double h) {
            return new ParetoKeys(keys, Math.log(h) / Math.log(1 - h));
        }

        @Override
        public int draw(RandomGenerator random) {
            // With an exponent near 0, rounding can exceed the last key.
            return 1 + (int) Math.min(keys * Math.pow(random.nextDouble(), power), keys - 1.0);
        }
    }

    /**
     * A bell curve around the middle key, like sysbench's approximation of the normal distribution: the mean of several uniform fractions
     * (the Bates distribution). With 12 fractions, the standard deviation is a twelfth of the keys.
     *
     * @param keys number of keys
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
     * Draws mostly from a few hot keys in the middle; the other draws follow a bell curve over all keys. This is sysbench's "special", its
     * default up to 1.0.
     *
     * @param keys       number of keys
     * @param hotKeys    number of hot keys
     * @param hotPercent percentage of draws of hot keys
     */
    public record SpecialKeys(int keys, int hotKeys, int hotPercent) implements KeyDistribution {

        private static final int PERCENT = 100;

        /**
         * Creates the distribution from its percentages.
         *
         * @param keyPercent percentage of hot keys, sysbench's {@code rand-spec-pct}; at least one key is hot
         * @param hotPercent percentage of draws of hot keys, sysbench's {@code rand-spec-res}
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
     * Draws key {@code i} in proportion to {@code i} to the power of minus the exponent, so that key 1 is the most frequent, as in
     * sysbench. Uses rejection-inversion, with constant time and without a table for any number of keys.
     */
    final class ZipfianKeys implements KeyDistribution {

        private final SharedStateDiscreteSampler sampler;

        /**
         * Creates the distribution from its exponent.
         *
         * @param keys     number of keys
         * @param exponent 0 or more; 0 is uniform, sysbench's default is 0.8
         */
        public ZipfianKeys(int keys, double exponent) {
            // Each draw passes its own random source.
            this.sampler = RejectionInversionZipfSampler.of(() -> 0, keys, exponent);
        }

        @Override
        public int draw(RandomGenerator random) {
            return sampler.withUniformRandomProvider(random::nextLong).sample();
        }
    }
}
