package io.dbharness.provisioning.catalogue;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.dbharness.provisioning.catalogue.Delivery.Burst;
import io.dbharness.provisioning.file.DataFile;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * The documented limits. Immutable.
 *
 * @param tiers       of all disk types that have them, by type and size
 * @param provisioned ranges of the disk types that are bought by IOPS
 * @param sizes       of machines
 * @param databases   tiers of Azure SQL Database
 * @param articles    figures that differ from these
 */
// What the rows of its files share.
@JsonIgnoreProperties({"sources", "caches"})
public record Catalogue(
        List<DiskTier> tiers,
        List<ProvisionedRange> provisioned,
        List<VmSize> sizes,
        List<DatabaseTier> databases,
        List<ArticleFigure> articles) {

    public Catalogue {
        tiers = List.copyOf(tiers);
        provisioned = List.copyOf(provisioned);
        sizes = List.copyOf(sizes);
        databases = List.copyOf(databases);
        articles = List.copyOf(articles);
    }

    /** Reads what the jar carries: files beside this class, each with some of the lists, whose rows are the records here. */
    public static Catalogue load() {
        return DataFile.read(Catalogue.class, "disks.yaml", "machines.yaml", "databases.yaml", "articles.yaml");
    }

    /** By its name in any case, for example {@code P15}. */
    public Optional<DiskTier> tier(String name) {
        return tiers.stream().filter(tier -> tier.name().equalsIgnoreCase(name)).findFirst();
    }

    /** The smallest tier of a type that holds a size; empty for a type without tiers or a size above the largest. */
    public Optional<DiskTier> tier(DiskType type, long gib) {
        return tiers.stream()
                .filter(tier -> tier.type() == type && tier.gib() >= gib)
                .findFirst();
    }

    /** The range of a type that is bought by IOPS. */
    public Optional<ProvisionedRange> range(DiskType type) {
        return provisioned.stream().filter(range -> range.type() == type).findFirst();
    }

    /** By its name in any case. */
    public Optional<VmSize> size(String name) {
        return sizes.stream().filter(size -> size.name().equalsIgnoreCase(name)).findFirst();
    }

    /** By its name in any case. */
    public Optional<DatabaseTier> database(String name) {
        return databases.stream()
                .filter(tier -> tier.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** What articles say differently about a tier, a disk type or a size. */
    public List<ArticleFigure> differences(String subject) {
        return articles.stream()
                .filter(figure -> figure.subject().equalsIgnoreCase(subject))
                .toList();
    }

    /**
     * Where a figure was read.
     *
     * @param page the documentation page
     * @param date the page's own date
     */
    public record Source(String page, LocalDate date) {}

    /**
     * A figure that an article states and the documentation does not.
     *
     * @param article    its name
     * @param subject    the tier, disk type or size it is about
     * @param quantity   what it measures
     * @param stated     by the article
     * @param documented in its place
     */
    public record ArticleFigure(String article, String subject, String quantity, String stated, String documented) {

        /** One sentence with both. */
        public String sentence() {
            return subject + ", " + quantity + ": " + article + " states " + stated + "; documented: " + documented;
        }
    }

    /**
     * A compute size of Azure SQL Database.
     *
     * @param name       for example {@code S1}
     * @param edition    Basic, Standard or Premium
     * @param dtu        database throughput units
     * @param includedGb storage in the price
     * @param maxGb      largest database
     * @param workers    requests at the same time
     * @param sessions   connections at the same time
     * @param source     of the figures
     */
    public record DatabaseTier(
            String name,
            String edition,
            int dtu,
            int includedGb,
            int maxGb,
            int workers,
            int sessions,
            Source source) {}

    /**
     * What may be bought of a disk whose IOPS and MB/s are set apart from its size.
     *
     * @param type     of the disk
     * @param minGib   smallest disk
     * @param maxGib   largest disk
     * @param perGib   IOPS that a GiB allows
     * @param perIops  MB/s that an operation a second allows
     * @param least    always allowed, and the least that can be asked for
     * @param most     never exceeded
     * @param baseline whether {@code least} comes without being asked for
     * @param source   of the figures
     */
    public record ProvisionedRange(
            DiskType type,
            long minGib,
            long maxGib,
            long perGib,
            double perIops,
            Performance least,
            Performance most,
            boolean baseline,
            Source source) {

        /** The most IOPS that a disk of this size may have. */
        public long maxIops(long gib) {
            return Math.max(least.iops(), Math.min(most.iops(), perGib * gib));
        }

        /** The most MB/s that a disk with so many IOPS may have. */
        public long maxMegabytesPerSecond(long iops) {
            return Math.max(least.megabytesPerSecond(), Math.min(most.megabytesPerSecond(), (long) (perIops * iops)));
        }

        /** The smallest size, GiB, that allows so many IOPS. */
        public long gibFor(long iops) {
            return Math.max(minGib, (iops + perGib - 1) / perGib);
        }
    }

    /**
     * A size step of a disk type; a disk is billed, and performs, as the smallest tier that holds it.
     *
     * @param name            for example {@code P15}
     * @param type            whose step it is
     * @param gib             size, GiB
     * @param base            sustained
     * @param burst           for a while, if it can
     * @param performancePlus sustained with Performance Plus, where offered
     * @param source          of the figures
     */
    public record DiskTier(
            String name,
            DiskType type,
            long gib,
            Performance base,
            Optional<Burst> burst,
            Optional<Performance> performancePlus,
            Source source) {}
}
