package io.dbharness.profile;

import io.dbharness.quantity.Quantities;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The relative frequency of an operation, such as {@code 3}, or its share of all operations, such as {@code 10%}.
 *
 * @param amount  from 0
 * @param percent true for a share of all operations; the others divide the rest by their weights
 */
public record Weight(double amount, boolean percent) {

    public static final String FORMS = "a number from 0 to 1000000, or a share of all operations such as 10%";

    public static final Weight ONE = new Weight(1, false);

    private static final double HEAVIEST = 1_000_000;
    private static final double WHOLE = 100;
    private static final Pattern PART = Pattern.compile("\\s*((?:[\\w-]+\\.)*[\\w-]+)\\s*=\\s*(\\S+)\\s*");

    /** Parses a weight; empty for any other text. */
    public static Optional<Weight> parse(String text) {
        boolean percent = text.endsWith("%");
        OptionalDouble amount = Quantities.number(percent ? text.substring(0, text.length() - 1) : text);
        return amount.isPresent() && amount.getAsDouble() <= (percent ? WHOLE : HEAVIEST)
                ? Optional.of(new Weight(amount.getAsDouble(), percent))
                : Optional.empty();
    }

    /**
     * Parses {@code take=3,add=1,remove=10%}, also in parentheses: names, optionally with others before a dot, and their weights in order.
     * Empty for a malformed text, a name that is there twice, or if no weight is above 0.
     */
    public static Map<String, Weight> mix(String text) {
        Map<String, Weight> weights = new LinkedHashMap<>();
        String inner = text.startsWith("(") && text.endsWith(")") ? text.substring(1, text.length() - 1) : text;
        for (String part : inner.split(",", -1)) {
            Matcher matcher = PART.matcher(part);
            Optional<Weight> weight = matcher.matches() ? parse(matcher.group(2)) : Optional.empty();
            if (weight.isEmpty() || weights.put(matcher.group(1), weight.get()) != null) {
                return Map.of();
            }
        }
        return weights.values().stream().anyMatch(weight -> weight.amount > 0) ? weights : Map.of();
    }

    /** Returns frequencies for weights, in their order; empty if the shares are more than 100 % or leave nothing for the others. */
    public static Optional<Weights> weights(Collection<Weight> all) {
        double shares =
                all.stream().filter(Weight::percent).mapToDouble(Weight::amount).sum();
        double others = all.stream()
                .filter(one -> !one.percent)
                .mapToDouble(Weight::amount)
                .sum();
        if (shares > WHOLE || (shares == WHOLE && others > 0)) {
            return Optional.empty();
        }
        return Optional.of(new Weights(all.stream()
                .map(one -> one.percent || shares == 0 ? one.amount : one.amount / others * (WHOLE - shares))
                .toList()));
    }
}
