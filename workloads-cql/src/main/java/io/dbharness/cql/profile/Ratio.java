package io.dbharness.cql.profile;

import io.dbharness.distribution.ValueDistribution;
import io.dbharness.model.Problems;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A share, such as {@code uniform(1..10)/10}.
 *
 * @param dividend drawn
 * @param divisor  positive
 */
public record Ratio(ValueDistribution dividend, double divisor) {

    private static final Pattern TEXT = Pattern.compile("(.*\\))\\s*/\\s*(\\S+)");

    /** Parses a ratio. Adds every problem, prefixed with {@code where}, and returns empty if there is any. */
    static Optional<Ratio> parse(String text, String where, Problems problems) {
        Matcher matcher = TEXT.matcher(text.strip());
        Optional<Double> divisor = matcher.matches() ? ValueDistribution.number(matcher.group(2)) : Optional.empty();
        if (divisor.isEmpty() || divisor.get() <= 0) {
            problems.add(where + " '" + text.strip() + "' is no ratio; write a distribution over a number, such as"
                    + " uniform(1..10)/10");
            return Optional.empty();
        }
        return ValueDistribution.parse(matcher.group(1), where, problems)
                .map(dividend -> new Ratio(dividend, divisor.get()));
    }

    /** Parses a ratio; empty for any other text. */
    public static Optional<Ratio> parse(String text) {
        return parse(text, "", new Problems());
    }

    /** Returns the lowest share. */
    public double least() {
        return Math.min(1, dividend.least() / divisor);
    }

    /** Returns true if the ratio is not constant. */
    boolean varies() {
        return dividend.least() < dividend.most();
    }

    /** Draws a share from 0 to 1. */
    public double draw(RandomGenerator random, long ordinal) {
        return Math.max(0, Math.min(1, dividend.draw(random, ordinal) / divisor));
    }
}
