package io.dbharness.provisioning.catalogue;

import io.dbharness.report.Table;
import io.dbharness.report.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The catalogue as text: what disks, machines and database tiers can do, where that was read and what articles say differently. */
public final class CatalogueText {

    private static final String NOTHING = "-";

    private final Catalogue catalogue;

    private CatalogueText(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** All of it. Ends with a line break. */
    public static String of(Catalogue catalogue) {
        CatalogueText text = new CatalogueText(catalogue);
        return "Disks with tiers (burst by credit lasts " + Burst.FULL_BUCKET.toMinutes()
                + " minutes from a full bucket)\n"
                + text.tiers().text()
                + "\nDisks whose IOPS and MB/s are bought apart from their size\n"
                + text.ranges().text()
                + "\nVM sizes: to remote disks without host cache\n"
                + text.sizes().text()
                + "\nVM sizes: what else they have\n"
                + text.shapes().text()
                + "\nAzure SQL Database by DTU\n"
                + text.databases().text()
                + "\nWhere articles differ\n"
                + text.differences();
    }

    private Table tiers() {
        return new Table(
                List.of(
                        Column.words("tier"),
                        Column.words("type"),
                        Column.numbers("GiB"),
                        Column.numbers("IOPS"),
                        Column.numbers("MB/s"),
                        Column.words("burst"),
                        Column.words("Performance Plus"),
                        Column.words("source"),
                        Column.words("date")),
                catalogue.tiers().stream()
                        .map(tier -> List.of(
                                tier.name(),
                                tier.type().sku(),
                                number(tier.gib()),
                                number(tier.base().iops()),
                                number(tier.base().megabytesPerSecond()),
                                tier.burst()
                                        .map(burst -> burst.rate() + " "
                                                + burst.kind().word())
                                        .orElse(NOTHING),
                                optional(tier.performancePlus()),
                                tier.source().page(),
                                tier.source().date().toString()))
                        .toList());
    }

    private Table ranges() {
        return new Table(
                List.of(
                        Column.words("type"),
                        Column.words("GiB"),
                        Column.words("least"),
                        Column.words("most"),
                        Column.numbers("IOPS per GiB"),
                        Column.numbers("MB/s per IOPS"),
                        Column.words("source"),
                        Column.words("date")),
                catalogue.provisioned().stream()
                        .map(range -> List.of(
                                range.type().sku(),
                                number(range.minGib()) + " to " + number(range.maxGib()),
                                range.least().toString(),
                                range.most().toString(),
                                number(range.perGib()),
                                String.valueOf(range.perIops()),
                                range.source().page(),
                                range.source().date().toString()))
                        .toList());
    }

    private Table sizes() {
        List<List<String>> rows = new ArrayList<>();
        for (VmSize size : catalogue.sizes()) {
            for (ControllerLimits limits : size.controllers()) {
                rows.add(List.of(
                        size.name(),
                        limits.controller().word(),
                        limits.tiered().toString(),
                        limits.tieredBurst().toString(),
                        optional(limits.provisioned()),
                        optional(limits.provisionedBurst()),
                        size.source().page(),
                        size.source().date().toString()));
            }
        }
        return new Table(
                List.of(
                        Column.words("size"),
                        Column.words("controller"),
                        Column.words("Premium and Standard"),
                        Column.words("for 30 minutes"),
                        Column.words("Premium SSD v2 and Ultra"),
                        Column.words("for 30 minutes"),
                        Column.words("source"),
                        Column.words("date")),
                rows);
    }

    private Table shapes() {
        return new Table(
                List.of(
                        Column.words("size"),
                        Column.numbers("vCPU"),
                        Column.numbers("GiB"),
                        Column.numbers("data disks"),
                        Column.words("host cache"),
                        Column.words("local"),
                        Column.words("until"),
                        Column.words("instead")),
                catalogue.sizes().stream()
                        .map(size -> List.of(
                                size.name(),
                                number(size.shape().vcpus()),
                                number(size.shape().memoryGib()),
                                number(size.shape().dataDisks()),
                                cache(size.cache()),
                                size.local(),
                                size.lifecycle().end().map(Object::toString).orElse(NOTHING),
                                String.join(" ", size.lifecycle().successors())))
                        .toList());
    }

    private Table databases() {
        return new Table(
                List.of(
                        Column.words("tier"),
                        Column.words("edition"),
                        Column.numbers("DTU"),
                        Column.numbers("GB included"),
                        Column.numbers("GB at most"),
                        Column.numbers("workers"),
                        Column.numbers("sessions"),
                        Column.words("source"),
                        Column.words("date")),
                catalogue.databases().stream()
                        .map(tier -> List.of(
                                tier.name(),
                                tier.edition(),
                                number(tier.dtu()),
                                number(tier.includedGb()),
                                number(tier.maxGb()),
                                number(tier.workers()),
                                number(tier.sessions()),
                                tier.source().page(),
                                tier.source().date().toString()))
                        .toList());
    }

    private String differences() {
        StringBuilder text = new StringBuilder();
        catalogue.articles().forEach(figure -> text.append(figure.sentence()).append('\n'));
        return text.toString();
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

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
