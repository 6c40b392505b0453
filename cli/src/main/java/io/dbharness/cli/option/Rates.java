package io.dbharness.cli.option;

import io.dbharness.workload.Parameter;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Arrival rates: {@code 100/s} or {@code 100}, also {@code 0.5/s}. */
record Rates() implements Parameter.Domain {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(?:/s)?");

    /** Arrivals a second, or nothing when the text is no rate. */
    static OptionalDouble parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return OptionalDouble.empty();
        }
        double perSecond = Double.parseDouble(matcher.group(1));
        return perSecond > 0 ? OptionalDouble.of(perSecond) : OptionalDouble.empty();
    }

    @Override
    public String label() {
        return "RATE";
    }

    @Override
    public boolean contains(String text) {
        return parse(text).isPresent();
    }

    @Override
    public String expectation() {
        return "a positive number of requests a second, such as 100/s";
    }
}
