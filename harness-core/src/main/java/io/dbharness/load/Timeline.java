package io.dbharness.load;

import java.time.Duration;

/**
 * The windows of one continuous load; users never stop between them.
 *
 * @param warmUp      sent and recorded apart, in no table
 * @param measurement the window that counts
 * @param drain       how long to wait, after the measurement, for what is still running
 */
public record Timeline(Duration warmUp, Duration measurement, Duration drain) {

    /** Long enough for any sane transaction, short enough to end a hung run. */
    public static final Duration DEFAULT_DRAIN = Duration.ofSeconds(30);

    public Timeline {
        if (warmUp.isNegative() || measurement.isNegative() || measurement.isZero() || drain.isNegative()) {
            throw new IllegalArgumentException("not a timeline: " + warmUp + ", " + measurement + ", " + drain);
        }
    }

    public static Timeline of(Duration warmUp, Duration measurement) {
        return new Timeline(warmUp, measurement, DEFAULT_DRAIN);
    }
}
