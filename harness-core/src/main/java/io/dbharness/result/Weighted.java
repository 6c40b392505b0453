package io.dbharness.result;

/**
 * A rate and how long it was measured. Sums are made of whole numbers, so that their order does not matter to the last bit.
 *
 * @param perSecond the rate
 * @param seconds   how long
 */
record Weighted(double perSecond, double seconds) {

    private static final double NANOS = 1e9;
    private static final double MICROS = 1e6;
    private static final double MILLIS = 1e3;

    /** Rates at the same time; to a millionth a second. */
    double plus(Weighted other) {
        return (Math.round(perSecond * MICROS) + Math.round(other.perSecond * MICROS)) / MICROS;
    }

    /** Of rates one after the other; to a thousandth of a completion. */
    double mean(Weighted other) {
        return (events() + other.events()) / MILLIS / seconds(seconds, other.seconds);
    }

    private long events() {
        return Math.round(perSecond * seconds * MILLIS);
    }

    /** The sum of two durations; to a nanosecond. */
    static double seconds(double a, double b) {
        return (Math.round(a * NANOS) + Math.round(b * NANOS)) / NANOS;
    }
}
