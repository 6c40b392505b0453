package io.dbharness.load;

import io.dbharness.model.Internal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * An arrival rate over the time of a run, in straight lines: constant, ramps and steps. The last segment's final rate holds for ever.
 *
 * @param segments at least one
 */
@Internal
public record RateProfile(List<Segment> segments) {

    /**
     * A straight line.
     *
     * @param from arrivals a second at its start
     * @param to   arrivals a second at its end
     * @param over how long it takes
     */
    public record Segment(double from, double to, Duration over) {

        public Segment {
            if (!(from >= 0 && to >= 0) || Double.isInfinite(from) || Double.isInfinite(to) || over.isNegative()) {
                throw new IllegalArgumentException("not a rate: from " + from + " to " + to + " over " + over);
            }
        }

        double seconds() {
            return over.toNanos() / 1e9;
        }

        double arrivals() {
            return (from + to) / 2 * seconds();
        }

        /** Arrivals that are expected in the first so many seconds of this segment. */
        double arrivalsBy(double elapsed) {
            return elapsed <= 0 ? 0 : (from + (to - from) * elapsed / seconds() / 2) * elapsed;
        }

        /** When n of this segment's arrivals are expected: the root of from t + (to - from) t^2 / (2 T) = n. */
        double secondsAt(double n) {
            double slope = (to - from) / seconds();
            // The form of the root that does not cancel when the slope is small.
            return n == 0 ? 0 : 2 * n / (from + Math.sqrt(Math.max(0, from * from + 2 * slope * n)));
        }
    }

    public RateProfile {
        segments = List.copyOf(segments);
        if (segments.isEmpty()) {
            throw new IllegalArgumentException("a rate needs at least one segment");
        }
    }

    /** Returns a profile of one constant rate. */
    public static RateProfile constant(double perSecond) {
        if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
            throw new IllegalArgumentException("an arrival rate is positive and finite, not " + perSecond);
        }
        return ramp(perSecond, perSecond, Duration.ZERO);
    }

    /** A straight line from one rate to another, then the other for ever. */
    public static RateProfile ramp(double from, double to, Duration over) {
        return new RateProfile(List.of(new Segment(from, to, over)));
    }

    /**
     * The inverse of the integrated rate: seconds from the start of the run by which {@code n} arrivals are expected. Monotone;
     * {@code Double.POSITIVE_INFINITY} when there are fewer.
     */
    public double secondsAt(double n) {
        double left = n;
        double elapsed = 0;
        for (Segment segment : segments) {
            if (left <= segment.arrivals() && segment.seconds() > 0) {
                return elapsed + segment.secondsAt(left);
            }
            left -= segment.arrivals();
            elapsed += segment.seconds();
        }
        double last = segments.get(segments.size() - 1).to();
        return last > 0 ? elapsed + left / last : Double.POSITIVE_INFINITY;
    }

    /** The integrated rate: arrivals that are expected in the first so many seconds of the run. */
    public double arrivalsBy(double seconds) {
        double arrivals = 0;
        double left = seconds;
        for (Segment segment : segments) {
            arrivals += segment.arrivalsBy(Math.min(left, segment.seconds()));
            left -= segment.seconds();
        }
        return arrivals + Math.max(0, left) * segments.get(segments.size() - 1).to();
    }

    /** Returns true if the rate never changes. */
    public boolean isConstant() {
        double rate = segments.get(0).to();
        return segments.stream().allMatch(s -> s.to() == rate && (s.from() == rate || s.seconds() == 0));
    }

    /** One phrase for reports, for example {@code 100/s}. */
    public String describe() {
        return segments.stream()
                .map(s -> s.seconds() == 0
                        ? number(s.to()) + "/s"
                        : number(s.from()) + "->" + number(s.to()) + "/s over " + number(s.seconds()) + "s")
                .collect(Collectors.joining(", "));
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.6g", value);
    }
}
