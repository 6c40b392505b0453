package io.dbharness.distribution;

import java.util.random.RandomGenerator;

/**
 * The zipfian distribution of YCSB over ranks from 0: the approximation of J. Gray et al., "Quickly Generating Billion-Record Synthetic
 * Databases", SIGMOD 1994, with the constant 0.99. Ranks 0 and 1 have the probabilities of Zipf's law, later ones nearly so. Immutable.
 *
 * @param count number of ranks, at least 1
 * @param zeta  {@link #zeta} of the count
 */
public record YcsbZipfian(long count, double zeta) {

    private static final double THETA = 0.99;
    private static final double SECOND = Math.pow(0.5, THETA);

    /** Terms of the sum that are added one by one. */
    private static final int HEAD = 64;

    private static final double ZETA_OF_HEAD = sum(HEAD);

    /** The number of items over which YCSB draws before it scatters the ranks over the keys. Uses the constants above. */
    private static final YcsbZipfian SCATTERED = new YcsbZipfian(10_000_000_000L);

    private static final long FNV_OFFSET = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 1_099_511_628_211L;

    public YcsbZipfian(long count) {
        this(count, zeta(count));
    }

    /**
     * Returns the sum of k to the power of -0.99 for k from 1 to n. Beyond a few terms it is the Euler-Maclaurin formula, exact to twelve
     * digits, so that it costs the same for a key space that grows as for one that does not.
     */
    public static double zeta(long n) {
        return n <= HEAD ? sum(n) : ZETA_OF_HEAD + primitive((double) n) - primitive(HEAD);
    }

    private static double sum(long n) {
        double sum = 0;
        for (long k = 1; k <= n; k++) {
            sum += Math.pow((double) k, -THETA);
        }
        return sum;
    }

    /** Returns the integral of f(x) = x^-0.99, plus f(x) / 2 + f'(x) / 12 - f'''(x) / 720. */
    private static double primitive(double x) {
        double f = Math.pow(x, -THETA);
        return x * f / (1 - THETA)
                + f / 2
                - THETA * f / x / 12
                + THETA * (THETA + 1) * (THETA + 2) * f / (x * x * x) / 720;
    }

    /** Draws a rank from 0 to {@code count} - 1. */
    public long draw(RandomGenerator random) {
        double u = random.nextDouble();
        double uz = u * zeta;
        if (uz < 1 || count == 1) {
            return 0;
        }
        if (uz < 1 + SECOND) {
            return 1;
        }
        double eta = (1 - Math.pow(2.0 / count, 1 - THETA)) / (1 - (1 + SECOND) / zeta);
        return Math.min(count - 1, (long) (count * Math.pow(eta * u - eta + 1, 1 / (1 - THETA))));
    }

    /** Draws a number from 0 to {@code count} - 1 whose frequent values are scattered over the range, as YCSB scrambles its keys. */
    static long scrambled(long count, RandomGenerator random) {
        return fnv(SCATTERED.draw(random)) % count;
    }

    /** Returns the 64-bit FNV-1a hash of the eight bytes of a number, lowest first, without its sign, as YCSB hashes keys. */
    public static long fnv(long number) {
        long hash = FNV_OFFSET;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            hash = (hash ^ (number >>> shift & 0xFF)) * FNV_PRIME;
        }
        return Math.abs(hash);
    }

    /** Returns the 64-bit FNV-1a hash of bytes, without its sign. */
    public static long fnv(byte[] bytes) {
        long hash = FNV_OFFSET;
        for (byte one : bytes) {
            hash = (hash ^ (one & 0xFF)) * FNV_PRIME;
        }
        return Math.abs(hash);
    }
}
