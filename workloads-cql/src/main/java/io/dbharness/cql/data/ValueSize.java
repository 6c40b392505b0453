package io.dbharness.cql.data;

import io.dbharness.distribution.ValueDistribution;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The bytes of a value: {@code fixed(N)}, or a distribution from which each value draws its own.
 *
 * @param text of the distribution, whose numbers are from 0 to {@link #MOST}
 */
public record ValueSize(String text) {

    /** Bytes of the largest value. */
    public static final int MOST = 8 << 20;

    /** Draws the size of a value from the number that seeds it. Thread-safe. */
    @FunctionalInterface
    interface Draw {
        int of(long seed);
    }

    /** Parses a distribution of sizes; empty for any other text. */
    public static Optional<ValueSize> parse(String text) {
        return ValueDistribution.parse(text)
                .filter(sizes -> sizes.least() >= 0 && sizes.most() <= MOST && sizes.most() > 0)
                .map(sizes -> sizes.least() == sizes.most() ? fixed((int) sizes.most()) : new ValueSize(text));
    }

    /** Creates one size for all values. */
    public static ValueSize fixed(int bytes) {
        return new ValueSize("fixed(" + bytes + ")");
    }

    private ValueDistribution distribution() {
        return ValueDistribution.known(text);
    }

    boolean isFixed() {
        return text.startsWith("fixed(");
    }

    /** Returns the mean size in bytes. */
    double mean() {
        return distribution().mean(new SplittableRandom(0));
    }

    /** Returns part of a table's name, for example {@code 34} or {@code 10_200}. */
    String name() {
        ValueDistribution sizes = distribution();
        return isFixed() ? "" + sizes.most() : sizes.least() + "_" + sizes.most();
    }

    /**
     * Returns the rule of cassandra-stress: a generator seeded with the value's number draws its size. A uniform size is the first
     * number of the JDK's generator between the ends; others are drawn by {@link ValueDistribution}.
     */
    Draw draw() {
        ValueDistribution sizes = distribution();
        long least = sizes.least();
        long most = sizes.most();
        if (isFixed()) {
            return seed -> (int) most;
        }
        if (text.toLowerCase(Locale.ROOT).startsWith("uniform")) {
            return seed -> {
                double share = StressBytes.JdkRandom.asDouble(StressBytes.JdkRandom.scrambled(seed));
                return (int) Math.min(most, (long) (share * (most + 1) + (1 - share) * least));
            };
        }
        return seed -> (int) sizes.draw(new SplittableRandom(seed), 0);
    }

    @Override
    public String toString() {
        return isFixed() ? name() : text;
    }
}
