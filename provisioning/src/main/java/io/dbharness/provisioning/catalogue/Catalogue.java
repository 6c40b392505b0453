package io.dbharness.provisioning.catalogue;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.dbharness.provisioning.catalogue.DiskPerformance.Burst;
import io.dbharness.provisioning.file.DataFile;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * The documented limits of disks, VM sizes and database tiers. Immutable.
 *
 * @param read        when all figures were last compared with their pages
 * @param tiers       tiers of all tiered disk types, by type and size
 * @param provisioned ranges of the disk types with provisioned IOPS
 * @param sizes       VM sizes
 * @param databases   tiers of Azure SQL Database
 * @param flexible    offer of PostgreSQL Flexible Server
 * @param articles    figures of articles that differ from the documentation
 */
// Properties that exist only to be shared by rows of the files.
@JsonIgnoreProperties({"sources", "caches", "lifecycles"})
public record Catalogue(
        LocalDate read,
        List<DiskTier> tiers,
        List<ProvisionedRange> provisioned,
        List<VmSize> sizes,
        List<DatabaseTier> databases,
        FlexibleOffer flexible,
        List<ArticleFigure> articles) {

    public Catalogue {
        tiers = List.copyOf(tiers);
        provisioned = List.copyOf(provisioned);
        sizes = List.copyOf(sizes);
        databases = List.copyOf(databases);
        articles = List.copyOf(articles);
    }

    /** Loads the bundled files beside this class. Each file contains some of the lists; their rows are the records nested here. */
    public static Catalogue load() {
        return DataFile.read(Catalogue.class, "disks.yaml", "machines.yaml", "databases.yaml", "articles.yaml");
    }

    /** Finds a tier by name, ignoring case, for example {@code P15}. */
    public Optional<DiskTier> tier(String name) {
        return tiers.stream().filter(tier -> tier.name().equalsIgnoreCase(name)).findFirst();
    }

    /**
     * Finds the smallest tier of a type with at least this size; empty for a type without tiers or a size above the largest tier. A
     * zone-redundant disk has the tiers of the type that it replicates.
     */
    public Optional<DiskTier> tier(DiskType type, long gib) {
        return tiers.stream()
                .filter(tier -> tier.type() == type.replicated() && tier.gib() >= gib)
                .findFirst();
    }

    /** Finds the range of a disk type with provisioned IOPS. */
    public Optional<ProvisionedRange> range(DiskType type) {
        return provisioned.stream().filter(range -> range.type() == type).findFirst();
    }

    /** Finds a VM size by name, ignoring case. */
    public Optional<VmSize> size(String name) {
        return sizes.stream().filter(size -> size.name().equalsIgnoreCase(name)).findFirst();
    }

    /** Finds a database tier by name, ignoring case. */
    public Optional<DatabaseTier> database(String name) {
        return databases.stream()
                .filter(tier -> tier.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** Returns the figures on which articles and documentation disagree, for a tier, a disk type or a VM size. */
    public List<ArticleFigure> differences(String subject) {
        return articles.stream()
                .filter(figure -> figure.subject().equalsIgnoreCase(subject))
                .toList();
    }

    /**
     * The source of a figure.
     *
     * @param page documentation page
     * @param date date printed on the page
     */
    public record Source(String page, LocalDate date) {}

    /**
     * A figure in an article that contradicts the documentation.
     *
     * @param article    name of the article
     * @param subject    the tier, disk type or VM size
     * @param quantity   the measured quantity
     * @param stated     value in the article
     * @param documented value in the documentation
     */
    public record ArticleFigure(String article, String subject, String quantity, String stated, String documented) {

        /** Returns one sentence with both values. */
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
     * @param includedGb storage included in the price, GB
     * @param maxGb      size of the largest database, GB
     * @param workers    maximum number of concurrent requests
     * @param sessions   maximum number of concurrent connections
     * @param source     source of the figures
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
     * The offer of PostgreSQL Flexible Server.
     *
     * @param versions   major versions of PostgreSQL
     * @param computes   compute sizes, for example {@code Standard_D4ds_v5}
     * @param premiumGib sizes of Premium SSD storage, GiB
     * @param v2         range of Premium SSD v2 storage
     * @param source     source of the figures
     */
    public record FlexibleOffer(
            List<String> versions, List<String> computes, List<Long> premiumGib, ProvisionedRange v2, Source source) {

        public FlexibleOffer {
            versions = List.copyOf(versions);
            computes = List.copyOf(computes);
            premiumGib = List.copyOf(premiumGib);
        }
    }

    /**
     * The limits of a disk type whose IOPS and MB/s are provisioned separately from its size.
     *
     * @param type     disk type
     * @param minGib   smallest disk, GiB
     * @param maxGib   largest disk, GiB
     * @param perGib   maximum IOPS per GiB
     * @param perIops  maximum MB/s per provisioned IOPS
     * @param least    smallest performance that can be requested; available at every size
     * @param most     largest performance at any size
     * @param baseline true if {@code least} is included in the price of the disk
     * @param source   source of the figures
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

        /** Returns the maximum IOPS of a disk with this size. */
        public long maxIops(long gib) {
            return Math.max(least.iops(), Math.min(most.iops(), perGib * gib));
        }

        /** Returns the maximum MB/s of a disk with these IOPS. */
        public long maxMegabytesPerSecond(long iops) {
            return Math.max(least.megabytesPerSecond(), Math.min(most.megabytesPerSecond(), (long) (perIops * iops)));
        }

        /** Returns the smallest size, GiB, that allows these IOPS. */
        public long gibFor(long iops) {
            return Math.max(minGib, (iops + perGib - 1) / perGib);
        }
    }

    /**
     * A size step of a disk type. A disk has the price and the performance of the smallest tier that holds it.
     *
     * @param name            for example {@code P15}
     * @param type            disk type
     * @param gib             size, GiB
     * @param base            sustained performance
     * @param burst           burst performance; empty if the tier cannot burst
     * @param performancePlus sustained performance with Performance Plus; empty where it is not offered
     * @param source          source of the figures
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
