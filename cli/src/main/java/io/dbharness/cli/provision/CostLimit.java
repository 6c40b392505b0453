package io.dbharness.cli.provision;

import io.dbharness.model.Problems;
import io.dbharness.provisioning.spi.Cost;
import io.dbharness.quantity.Quantities;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * The most that a plan may cost.
 *
 * @param amount in the currency of the prices
 * @param anHour whether that is for an hour, or for all of it until it expires
 */
public record CostLimit(BigDecimal amount, boolean anHour) {

    private static final String AN_HOUR = "/h";

    private static final CostLimit NONE = new CostLimit(BigDecimal.ZERO, false);

    /** Reads {@code 40} or {@code 5.50/h}. */
    public static CostLimit parse(String text, Problems problems) {
        boolean anHour = text.endsWith(AN_HOUR);
        Optional<BigDecimal> amount =
                Quantities.decimal(anHour ? text.substring(0, text.length() - AN_HOUR.length()) : text);
        problems.require(
                amount.isPresent(),
                "--max-cost must be an amount such as 40, or 5.50/h for an hour, not '" + text + "'");
        return amount.map(most -> new CostLimit(most, anHour)).orElse(NONE);
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
