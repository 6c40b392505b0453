package io.dbharness.cli.provision;

import io.dbharness.model.Problems;
import io.dbharness.provisioning.spi.Cost;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The most that a plan may cost.
 *
 * @param amount in the currency of the prices
 * @param anHour whether that is for an hour, or for all of it until it expires
 */
record CostLimit(BigDecimal amount, boolean anHour) {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(/h)?");

    static Optional<CostLimit> parse(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(new CostLimit(new BigDecimal(form.group(1)), form.group(2) != null))
                : Optional.empty();
    }

    /** Notes why these costs are above it, or cannot be compared with it. */
    void check(List<Cost> costs, Problems problems) {
        for (Cost cost : costs) {
            BigDecimal all = anHour ? cost.anHour() : cost.untilExpiry();
            String when = anHour ? " an hour" : " until it expires";
            if (!cost.unknown().isEmpty()) {
                problems.add("--" + ProvisionOptions.MAX_COST + " cannot be kept: no price is known for "
                        + String.join(", ", cost.unknown()) + "; name prices with --" + ProvisionOptions.PRICES);
            } else if (all.compareTo(amount) > 0) {
                problems.add("--" + ProvisionOptions.MAX_COST + " is " + amount.toPlainString() + when
                        + ", and this costs " + all + " " + cost.currency() + when);
            }
        }
    }
}
