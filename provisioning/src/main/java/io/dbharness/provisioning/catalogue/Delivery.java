package io.dbharness.provisioning.catalogue;

import java.util.Optional;

/**
 * What one disk of an ask delivers.
 *
 * @param billedAs  name of the tier, or the type's SKU
 * @param sustained for ever
 * @param burst     for a while, if it can
 */
public record Delivery(String billedAs, Performance sustained, Optional<Burst> burst) {

    /** Of a valid ask; empty when no tier or range of the catalogue holds it. */
    public static Optional<Delivery> of(DiskAsk disk, Catalogue catalogue) {
        Optional<ProvisionedRange> range = catalogue.range(disk.type());
        if (range.isPresent()) {
            return range.map(r -> provisioned(disk, r));
        }
        return catalogue.tier(disk.type(), disk.gib()).map(own -> {
            DiskTier tier = disk.extras().tier().flatMap(catalogue::tier).orElse(own);
            return new Delivery(
                    tier.name(),
                    disk.extras().performancePlus() ? tier.performancePlus().orElse(tier.base()) : tier.base(),
                    tier.burst()
                            .filter(burst -> burst.kind() == Burst.Kind.CREDIT
                                    || disk.extras().onDemandBursting()));
        });
    }

    private static Delivery provisioned(DiskAsk disk, ProvisionedRange range) {
        Performance bought = new Performance(
                disk.bought().iops().orElse(range.least().iops()),
                disk.bought().megabytesPerSecond().orElse(range.least().megabytesPerSecond()));
        return new Delivery(disk.type().sku(), bought, Optional.empty());
    }

    /** The most it does at any moment. */
    public Performance peak() {
        return burst.map(Burst::rate).orElse(sustained);
    }

    /** All disks of an ask, striped. */
    Performance sustained(int count) {
        return new Performance(sustained.iops() * count, sustained.megabytesPerSecond() * count);
    }
}
