package io.dbharness.provisioning.spi;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a provider's part of a plan costs. Licences, traffic and charges by transaction are in it only where an item says so.
 *
 * @param items    what is paid for, in the order to be shown
 * @param currency of the prices, for example {@code USD}
 * @param source   where the prices come from and of which day; empty when there are none
 * @param lifetime until it expires
 */
public record Cost(List<Item> items, String currency, String source, Duration lifetime) {

    private static final int CENTS = 2;
    private static final BigDecimal SECONDS_AN_HOUR = BigDecimal.valueOf(3_600);

    /**
     * Something with a price.
     *
     * @param subject  whom it is for; empty when several share it
     * @param what     for example {@code Standard_D8s_v5} or {@code PremiumV2_LRS GiB}
     * @param quantity how many
     * @param each     the price of one for an hour; empty when it is not known, which is not the same as nothing
     */
    public record Item(String subject, String what, long quantity, Optional<BigDecimal> each) {

        /** Of all of them, for an hour. */
        public Optional<BigDecimal> anHour() {
            return each.map(price -> price.multiply(BigDecimal.valueOf(quantity)));
        }
    }

    public Cost {
        items = List.copyOf(items);
    }

    /** The known part, for an hour, to the cent. */
    public BigDecimal anHour() {
        return exact().setScale(CENTS, RoundingMode.HALF_UP);
    }

    /** The known part until it expires, to the cent. */
    public BigDecimal untilExpiry() {
        return exact().multiply(BigDecimal.valueOf(lifetime.toSeconds()))
                .divide(SECONDS_AN_HOUR, CENTS, RoundingMode.HALF_UP);
    }

    private BigDecimal exact() {
        return items.stream().flatMap(item -> item.anHour().stream()).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** What has no price. */
    public List<String> unknown() {
        return items.stream()
                .filter(item -> item.each().isEmpty())
                .map(Item::what)
                .distinct()
                .toList();
    }
}
