package io.dbharness.cli.option;

import io.dbharness.load.PiecewiseRate;
import io.dbharness.load.PiecewiseRate.Segment;
import io.dbharness.load.RateProfile;
import io.dbharness.load.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An arrival rate: the same all the time, or in a straight line over the measurement.
 *
 * @param from requests a second during the warm-up and at the start of the measurement
 * @param to   requests a second at its end
 */
public record Rate(double from, double to) {

    private static final String NUMBER = "(\\d{1,9}(?:\\.\\d{1,6})?)";
    private static final Pattern FORM = Pattern.compile(NUMBER + "(?:->" + NUMBER + ")?(?:/s)?");

    static Rate constant(double perSecond) {
        return new Rate(perSecond, perSecond);
    }

    /** Reads {@code 100/s}, {@code 0.5} or {@code 0->5000/s}; nothing when the text is no rate or nothing would ever be sent. */
    static Optional<Rate> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        double from = Double.parseDouble(matcher.group(1));
        double to = matcher.group(2) == null ? from : Double.parseDouble(matcher.group(2));
        return from > 0 || to > 0 ? Optional.of(new Rate(from, to)) : Optional.empty();
    }

    boolean isRamp() {
        return from != to;
    }

    RateProfile profile(Timeline timeline) {
        if (!isRamp()) {
            return RateProfile.constant(from);
        }
        List<Segment> segments = new ArrayList<>();
        if (!timeline.warmUp().isZero()) {
            segments.add(new Segment(from, from, timeline.warmUp()));
        }
        segments.add(new Segment(from, to, timeline.measurement()));
        return new PiecewiseRate(segments);
    }
}
