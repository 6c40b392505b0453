package io.dbharness.provisioning.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads the data files of this package. */
final class CatalogueFiles {

    Catalogue read() {
        Row disks = file("disks.yaml");
        Row machines = file("machines.yaml");
        Row databases = file("databases.yaml");
        Map<String, Source> diskPages = sources(disks);
        Map<String, Source> machinePages = sources(machines);
        Map<String, Source> databasePages = sources(databases);
        return new Catalogue(
                disks.rows("tiers").stream().map(row -> tier(row, diskPages)).toList(),
                disks.rows("provisioned").stream()
                        .map(row -> range(row, diskPages))
                        .toList(),
                machines.rows("sizes").stream()
                        .map(row -> size(row, machinePages))
                        .toList(),
                databases.rows("tiers").stream()
                        .map(row -> database(row, databasePages))
                        .toList(),
                file("articles.yaml").rows("figures").stream()
                        .map(CatalogueFiles::figure)
                        .toList());
    }

    private static Row file(String name) {
        try (InputStream in = CatalogueFiles.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its file " + name);
            }
            return Row.of(new Load(LoadSettings.builder().setLabel(name).build()).loadFromInputStream(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Source> sources(Row file) {
        Map<String, Source> sources = new TreeMap<>();
        Row rows = file.row("sources").orElseThrow();
        for (Object key : rows.values().keySet()) {
            Row row = rows.row(key.toString()).orElseThrow();
            sources.put(key.toString(), new Source(row.text("page"), LocalDate.parse(row.text("date"))));
        }
        return sources;
    }

    private static Source source(Row row, Map<String, Source> sources) {
        return Optional.ofNullable(sources.get(row.text("source")))
                .orElseThrow(() -> new IllegalStateException("no source " + row.text("source")));
    }

    private static DiskType type(Row row) {
        return DiskType.of(row.text("type")).orElseThrow();
    }

    private static DiskTier tier(Row row, Map<String, Source> sources) {
        return new DiskTier(
                row.text("tier"),
                type(row),
                row.whole("gib"),
                row.performance("iops", "mbps").orElseThrow(),
                row.performance("burstIops", "burstMbps").map(rate -> new Burst(kind(row.text("burst")), rate)),
                row.performance("plusIops", "plusMbps"),
                source(row, sources));
    }

    private static Burst.Kind kind(String word) {
        return Arrays.stream(Burst.Kind.values())
                .filter(kind -> kind.word().equals(word))
                .findFirst()
                .orElseThrow();
    }

    private static ProvisionedRange range(Row row, Map<String, Source> sources) {
        return new ProvisionedRange(
                type(row),
                row.whole("minGib"),
                row.whole("maxGib"),
                row.whole("iopsPerGib"),
                Double.parseDouble(row.text("mbpsPerIops")),
                row.performance("minIops", "minMbps").orElseThrow(),
                row.performance("maxIops", "maxMbps").orElseThrow(),
                row.flag("baseline"),
                source(row, sources));
    }

    private static VmSize size(Row row, Map<String, Source> sources) {
        Row shape = row.row("shape").orElseThrow();
        return new VmSize(
                row.text("name"),
                new VmSize.Shape(
                        shape.number("vcpus"),
                        shape.number("memoryGib"),
                        shape.number("dataDisks"),
                        shape.flag("premium"),
                        shape.flag("ultra"),
                        shape.flag("acceleratedNetworking")),
                row.rows("controllers").stream().map(CatalogueFiles::limits).toList(),
                cache(row),
                row.text("local"),
                row.row("lifecycle").map(CatalogueFiles::lifecycle).orElse(new Lifecycle(Optional.empty(), List.of())),
                source(row, sources));
    }

    private static ControllerLimits limits(Row row) {
        Performance tiered = row.performance("iops", "mbps").orElseThrow();
        Optional<Performance> provisioned = row.performance("v2Iops", "v2Mbps");
        return new ControllerLimits(
                Controller.of(row.text("controller")).orElseThrow(),
                tiered,
                row.performance("burstIops", "burstMbps").orElse(tiered),
                provisioned,
                row.performance("v2BurstIops", "v2BurstMbps").or(() -> provisioned));
    }

    private static HostCache cache(Row row) {
        return row.row("cache")
                .map(cache ->
                        new HostCache(true, cache.performance("iops", "mbps").orElseThrow(), cache.whole("gib")))
                .orElseGet(() -> new HostCache(!row.text("cache").equals("none"), Performance.NONE, 0));
    }

    private static Lifecycle lifecycle(Row row) {
        return new Lifecycle(Optional.of(LocalDate.parse(row.text("date"))), row.texts("successors"));
    }

    private static DatabaseTier database(Row row, Map<String, Source> sources) {
        return new DatabaseTier(
                row.text("name"),
                row.text("edition"),
                row.number("dtu"),
                row.number("includedGb"),
                row.number("maxGb"),
                row.number("workers"),
                row.number("sessions"),
                source(row, sources));
    }

    private static ArticleFigure figure(Row row) {
        return new ArticleFigure(
                row.text("article"),
                row.text("subject"),
                row.text("quantity"),
                row.text("stated"),
                row.text("documented"));
    }
}
