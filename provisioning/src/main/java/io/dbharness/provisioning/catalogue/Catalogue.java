package io.dbharness.provisioning.catalogue;

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

    /** Reads what the jar carries. */
    public static Catalogue load() {
        return new CatalogueFiles().read();
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
}
