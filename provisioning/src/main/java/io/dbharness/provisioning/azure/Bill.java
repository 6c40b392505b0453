package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.Catalogue.ProvisionedRange;
import io.dbharness.provisioning.catalogue.Delivery;
import io.dbharness.provisioning.catalogue.DiskAsk;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.catalogue.Performance;
import io.dbharness.provisioning.spi.Cost;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a plan has to pay for. Traffic and charges by transaction are not in it. One thread. */
final class Bill {

    /** A static public address, as price files name it. */
    public static final String ADDRESS = "public address";

    /** Before a tier's name: an Azure SQL database is not the disk of the same name. */
    public static final String DATABASE = "Azure SQL ";

    private final Catalogue catalogue;
    private final Map<Line, Long> lines = new LinkedHashMap<>();

    private record Line(String subject, String item) {}

    Bill(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Adds so many of something; nothing of none. */
    public void add(String subject, String item, long quantity) {
        if (quantity > 0) {
            lines.merge(new Line(subject, item), quantity, Long::sum);
        }
    }

    /** The disks of an ask: by their tier, or by GiB and by what is bought beyond what comes for free. */
    public void add(String subject, DiskAsk disk, int machines) {
        long count = (long) disk.count() * machines;
        Delivery.of(disk, catalogue).ifPresent(delivery -> {
            if (!disk.type().provisioned()) {
                add(subject, delivery.billedAs(), count);
                return;
            }
            Performance free = catalogue
                    .range(disk.type())
                    .filter(range -> disk.type() == DiskType.PREMIUM_SSD_V2)
                    .map(ProvisionedRange::least)
                    .orElse(Performance.NONE);
            Performance bought = delivery.sustained();
            add(subject, delivery.billedAs() + " GiB", count * disk.gib());
            add(subject, delivery.billedAs() + " IOPS", count * (bought.iops() - free.iops()));
            add(
                    subject,
                    delivery.billedAs() + " MB/s",
                    count * (bought.megabytesPerSecond() - free.megabytesPerSecond()));
        });
    }

    /** What a price is needed for. */
    public List<String> items() {
        return lines.keySet().stream().map(Line::item).distinct().sorted().toList();
    }

    /** With prices, where they are known. */
    public Cost at(Prices prices, Duration lifetime) {
        List<Cost.Item> items = lines.entrySet().stream()
                .map(entry -> new Cost.Item(
                        entry.getKey().subject(),
                        entry.getKey().item(),
                        entry.getValue(),
                        prices.of(entry.getKey().item())))
                .toList();
        String source = prices.equals(Prices.NONE) ? "" : "prices of " + prices.date() + ", " + prices.source();
        return new Cost(items, prices.currency(), source, lifetime);
    }
}
