package io.dbharness.provisioning.spi;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The price of one provider's part of a plan. Licences, traffic and per-transaction charges are included only where an item names them.
 *
 * @param items    the charged items, in display order
 * @param currency of the prices, for example {@code USD}
 * @param source   origin and date of the prices; empty if there are no prices
 * @param lifetime time until the resources expire
 */
public record Cost(List<Item> items, String currency, String source, Duration lifetime) {

    private static final int CENTS = 2;
    private static final BigDecimal SECONDS_AN_HOUR = BigDecimal.valueOf(3_600);

    /**
     * A charged item.
     *
     * @param subject  name of the subject; empty if several subjects share the item
     * @param what     for example {@code Standard_D8s_v5} or {@code PremiumV2_LRS GiB}
     * @param quantity number of units
     * @param each     price of one unit for an hour; empty if unknown, which does not mean free
     */
    public record Item(String subject, String what, long quantity, Optional<BigDecimal> each) {

        /** Returns the price of all units for an hour. */
        public Optional<BigDecimal> anHour() {
            return each.map(price -> price.multiply(BigDecimal.valueOf(quantity)));
        }
    }

    public Cost {
        items = List.copyOf(items);
    }

    /** Returns the sum of the known prices for an hour, rounded to the cent. */
    public BigDecimal anHour() {
        return exact().setScale(CENTS, RoundingMode.HALF_UP);
    }

    /** Returns the sum of the known prices until expiry, rounded to the cent. */
    public BigDecimal untilExpiry() {
        return exact().multiply(BigDecimal.valueOf(lifetime.toSeconds()))
                .divide(SECONDS_AN_HOUR, CENTS, RoundingMode.HALF_UP);
    }

    private BigDecimal exact() {
        return items.stream().flatMap(item -> item.anHour().stream()).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Returns the names of items without a known price. */
    public List<String> unknown() {
        return items.stream()
                .filter(item -> item.each().isEmpty())
                .map(Item::what)
                .distinct()
                .toList();
    }
}
