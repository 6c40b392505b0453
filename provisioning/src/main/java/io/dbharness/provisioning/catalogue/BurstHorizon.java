package io.dbharness.provisioning.catalogue;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

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
