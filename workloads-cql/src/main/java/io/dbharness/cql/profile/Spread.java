package io.dbharness.cql.profile;

import java.util.random.RandomGenerator;

/** How whole numbers are spread over a range, both ends included: what cassandra-stress calls a distribution. Immutable. */
public final class Spread {

    private static final int SAMPLES = 4_096;

    private final String text;
    private final long least;
    private final long most;
    private final boolean inverted;
    private final Law law;

    /** The shape of a spread. */
    @FunctionalInterface
    interface Law {

        /**
         * How far above the least; what lies outside the range is moved to its nearer end.
         *
         * @param ordinal which draw this is; of use to sequences only
         * @param width   of the range: most - least
         */
        long offset(RandomGenerator random, long ordinal, long width);
    }

    /**
     * A range.
     *
     * @param least    the smallest value
     * @param most     the largest
     * @param inverted whether the shape is mirrored
     */
    record Range(long least, long most, boolean inverted) {

        long width() {
            return most - least;
        }
    }

    Spread(String text, Range range, Law law) {
        this.text = text;
        this.least = range.least();
        this.most = range.most();
        this.inverted = range.inverted();
        this.law = law;
    }

    /**
     * A number of the range.
     *
     * @param ordinal which draw this is, in whatever order the caller draws: a sequence goes by it alone
     */
    public long draw(RandomGenerator random, long ordinal) {
        long width = most - least;
        long offset = Math.max(0, Math.min(width, law.offset(random, ordinal, width)));
        return inverted ? most - offset : least + offset;
    }

    public long least() {
        return least;
    }

    public long most() {
        return most;
    }

    /** About the mean, from a few thousand draws that are always the same. */
    double mean(RandomGenerator random) {
        double sum = 0;
        for (int i = 0; i < SAMPLES; i++) {
            sum += draw(random, i);
        }
        return sum / SAMPLES;
    }

    /** As it was written. */
    @Override
    public String toString() {
        return text;
    }
}
