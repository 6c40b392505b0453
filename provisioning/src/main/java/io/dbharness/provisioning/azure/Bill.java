package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.Delivery;
import io.dbharness.provisioning.catalogue.DiskAsk;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.catalogue.Performance;
import io.dbharness.provisioning.catalogue.ProvisionedRange;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a plan costs an hour. Licences, traffic and charges by transaction are not in it. One thread. */
final class Bill {

    private final Prices prices;
    private final Catalogue catalogue;
    private final Map<String, Long> items = new TreeMap<>();

    Bill(Prices prices, Catalogue catalogue) {
        this.prices = prices;
        this.catalogue = catalogue;
    }

    void add(String item, long quantity) {
        if (quantity > 0) {
            items.merge(item, quantity, Long::sum);
        }
    }

    /** The disks of an ask: by their tier, or by GiB and by what is bought beyond what comes for free. */
    void add(DiskAsk disk, int machines) {
        long count = (long) disk.count() * machines;
        Delivery.of(disk, catalogue).ifPresent(delivery -> {
            if (!disk.type().provisioned()) {
                add(delivery.billedAs(), count);
                return;
            }
            Performance free = catalogue
                    .range(disk.type())
                    .filter(range -> disk.type() == DiskType.PREMIUM_SSD_V2)
                    .map(ProvisionedRange::least)
                    .orElse(Performance.NONE);
            Performance bought = delivery.sustained();
            add(delivery.billedAs() + " GiB", count * disk.gib());
            add(delivery.billedAs() + " IOPS", count * (bought.iops() - free.iops()));
            add(delivery.billedAs() + " MB/s", count * (bought.megabytesPerSecond() - free.megabytesPerSecond()));
        });
    }

    /** Of all items whose price is known. */
    BigDecimal known() {
        return items.entrySet().stream()
                .flatMap(entry ->
                        prices
                                .of(entry.getKey())
                                .map(price -> price.multiply(BigDecimal.valueOf(entry.getValue())))
                                .stream())
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .setScale(2, RoundingMode.HALF_UP);
    }

    /** Items without a price. */
    Set<String> unknown() {
        Set<String> unknown = new TreeSet<>(items.keySet());
        unknown.removeAll(prices.hourly().keySet());
        return unknown;
    }

    /** One sentence for a plan. */
    String sentence() {
        if (prices.equals(Prices.NONE)) {
            return "its price is unknown (name a file of prices with azure.prices)";
        }
        String total = "it costs " + known() + " " + prices.currency() + " an hour (prices of " + prices.date() + ", "
                + prices.source() + ")";
        return unknown().isEmpty() ? total : total + " and the unknown price of " + String.join(", ", unknown());
    }
}
