package io.dbharness.provisioning.catalogue;

import com.fasterxml.jackson.annotation.JsonValue;
import io.dbharness.provisioning.catalogue.Catalogue.DiskTier;
import io.dbharness.provisioning.catalogue.Catalogue.ProvisionedRange;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The performance of one disk of a request.
 *
 * @param billedAs  name of the tier, or the type's SKU
 * @param sustained performance without time limit
 * @param burst     performance for a limited time; empty if the disk cannot burst
 */
public record DiskPerformance(String billedAs, Performance sustained, Optional<Burst> burst) {

    /** Computes the delivery of a valid request; empty if no tier or range of the catalogue holds it. */
    public static Optional<DiskPerformance> of(DataDisks disk, Catalogue catalogue) {
        Optional<ProvisionedRange> range = catalogue.range(disk.type());
        if (range.isPresent()) {
            return range.map(r -> provisioned(disk, r));
        }
        return catalogue.tier(disk.type(), disk.gib()).map(own -> {
            DiskTier tier = disk.extras().tier().flatMap(catalogue::tier).orElse(own);
            return new DiskPerformance(
                    tier.name(),
                    disk.extras().performancePlus() ? tier.performancePlus().orElse(tier.base()) : tier.base(),
                    tier.burst()
                            .filter(burst -> burst.kind() == Burst.Kind.CREDIT
                                    || disk.extras().onDemandBursting()));
        });
    }

    private static DiskPerformance provisioned(DataDisks disk, ProvisionedRange range) {
        Performance bought = new Performance(
                disk.bought().iops().orElse(range.least().iops()),
                disk.bought().megabytesPerSecond().orElse(range.least().megabytesPerSecond()));
        return new DiskPerformance(disk.type().sku(), bought, Optional.empty());
    }

    /** Returns the highest performance at any moment. */
    public Performance peak() {
        return burst.map(Burst::rate).orElse(sustained);
    }

    /** Returns the performance of all striped disks together without time limit; on-demand bursting has no time limit. */
    Performance lasting(int count) {
        Performance one = burst.filter(any -> any.kind() == Burst.Kind.ON_DEMAND)
                .map(Burst::rate)
                .orElse(sustained);
        return new Performance(one.iops() * count, one.megabytesPerSecond() * count);
    }

    /**
     * The burst performance of a disk.
     *
     * @param kind how the burst is paid for
     * @param rate performance during the burst
     */
    public record Burst(Kind kind, Performance rate) {

        /** A full bucket of credits lasts this long at the full burst rate (disk-bursting). */
        public static final Duration FULL_BUCKET = Duration.ofMinutes(30);

        /** The two kinds of bursting. */
        public enum Kind {
            /** Credits accumulate while the disk is below its base rate and are spent above it; always enabled. */
            CREDIT,
            /** Enabled per disk and charged; no time limit. */
            ON_DEMAND;

            /** Returns the name in the data file. */
            @JsonValue
            public String word() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
            }
        }
    }

    /**
     * Computes how long a disk with credits sustains a rate above its base. A full bucket lasts half an hour at the full burst rate ({@link
     * Burst#FULL_BUCKET}); operations above the base rate drain it.
     *
     * @param base  sustained performance
     * @param burst highest performance, while credits last
     */
    public record BurstHorizon(Performance base, Performance burst) {

        /** Computes the horizon of a disk; empty if it does not burst on credits. */
        public static Optional<BurstHorizon> of(DiskPerformance disk) {
            return disk.burst()
                    .filter(burst -> burst.kind() == Burst.Kind.CREDIT)
                    .filter(burst -> !burst.rate().within(disk.sustained()))
                    .map(burst -> new BurstHorizon(disk.sustained(), burst.rate()));
        }

        /** Returns the number of operations above the base rate that a full bucket covers. */
        public long credits() {
            return Math.max(0, burst.iops() - base.iops()) * Burst.FULL_BUCKET.toSeconds();
        }

        /** Returns how long a full bucket sustains a rate, in IOPS, capped at the burst rate; empty: without time limit. */
        public Optional<Duration> lasts(long iops) {
            long above = Math.min(iops, burst.iops()) - base.iops();
            return above <= 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(credits() / above));
        }

        /** Returns one sentence for a plan. */
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
