package io.dbharness.provisioning.catalogue;

import com.fasterxml.jackson.annotation.JsonValue;
import io.dbharness.provisioning.catalogue.Catalogue.DiskTier;
import io.dbharness.provisioning.catalogue.Catalogue.ProvisionedRange;
import java.time.Duration;
import java.util.Locale;
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

    /** All disks of an ask, striped, for as long as anybody likes: a burst on demand has no end. */
    Performance lasting(int count) {
        Performance one = burst.filter(any -> any.kind() == Burst.Kind.ON_DEMAND)
                .map(Burst::rate)
                .orElse(sustained);
        return new Performance(one.iops() * count, one.megabytesPerSecond() * count);
    }

    /**
     * What a disk can do for a while.
     *
     * @param kind how the burst is paid for
     * @param rate while it lasts
     */
    public record Burst(Kind kind, Performance rate) {

        /** A full bucket of credits lasts this long at the full burst rate (disk-bursting). */
        public static final Duration FULL_BUCKET = Duration.ofMinutes(30);

        /** The two ways to burst. */
        public enum Kind {
            /** Saved while the disk idles, spent above its base rate; always on. */
            CREDIT,
            /** Switched on for a disk, charged, without an end. */
            ON_DEMAND;

            /** As in the data file. */
            @JsonValue
            public String word() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
            }
        }
    }

    /**
     * How long a disk with credits keeps a rate above its base: a full bucket holds half an hour at the full burst rate
     * ({@link Burst#FULL_BUCKET}), and what is done above the base rate is taken from it.
     *
     * @param base  sustained
     * @param burst the most, while credits last
     */
    public record BurstHorizon(Performance base, Performance burst) {

        /** Of a disk; empty when it does not burst on credits. */
        public static Optional<BurstHorizon> of(Delivery disk) {
            return disk.burst()
                    .filter(burst -> burst.kind() == Burst.Kind.CREDIT)
                    .filter(burst -> !burst.rate().within(disk.sustained()))
                    .map(burst -> new BurstHorizon(disk.sustained(), burst.rate()));
        }

        /** Operations above the base rate that a full bucket pays for. */
        public long credits() {
            return Math.max(0, burst.iops() - base.iops()) * Burst.FULL_BUCKET.toSeconds();
        }

        /** How long a full bucket pays for a rate, IOPS, as far as the disk can do it at all; empty: for ever. */
        public Optional<Duration> lasts(long iops) {
            long above = Math.min(iops, burst.iops()) - base.iops();
            return above <= 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(credits() / above));
        }

        /** One sentence for a plan. */
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "bursts to %s for %d minutes from a full bucket (%,d operations above its base), then %s",
                    burst,
                    Burst.FULL_BUCKET.toMinutes(),
                    credits(),
                    base);
        }
    }
}
