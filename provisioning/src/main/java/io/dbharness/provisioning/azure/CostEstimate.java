package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.Catalogue.DiskTier;
import io.dbharness.provisioning.catalogue.Catalogue.ProvisionedRange;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.catalogue.Performance;
import io.dbharness.provisioning.spi.Cost;
import io.dbharness.provisioning.spi.Step;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the charged items of a plan. Items without a known price are listed, none is omitted. Not thread-safe. */
final class CostEstimate {

    /** A static public address, by its name in price files. */
    static final String ADDRESS = "public address";

    /** Prefix of a database tier, which can share its name with a disk tier. */
    static final String DATABASE = "Azure SQL ";

    /** Prefix of a server's compute size, which shares its name with a VM size. */
    static final String POSTGRESQL = "PostgreSQL ";

    /** Outgoing traffic; its price is for a GB, not for an hour. */
    static final String TRAFFIC = "traffic GB";

    static final String NAT = "NAT gateway";
    static final String VCORE = " vCore";
    static final String GB = " GB";

    /** Suffix of a Spot machine's size. */
    static final String SPOT = " Spot";

    /** Suffix of a zone-redundant disk's tier. */
    static final String ZRS = " ZRS";

    private static final String NAT_TRAFFIC = NAT + " " + TRAFFIC;
    private static final String UNKNOWN_TRAFFIC = "traffic (azure.traffic says how much)";

    /** Publishers whose images add no charge to the machine. */
    private static final List<String> FREE =
            List.of("/", "Canonical:", "Debian:", "MicrosoftSQLServer:sql2022-ubuntupro2004:sqldev_");

    private final Catalogue catalogue;
    private final Map<Line, Long> lines = new LinkedHashMap<>();

    private record Line(String subject, String item) {}

    CostEstimate(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * Adds the charged items of steps.
     *
     * @param traffic outgoing traffic, GB; empty: unknown
     */
    void add(List<Step> steps, Optional<Long> traffic) {
        steps.forEach(this::add);
        traffic.ifPresentOrElse(gb -> add("", TRAFFIC, gb), () -> add("", UNKNOWN_TRAFFIC, 1));
        if (steps.stream().anyMatch(step -> step.id().equals(AzureArguments.NAT_STEP))) {
            add("", NAT_TRAFFIC, traffic.orElse(1L));
        }
    }

    private void add(Step step) {
        String node = step.id().substring(0, step.id().indexOf('/'));
        String subject =
                step.subject().isEmpty() && AzureArguments.isClient(node) ? AzureArguments.CLIENT : step.subject();
        switch (Kind.of(step.kind())) {
            case MACHINE -> machine(subject, step);
            case DISK -> disk(subject, step);
            case ADDRESS -> add(subject, ADDRESS, 1);
            case NAT -> add(subject, NAT, 1);
            case DATABASE -> database(subject, step);
            case FLEXIBLE -> flexible(subject, step);
            default -> {}
        }
    }

    private void machine(String subject, Step step) {
        String spot = step.has(AzureArguments.PRIORITY) ? SPOT : "";
        add(subject, step.argument(AzureArguments.SIZE) + spot, 1);
        DiskType type = DiskType.of(step.argument(AzureArguments.SYSTEM_DISK)).orElseThrow();
        tiered(subject, type, catalogue.tier(type, step.number(AzureArguments.SYSTEM_GIB)));
        String image = step.argument(AzureArguments.IMAGE);
        if (FREE.stream().noneMatch(image::startsWith)) {
            add(subject, "licence of " + image, 1);
        }
    }

    /** Adds a disk by its tier, or by its GiB and the IOPS and MB/s above the included ones. */
    private void disk(String subject, Step step) {
        DiskType type = DiskType.of(step.argument(AzureArguments.SKU)).orElseThrow();
        long gib = step.number(AzureArguments.GIB);
        if (type.provisioned()) {
            Optional<Performance> least = catalogue.range(type).map(ProvisionedRange::least);
            Performance free =
                    least.filter(any -> type == DiskType.PREMIUM_SSD_V2).orElse(Performance.NONE);
            add(subject, type.sku() + " GiB", gib);
            add(subject, type.sku() + " IOPS", step.number(AzureArguments.IOPS) - free.iops());
            add(subject, type.sku() + " MB/s", step.number(AzureArguments.MEGABYTES) - free.megabytesPerSecond());
            return;
        }
        Optional<DiskTier> tier =
                step.text(AzureArguments.TIER).flatMap(catalogue::tier).or(() -> catalogue.tier(type, gib));
        tiered(subject, type, tier);
        if (step.has(AzureArguments.BURSTING)) {
            tier.ifPresent(own -> add(subject, own.name() + " bursting", 1));
            add(subject, "burst transactions", 1);
        }
    }

    private void tiered(String subject, DiskType type, Optional<DiskTier> tier) {
        tier.ifPresent(own -> add(subject, own.name() + (type.zoneRedundant() ? ZRS : ""), 1));
        if (type.replicated() != DiskType.PREMIUM_SSD) {
            add(subject, type.sku() + " transactions", 1);
        }
    }

    private void database(String subject, Step step) {
        String edition = step.argument(AzureArguments.EDITION);
        long vcores = step.number("capacity");
        if (vcores > 0) {
            add(subject, DATABASE + step.argument("skuName") + VCORE, vcores);
        } else {
            add(subject, DATABASE + step.argument(AzureArguments.TIER), 1);
        }
        add(subject, DATABASE + edition + GB, step.number(AzureArguments.STORAGE));
    }

    private void flexible(String subject, Step step) {
        add(subject, POSTGRESQL + step.argument(AzureArguments.SIZE), 1);
        String storage = POSTGRESQL + step.argument(AzureArguments.SKU);
        add(subject, storage + GB, step.number(AzureArguments.GIB));
        add(subject, storage + " IOPS", step.number(AzureArguments.IOPS));
        add(subject, storage + " MB/s", step.number(AzureArguments.MEGABYTES));
        if (step.has(AzureArguments.TIER)) {
            add(subject, storage + " " + step.argument(AzureArguments.TIER), 1);
        }
    }

    private void add(String subject, String item, long quantity) {
        if (quantity > 0) {
            lines.merge(new Line(subject, item), quantity, Long::sum);
        }
    }

    /** Returns the items that need a price. */
    List<String> items() {
        return lines.keySet().stream().map(Line::item).distinct().sorted().toList();
    }

    /** Returns the cost at these prices, as far as they are known. */
    Cost at(Prices prices, Duration lifetime) {
        List<Cost.Item> items = lines.entrySet().stream()
                .map(entry -> new Cost.Item(
                        entry.getKey().subject(),
                        entry.getKey().item(),
                        entry.getValue(),
                        prices.of(entry.getKey().item()).map(price -> hourly(entry.getKey(), price, lifetime))))
                .toList();
        String source = prices.equals(Prices.NONE) ? "" : "prices of " + prices.date() + ", " + prices.source();
        return new Cost(items, prices.currency(), source, lifetime);
    }

    /** Spreads the one-time charge for outgoing traffic evenly over the lifetime. */
    private static BigDecimal hourly(Line line, BigDecimal price, Duration lifetime) {
        return line.item().endsWith(TRAFFIC)
                ? price.multiply(BigDecimal.valueOf(3_600))
                        .divide(BigDecimal.valueOf(lifetime.toSeconds()), MathContext.DECIMAL64)
                : price;
    }
}
