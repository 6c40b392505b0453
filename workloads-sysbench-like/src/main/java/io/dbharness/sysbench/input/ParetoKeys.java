package io.dbharness.sysbench.input;

import java.util.random.RandomGenerator;

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
