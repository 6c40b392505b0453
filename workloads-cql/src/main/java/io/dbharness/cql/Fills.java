package io.dbharness.cql;

import io.dbharness.workload.Parameter;
import io.dbharness.workload.Sizes;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How full a node is to be: a size, a share of its disk such as {@code 30%}, or nothing.
 *
 * @param most bytes
 */
record Fills(long most) implements Parameter.Domain {

    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,2}(?:\\.[0-9]{1,3})?)%");
    /** Merging needs as much room again as it merges. */
    private static final double MOST_PERCENT = 50;

    private static final double HUNDRED = 100;

    /** The share, from 0 to 1; empty for anything else. */
    static OptionalDouble share(String text) {
        Matcher matcher = PERCENT.matcher(text);
        double percent = matcher.matches() ? Double.parseDouble(matcher.group(1)) : 0;
        return percent > 0 && percent <= MOST_PERCENT ? OptionalDouble.of(percent / HUNDRED) : OptionalDouble.empty();
    }

    private Sizes sizes() {
        return new Sizes(List.of(), most, true);
    }

    @Override
    public String label() {
        return "SIZE|PERCENT";
    }

    @Override
    public boolean contains(String text) {
        return sizes().contains(text) || share(text).isPresent();
    }

    @Override
    public String expectation() {
        return sizes().expectation() + ", or a share of the disk up to 50%, as merging needs the same again";
    }
}
