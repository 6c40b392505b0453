package io.dbharness.result.study;

import java.util.List;

/** What a subject costs, as formulas speak of it. */
final class Price {

    /** As declared. */
    static final String PER_HOUR = "pricePerHour";

    /** Of a million operations that were completed, at the throughput that was measured. */
    static final String PER_MILLION = "costPerMillion";

    static final List<String> WORDS = List.of(PER_HOUR, PER_MILLION);

    private static final double MILLION = 1e6;
    private static final double SECONDS_AN_HOUR = 3600;

    private Price() {}

    /**
     * What a million operations cost.
     *
     * @param perHour    of whatever makes the throughput
     * @param throughput a second
     */
    static double perMillion(double perHour, double throughput) {
        return throughput == 0 ? Double.NaN : perHour * MILLION / (throughput * SECONDS_AN_HOUR);
    }
}
