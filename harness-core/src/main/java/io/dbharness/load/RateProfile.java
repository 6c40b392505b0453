package io.dbharness.load;

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
        return new RateProfile() {
            @Override
            public double secondsAt(double n) {
                return n / perSecond;
            }

            @Override
            public String describe() {
                return (perSecond == Math.rint(perSecond)
                                ? Long.toString((long) perSecond)
                                : Double.toString(perSecond))
                        + "/s";
            }
        };
    }
}
