package io.dbharness.cli.provision;

import io.dbharness.model.Problems;
import io.dbharness.provisioning.spi.Cost;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The most that a plan may cost.
 *
 * @param amount in the currency of the prices
 * @param anHour whether that is for an hour, or for all of it until it expires
 */
public record CostLimit(BigDecimal amount, boolean anHour) {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(/h)?");

    private static final CostLimit NONE = new CostLimit(BigDecimal.ZERO, false);

    /** Reads {@code 40} or {@code 5.50/h}. */
    public static CostLimit parse(String text, Problems problems) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            problems.add("--max-cost must be an amount such as 40, or 5.50/h for an hour, not '" + text + "'");
            return NONE;
        }
        return new CostLimit(new BigDecimal(form.group(1)), form.group(2) != null);
    }

    /** Notes why these costs are above it, or cannot be compared with it. */
    void check(List<Cost> costs, Problems problems) {
        for (Cost cost : costs) {
            BigDecimal all = anHour ? cost.anHour() : cost.untilExpiry();
            String when = anHour ? " an hour" : " until it expires";
            if (!cost.unknown().isEmpty()) {
                problems.add("--max-cost cannot be kept: no price is known for " + String.join(", ", cost.unknown())
                        + "; name prices with --prices");
            } else if (all.compareTo(amount) > 0) {
                problems.add("--max-cost is " + amount.toPlainString() + when + ", and this costs " + all + " "
                        + cost.currency() + when);
            }
        }
    }
}
