package io.dbharness.provisioning.catalogue;

import io.dbharness.provisioning.catalogue.Catalogue.DiskTier;
import io.dbharness.provisioning.catalogue.Catalogue.ProvisionedRange;
import io.dbharness.provisioning.catalogue.DataDisks.Caching;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Azure's restrictions for a disk by itself, without a machine. Sources: the pages disks-types, disks-enable-performance, disk-bursting,
 * disks-redundancy, disks-deploy-zrs and disks-change-performance of virtual-machines. A pure function of the request.
 */
public record DiskRules(Catalogue catalogue) {

    /** Minimum size for Performance Plus and on-demand bursting, GiB. */
    private static final long LARGE_GIB = 513;

    /** Disks of this size, GiB, and above have no host cache (premium-storage-performance). */
    private static final long UNCACHED_GIB = 4_096;

    /** Maximum throughput of a Premium SSD v2 according to older pages, MB/s. */
    private static final long FORMER_V2_MEGABYTES = 1_200;

    /** Returns all errors and warnings about a disk request. */
    public Findings check(DataDisks disk) {
        Notes notes = new Notes(disk.name());
        notes.require(disk.count() > 0, "a count of " + disk.count() + " disks; at least 1");
        catalogue
                .range(disk.type())
                .ifPresentOrElse(range -> provisioned(disk, range, notes), () -> tiered(disk, notes));
        performancePlus(disk, notes);
        bursting(disk, notes);
        differences(disk, notes);
        return notes.findings();
    }

    private static void provisioned(DataDisks disk, ProvisionedRange range, Notes notes) {
        String label = disk.type().label();
        notes.require(
                disk.gib() >= range.minGib() && disk.gib() <= range.maxGib(),
                disk.gib() + " GiB; " + label + " has " + range.minGib() + " to " + range.maxGib() + " GiB");
        notes.require(disk.caching() == Caching.NONE, label + " has no host cache; caching must be none");
        disk.extras()
                .sectorBytes()
                .ifPresent(bytes ->
                        notes.require(bytes == 512 || bytes == 4096, "sectors of " + bytes + " bytes; 512 or 4096"));
        notes.require(
                disk.extras().tier().isEmpty(), label + " has no performance tiers; set its IOPS and MB/s instead");
        notes.require(
                range.baseline()
                        || (disk.bought().iops().isPresent()
                                && disk.bought().megabytesPerSecond().isPresent()),
                label + " needs its IOPS and MB/s to be given");
        rates(disk, range, notes);
    }

    private static void rates(DataDisks disk, ProvisionedRange range, Notes notes) {
        long iops = disk.bought().iops().orElse(range.least().iops());
        long most = range.maxIops(disk.gib());
        notes.require(
                iops >= range.least().iops() && iops <= most,
                iops + " IOPS; with " + disk.gib() + " GiB " + disk.type().label() + " has "
                        + range.least().iops() + " to " + most
                        + (iops > most && iops <= range.most().iops()
                                ? ", and " + iops + " IOPS need " + range.gibFor(iops) + " GiB"
                                : ""));
        long megabytes = disk.bought().megabytesPerSecond().orElse(range.least().megabytesPerSecond());
        long mostMegabytes = range.maxMegabytesPerSecond(iops);
        notes.require(
                megabytes >= range.least().megabytesPerSecond() && megabytes <= mostMegabytes,
                megabytes + " MB/s; with " + iops + " IOPS " + disk.type().label() + " has "
                        + range.least().megabytesPerSecond() + " to " + mostMegabytes);
        notes.warn(
                disk.type() == DiskType.PREMIUM_SSD_V2 && megabytes > FORMER_V2_MEGABYTES,
                megabytes + " MB/s is above the " + FORMER_V2_MEGABYTES
                        + " that older pages allow; compare what is delivered");
    }

    private void tiered(DataDisks disk, Notes notes) {
        String label = disk.type().label();
        Optional<DiskTier> tier = catalogue.tier(disk.type(), disk.gib());
        notes.require(
                tier.isPresent() && disk.gib() > 0,
                disk.gib() + " GiB; " + label + " has 1 to "
                        + catalogue.tiers().stream()
                                .filter(t -> t.type() == disk.type().replicated())
                                .mapToLong(DiskTier::gib)
                                .max()
                                .orElse(0)
                        + " GiB");
        notes.require(
                disk.bought().equals(DataDisks.Bought.NOTHING),
                label + " has the IOPS and MB/s of its size; they cannot be set");
        notes.require(disk.extras().sectorBytes().isEmpty(), label + " has sectors of 512 bytes; they cannot be set");
        disk.extras().tier().ifPresent(name -> tier(disk, name, notes));
        notes.warn(
                disk.type().zoneRedundant(),
                label + " exists in regions with zones only; each write is copied to three zones before it ends, so it"
                        + " takes longer than on the same disk in one zone");
        notes.require(
                disk.caching() == Caching.NONE || disk.gib() < UNCACHED_GIB,
                "the host caches no disk of " + UNCACHED_GIB + " GiB or more; caching must be none");
        notes.warn(
                disk.caching() != Caching.NONE,
                "with " + disk.caching().word()
                        + " host caching a data set smaller than the cache measures the cache, not the disk");
    }

    private void tier(DataDisks disk, String name, Notes notes) {
        Optional<DiskTier> asked = catalogue.tier(name);
        Optional<DiskTier> own = catalogue.tier(disk.type(), disk.gib());
        notes.require(isPremium(disk), "only Premium SSD has performance tiers");
        notes.require(
                asked.filter(tier -> tier.type() == DiskType.PREMIUM_SSD).isPresent(),
                "no performance tier " + name + "; P1 to P80");
        if (asked.isPresent() && own.isPresent()) {
            notes.require(
                    asked.get().gib() >= own.get().gib(),
                    "performance tier " + name + " is below " + own.get().name() + ", that of its size");
        }
    }

    private void differences(DataDisks disk, Notes notes) {
        Stream<String> plus =
                disk.extras().performancePlus() ? Stream.of(disk.type().sku()) : Stream.empty();
        Stream.concat(plus, catalogue.tier(disk.type(), disk.gib()).map(DiskTier::name).stream())
                .flatMap(subject -> catalogue.differences(subject).stream())
                .forEach(figure -> notes.warn(true, "an article differs: " + figure.sentence()));
    }

    private static boolean isPremium(DataDisks disk) {
        return disk.type().replicated() == DiskType.PREMIUM_SSD;
    }

    private void performancePlus(DataDisks disk, Notes notes) {
        if (disk.extras().performancePlus()) {
            notes.require(
                    !disk.type().provisioned(),
                    disk.type().label() + " has no Performance Plus; set its IOPS and MB/s instead");
            notes.require(
                    disk.type().provisioned() || disk.gib() >= LARGE_GIB,
                    "Performance Plus needs " + LARGE_GIB + " GiB or more, not " + disk.gib());
            catalogue
                    .tier(disk.type(), disk.gib())
                    .filter(tier -> tier.performancePlus().isEmpty() && disk.gib() >= LARGE_GIB)
                    .ifPresent(tier -> notes.warn(
                            true,
                            "the limits of " + tier.name()
                                    + " with Performance Plus are not in the catalogue; those without it are used"));
        }
    }

    private static void bursting(DataDisks disk, Notes notes) {
        if (disk.extras().onDemandBursting()) {
            notes.require(isPremium(disk), "only Premium SSD bursts on demand");
            notes.require(
                    !isPremium(disk) || disk.gib() >= LARGE_GIB,
                    "on-demand bursting needs " + LARGE_GIB + " GiB or more, not " + disk.gib());
            notes.warn(true, "on-demand bursting is charged and cannot be switched off for 12 hours");
        }
    }

    /** Collects findings about one subject. Not thread-safe. */
    static final class Notes {

        private final String subject;
        private final List<String> errors = new ArrayList<>();
        private final List<String> warnings = new ArrayList<>();

        Notes(String subject) {
            this.subject = subject;
        }

        void require(boolean holds, String otherwise) {
            if (!holds) {
                errors.add(subject + ": " + otherwise);
            }
        }

        void warn(boolean holds, String then) {
            if (holds) {
                warnings.add(subject + ": " + then);
            }
        }

        Findings findings() {
            return new Findings(errors, warnings);
        }
    }

    /**
     * Errors and warnings about a request.
     *
     * @param errors   sentences; a request with an error cannot be fulfilled
     * @param warnings sentences
     */
    public record Findings(List<String> errors, List<String> warnings) {

        /** No findings. */
        public static final Findings NONE = new Findings(List.of(), List.of());

        public Findings {
            errors = List.copyOf(errors);
            warnings = List.copyOf(warnings);
        }

        /** Returns the findings of both; those of {@code other} come last. */
        public Findings plus(Findings other) {
            return new Findings(
                    Stream.concat(errors.stream(), other.errors.stream()).toList(),
                    Stream.concat(warnings.stream(), other.warnings.stream()).toList());
        }
    }
}
