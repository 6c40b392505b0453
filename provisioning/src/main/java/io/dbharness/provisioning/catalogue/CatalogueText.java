package io.dbharness.provisioning.catalogue;

import io.dbharness.provisioning.catalogue.Catalogue.DatabaseTier;
import io.dbharness.provisioning.catalogue.Catalogue.DiskTier;
import io.dbharness.provisioning.catalogue.Catalogue.ProvisionedRange;
import io.dbharness.provisioning.catalogue.Catalogue.Source;
import io.dbharness.provisioning.catalogue.DiskPerformance.Burst;
import io.dbharness.provisioning.catalogue.VmSize.ControllerLimits;
import io.dbharness.provisioning.catalogue.VmSize.HostCache;
import io.dbharness.report.CellTable.Columns;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Formats the catalogue as text: limits of disks, machines and database tiers, with their sources and with contradicting articles. */
public final class CatalogueText {

    private static final String NOTHING = "-";

    private CatalogueText() {}

    /** Formats the whole catalogue; the text ends with a line break. */
    public static String of(Catalogue catalogue) {
        return "Compared with Azure's pages on " + catalogue.read() + "\n\nDisks with tiers (burst by credit lasts "
                + Burst.FULL_BUCKET.toMinutes()
                + " minutes from a full bucket)\n"
                + tiers(catalogue)
                + "\nDisks whose IOPS and MB/s are bought apart from their size\n"
                + ranges(catalogue)
                + "\nVM sizes: to remote disks without host cache\n"
                + sizes(catalogue)
                + "\nVM sizes: what else they have\n"
                + shapes(catalogue)
                + "\nAzure SQL Database by DTU\n"
                + databases(catalogue)
                + "\nWhere articles differ\n"
                + differences(catalogue);
    }

    private static <T> Function<T, String> grouped(ToLongFunction<T> cell) {
        return thing -> String.format(Locale.ROOT, "%,d", cell.applyAsLong(thing));
    }

    /** Appends the columns with the sources and formats the table. */
    private static <T> String withSources(Columns<T> columns, Function<T, Source> source, List<T> things) {
        return columns.words("source", thing -> source.apply(thing).page())
                .words("date", thing -> source.apply(thing).date().toString())
                .of(things)
                .text();
    }

    private static String tiers(Catalogue catalogue) {
        return withSources(
                new Columns<DiskTier>()
                        .words("tier", DiskTier::name)
                        .words("type", tier -> tier.type().sku())
                        .numbers("GiB", grouped(DiskTier::gib))
                        .numbers("IOPS", grouped(tier -> tier.base().iops()))
                        .numbers("MB/s", grouped(tier -> tier.base().megabytesPerSecond()))
                        .words(
                                "burst",
                                tier -> tier.burst()
                                        .map(burst -> burst.rate() + " "
                                                + burst.kind().word())
                                        .orElse(NOTHING))
                        .words("Performance Plus", tier -> optional(tier.performancePlus())),
                DiskTier::source,
                catalogue.tiers());
    }

    private static String ranges(Catalogue catalogue) {
        return withSources(
                new Columns<ProvisionedRange>()
                        .words("type", range -> range.type().sku())
                        .words("GiB", range -> String.format(Locale.ROOT, "%,d to %,d", range.minGib(), range.maxGib()))
                        .words("least", range -> range.least().toString())
                        .words("most", range -> range.most().toString())
                        .numbers("IOPS per GiB", grouped(ProvisionedRange::perGib))
                        .numbers("MB/s per IOPS", range -> String.valueOf(range.perIops())),
                ProvisionedRange::source,
                catalogue.provisioned());
    }

    private record Limits(VmSize size, ControllerLimits limits) {}

    private static String sizes(Catalogue catalogue) {
        return withSources(
                new Columns<Limits>()
                        .words("size", row -> row.size.name())
                        .words("controller", row -> row.limits.controller().word())
                        .words(
                                "Premium and Standard",
                                row -> row.limits.tiered().toString())
                        .words("for 30 minutes", row -> row.limits.tieredBurst().toString())
                        .words("Premium SSD v2 and Ultra", row -> optional(row.limits.provisioned()))
                        .words("for 30 minutes", row -> optional(row.limits.provisionedBurst())),
                row -> row.size.source(),
                catalogue.sizes().stream()
                        .flatMap(size -> size.controllers().stream().map(limits -> new Limits(size, limits)))
                        .toList());
    }

    private static String shapes(Catalogue catalogue) {
        return new Columns<VmSize>()
                .words("size", VmSize::name)
                .numbers("vCPU", grouped(size -> size.shape().vcpus()))
                .numbers("GiB", grouped(size -> size.shape().memoryGib()))
                .numbers("data disks", grouped(size -> size.shape().dataDisks()))
                .words("host cache", size -> cache(size.cache()))
                .words("local", VmSize::local)
                .words(
                        "until",
                        size -> size.lifecycle().end().map(Object::toString).orElse(NOTHING))
                .words("instead", size -> String.join(" ", size.lifecycle().successors()))
                .of(catalogue.sizes())
                .text();
    }

    private static String databases(Catalogue catalogue) {
        return withSources(
                new Columns<DatabaseTier>()
                        .words("tier", DatabaseTier::name)
                        .words("edition", DatabaseTier::edition)
                        .numbers("DTU", grouped(DatabaseTier::dtu))
                        .numbers("GB included", grouped(DatabaseTier::includedGb))
                        .numbers("GB at most", grouped(DatabaseTier::maxGb))
                        .numbers("workers", grouped(DatabaseTier::workers))
                        .numbers("sessions", grouped(DatabaseTier::sessions)),
                DatabaseTier::source,
                catalogue.databases());
    }

    private static String differences(Catalogue catalogue) {
        return catalogue.articles().stream()
                .map(figure -> figure.sentence() + "\n")
                .collect(Collectors.joining());
    }

    private static String cache(HostCache cache) {
        if (!cache.offered()) {
            return "none";
        }
        return cache.gib() == 0 ? "figures unpublished" : cache.rate() + ", " + cache.gib() + " GiB";
    }

    private static String optional(Optional<Performance> performance) {
        return performance.map(Performance::toString).orElse(NOTHING);
    }
}
