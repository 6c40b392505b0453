package io.dbharness.request;

import io.dbharness.model.Internal;
import io.dbharness.plan.RunPlan.Limits;
import io.dbharness.plan.RunPlan.Precision;
import io.dbharness.quantity.Quantities;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The end of a measurement before its time: after a number of requests, or when its mean rate is known well enough.
 *
 * @param count     requests; empty if their number does not matter
 * @param precision of the mean rate, {@code err<0.02} after 30 samples or {@code err<0.02,n>10}; empty if it does not matter
 */
@Internal
public record Until(OptionalLong count, Optional<Precision> precision) {

    /** Only the duration ends the measurement. */
    static final Until TIME = new Until(OptionalLong.empty(), Optional.empty());

    static final String EXPECTED =
            "a whole number from 1 to 1000000000000, a standard error of the mean rate such as err<0.02, or both";

    private static final long MOST_REQUESTS = 1_000_000_000_000L;
    private static final Pattern FORM = Pattern.compile("([^,<]+)|(?:([^,<]+),)?err<([^,]+)(?:,n>(\\d{1,6}))?");
    /** As in cassandra-stress. */
    private static final int SAMPLES = 30;

    static Optional<Until> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        String requests = form.group(1) == null ? form.group(2) : form.group(1);
        OptionalLong count = requests == null ? OptionalLong.empty() : Quantities.whole(requests);
        Optional<Precision> precision = Optional.ofNullable(form.group(3))
                .map(error -> new Precision(
                        Quantities.number(error).orElse(0),
                        form.group(4) == null ? SAMPLES : Integer.parseInt(form.group(4))));
        return Optional.of(new Until(count, precision))
                .filter(until -> requests == null || count.isPresent())
                .filter(until -> count.orElse(1) >= 1 && count.orElse(1) <= MOST_REQUESTS)
                .filter(until -> precision.stream().allMatch(asked -> asked.error() > 0 && asked.error() < 1));
    }

    /** Creates the end after a number of requests. */
    static Until requests(long number) {
        return new Until(OptionalLong.of(number), Optional.empty());
    }

    Limits on(Limits limits) {
        Limits counted = count.isPresent() ? limits.withCount(count.getAsLong()) : limits;
        return precision.map(counted::withPrecision).orElse(counted);
    }
}
