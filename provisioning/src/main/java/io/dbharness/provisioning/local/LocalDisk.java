package io.dbharness.provisioning.local;

import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.Catalogue.DiskTier;
import io.dbharness.provisioning.catalogue.DataDisks;
import io.dbharness.provisioning.catalogue.DataDisks.Bought;
import io.dbharness.provisioning.catalogue.DataDisks.Caching;
import io.dbharness.provisioning.catalogue.DataDisks.Extras;
import io.dbharness.provisioning.catalogue.DiskPerformance;
import io.dbharness.provisioning.catalogue.DiskPerformance.Burst;
import io.dbharness.provisioning.catalogue.DiskRules;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.catalogue.Performance;
import io.dbharness.provisioning.file.ProvisioningFile.DiskRequest;
import io.dbharness.provisioning.file.ProvisioningFile.FileSystem;
import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.file.ProvisioningFile.VolumeRequest;
import io.dbharness.provisioning.local.LocalStepKind.Names;
import io.dbharness.yaml.Fields;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The specification of a local disk.
 *
 * @param subject    name of the subject
 * @param volume     name of the volume; empty for the subject's only disk
 * @param figures    performance
 * @param bytes      size, bytes
 * @param fileSystem file system to create
 * @param options    mount options
 * @param memory     memory limit of the servers on the disk, bytes, including page cache; empty for no limit
 */
record LocalDisk(
        String subject,
        Optional<String> volume,
        Figures figures,
        long bytes,
        FileSystem fileSystem,
        String options,
        OptionalLong memory) {

    private static final double GIB = 1L << 30;
    private static final long MEGABYTE = 1_000_000;
    /** Large enough for all rates on sale. The size of the local disk is independent of its rates. */
    private static final long ANY_GIB = 1024;

    private static final long MIB = 1L << 20;
    /** Minimum size of an XFS file system. */
    private static final long LEAST_BYTES = 300 * MIB;

    /** PostgreSQL, the least demanding server, does not start with less. */
    private static final long LEAST_MEMORY = 64 * MIB;

    private static final int MOST_DISKS = 64;
    private static final String DEFAULT_OPTIONS = "noatime";

    /**
     * The performance of a disk, in the terms of this package.
     *
     * @param imitates  the imitated disk of the catalogue, for example {@code P15}; empty if the file gives rates as numbers
     * @param sustained sustained rates
     * @param burst     rates while the disk has burst credits; equal to {@code sustained} without bursting
     * @param full      time that a full bucket of credits lasts at the full burst rates; zero without bursting
     */
    record Figures(String imitates, Rates sustained, Rates burst, Duration full) {

        static Figures steady(String imitates, Rates rates) {
            return new Figures(imitates, rates, rates, Duration.ZERO);
        }

        boolean bursts() {
            return !full.isZero();
        }

        private Figures lasting(Optional<Duration> given) {
            return bursts() ? new Figures(imitates, sustained, burst, given.orElse(full)) : this;
        }
    }

    /** Reads the disks of a subject and reports problems at their fields. Disks of which too much is missing are left out. */
    static List<LocalDisk> read(Subject subject, Catalogue catalogue) {
        Fields fields = subject.fields();
        OptionalLong memory = fields.bytes(Names.MEMORY);
        if (memory.isPresent() && memory.getAsLong() < LEAST_MEMORY) {
            fields.problem(Names.MEMORY, "must be at least 64MiB: it limits a whole server with its page cache");
        }
        if (subject.volumes().isEmpty()) {
            return read(subject.name(), Optional.empty(), fields, subject.disk(), memory, catalogue).stream()
                    .toList();
        }
        List<LocalDisk> disks = new ArrayList<>();
        for (VolumeRequest volume : subject.volumes()) {
            // The memory limit is that of the subject; its group is made with the first disk.
            read(
                            subject.name(),
                            Optional.of(volume.name()),
                            volume.fields(),
                            volume.disk(),
                            disks.isEmpty() ? memory : OptionalLong.empty(),
                            catalogue)
                    .ifPresent(disks::add);
            volume.fields().refuseOthers();
        }
        return disks;
    }

    private static Optional<LocalDisk> read(
            String subject,
            Optional<String> volume,
            Fields fields,
            DiskRequest disk,
            OptionalLong memory,
            Catalogue catalogue) {
        Optional<Figures> figures = disk.tier().isPresent()
                ? named(fields, disk, disk.tier().get(), catalogue)
                : Optional.of(given(fields, disk));
        Optional<Duration> full = fields.length("burst-lasts");
        String options = fields.text("mount-options").orElse(DEFAULT_OPTIONS);
        if (!options.matches("[a-z0-9_=,.-]+")) {
            fields.problem("mount-options", "must be options of mount, separated by commas");
        }
        if (disk.bytes().isEmpty()) {
            if (!fields.has("size")) {
                fields.problem("size", "is missing; give the size of the disk on this machine, such as 8GiB");
            }
            return Optional.empty();
        }
        if (disk.bytes().get() < LEAST_BYTES) {
            fields.problem("size", "must be at least 300MiB");
        }
        return figures.map(known -> new LocalDisk(
                subject,
                volume,
                known.lasting(full),
                disk.bytes().get(),
                disk.fileSystem().orElse(FileSystem.EXT4),
                options,
                memory));
    }

    /** Returns the rates that the file gives as numbers. */
    private static Figures given(Fields fields, DiskRequest disk) {
        Rates rates = new Rates(disk.iops().orElse(0L), disk.bytesPerSecond().orElse(0L));
        OptionalLong iops = fields.whole("burst-iops", 1, Integer.MAX_VALUE);
        OptionalLong bandwidth = fields.bytesPerSecond("burst-bandwidth");
        if (iops.isEmpty() && bandwidth.isEmpty()) {
            return Figures.steady("", rates);
        }
        Rates burst = new Rates(iops.orElse(rates.iops()), bandwidth.orElse(rates.bytesPerSecond()));
        if (burst.iops() < rates.iops() || burst.bytesPerSecond() < rates.bytesPerSecond() || !rates.isLimited()) {
            fields.problem("burst-iops", "and burst-bandwidth must be above iops and bandwidth");
        }
        return new Figures("", rates, burst, Burst.FULL_BUCKET);
    }

    /** Returns the rates of a disk in the catalogue. */
    private static Optional<Figures> named(Fields fields, DiskRequest disk, String name, Catalogue catalogue) {
        int count = (int) fields.whole("disks", 1, MOST_DISKS).orElse(1);
        Optional<DiskTier> tier = catalogue.tier(name);
        Optional<DiskType> type =
                tier.map(DiskTier::type).or(() -> DiskType.of(name).filter(DiskType::provisioned));
        if (type.isEmpty()) {
            fields.problem(
                    "tier",
                    "must be a disk such as P15, PremiumV2_LRS or UltraSSD_LRS ('harness provision limits' has all), not '"
                            + name + "'");
            return Optional.empty();
        }
        Extras extras = new Extras(
                Optional.empty(),
                fields.flag("performance-plus").orElse(false),
                fields.flag("bursting").orElse(false),
                fields.text("performance-tier"));
        DataDisks ask = new DataDisks(
                name,
                type.get(),
                1,
                tier.map(DiskTier::gib).orElse(ANY_GIB),
                new Bought(disk.iops(), disk.bytesPerSecond().map(bytes -> bytes / MEGABYTE)),
                Caching.NONE,
                extras);
        new DiskRules(catalogue).check(ask).errors().forEach(error -> fields.problem("tier", "is invalid: " + error));
        return DiskPerformance.of(ask, catalogue).map(delivery -> figures(delivery, count));
    }

    /** Converts a delivery: an on-demand burst has no time limit, a credit burst lasts until the credits are spent. */
    private static Figures figures(DiskPerformance delivery, int count) {
        Rates sustained = rates(delivery.sustained(), count);
        Rates peak = rates(delivery.peak(), count);
        String imitates = (count == 1 ? "" : count + " x ") + delivery.billedAs();
        boolean credits = delivery.burst()
                .filter(burst -> burst.kind() == Burst.Kind.CREDIT)
                .isPresent();
        return credits ? new Figures(imitates, sustained, peak, Burst.FULL_BUCKET) : Figures.steady(imitates, peak);
    }

    /** Returns the rates of equal disks that are striped to one. */
    private static Rates rates(Performance performance, int count) {
        return new Rates(count * performance.iops(), count * performance.megabytesPerSecond() * MEGABYTE);
    }

    /** Returns the name of the disk's steps. */
    String id() {
        return subject + volume.map(name -> "/" + name).orElse("");
    }

    /** Returns the name of the disk's file and directory; names of subjects have no dots. */
    String file() {
        return subject + volume.map(name -> "." + name).orElse("");
    }

    /** Returns the path of the image file. */
    Path image(Path directory) {
        return directory.resolve(file() + ".img");
    }

    /** Returns the mount point. */
    Path mountPoint(Path directory) {
        return directory.resolve(file());
    }

    /** Returns one sentence about the burst that a user must know before a measurement; empty without bursting. */
    Optional<String> remark() {
        if (!figures.bursts()) {
            return Optional.empty();
        }
        return Optional.of(id() + " bursts to " + figures.burst.text() + " for " + figures.full.toSeconds()
                + " s from a full account of credits, then does " + figures.sustained.text()
                + "; a measurement that spans that moment measures two disks");
    }

    /** Returns the properties of the disk, in display order. */
    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Disk", figures.imitates.isEmpty() ? "local" : "local, as " + figures.imitates);
        facts.put("IOPS", rate(Rates::iopsText));
        facts.put("Bandwidth", rate(Rates::bandwidthText));
        facts.put("Size", gibibytes(bytes));
        facts.put("File system", fileSystem.word());
        memory.ifPresent(most -> facts.put("Memory of servers", gibibytes(most)));
        return facts;
    }

    private String rate(Function<Rates, String> text) {
        return text.apply(figures.sustained) + (figures.bursts() ? " (" + text.apply(figures.burst) + " burst)" : "");
    }

    private static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.4g GiB", bytes / GIB).replaceAll("\\.?0+ ", " ");
    }

    /**
     * The rates of a disk, reads and writes together; 0 for no limit.
     *
     * @param iops           operations per second
     * @param bytesPerSecond bytes per second
     */
    record Rates(long iops, long bytesPerSecond) {

        static final Rates UNLIMITED = new Rates(0, 0);

        private static final double MEGABYTE = 1e6;

        boolean isLimited() {
            return iops > 0 || bytesPerSecond > 0;
        }

        /** Formats the rates for display, for example {@code 1,100 IOPS, 125 MB/s}. */
        String text() {
            return iopsText() + " IOPS, " + bandwidthText();
        }

        String iopsText() {
            return iops == 0 ? "unlimited" : String.format(java.util.Locale.ROOT, "%,d", iops);
        }

        String bandwidthText() {
            return bytesPerSecond == 0
                    ? "unlimited"
                    : String.format(java.util.Locale.ROOT, "%,.4g MB/s", bytesPerSecond / MEGABYTE)
                            .replaceAll("\\.0+ ", " ");
        }
    }
}
