package io.dbharness.cql.profile;

import io.dbharness.model.Problems;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A share, such as {@code uniform(1..10)/10}.
 *
 * @param spread  of the dividend
 * @param divisor positive
 */
public record Ratio(Spread spread, double divisor) {

    private static final Pattern TEXT = Pattern.compile("(.*\\))\\s*/\\s*([0-9]{1,15}(?:\\.[0-9]{1,15})?)");

    /** Notes what is wrong, after {@code where}, and returns nothing then. */
    static Optional<Ratio> parse(String text, String where, Problems problems) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches() || Double.parseDouble(matcher.group(2)) <= 0) {
            problems.add(where + " '" + text.strip() + "' is no ratio; write a distribution over a number, such as"
                    + " uniform(1..10)/10");
            return Optional.empty();
        }
        double divisor = Double.parseDouble(matcher.group(2));
        return SpreadText.parse(matcher.group(1), where, problems).map(spread -> new Ratio(spread, divisor));
    }

    /** From 0 to 1. */
    public double draw(RandomGenerator random, long ordinal) {
        return Math.max(0, Math.min(1, spread.draw(random, ordinal) / divisor));
    }
}
