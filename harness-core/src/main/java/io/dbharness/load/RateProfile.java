package io.dbharness.load;

import java.time.Duration;
import java.util.List;

/** An arrival rate over the time of a run. Immutable. */
public interface RateProfile {

    /**
     * The inverse of the integrated rate: seconds from the start of the run by which {@code n} arrivals are expected. Monotone;
     * {@code Double.POSITIVE_INFINITY} when there are fewer.
     */
    double secondsAt(double n);

    /** One phrase for reports, for example {@code 100/s}. */
    String describe();

    /** The same rate for ever. */
    static RateProfile constant(double perSecond) {
        if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
            throw new IllegalArgumentException("an arrival rate is positive and finite, not " + perSecond);
        }
        return new PiecewiseRate(List.of(new PiecewiseRate.Segment(perSecond, perSecond, Duration.ZERO)));
    }

    /** A straight line from one rate to another, then the other for ever. */
    static RateProfile ramp(double from, double to, Duration over) {
        return new PiecewiseRate(List.of(new PiecewiseRate.Segment(from, to, over)));
    }
}
