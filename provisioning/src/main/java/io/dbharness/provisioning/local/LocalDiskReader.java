package io.dbharness.provisioning.local;

import io.dbharness.config.Fields;
import io.dbharness.provisioning.catalogue.Burst;
import io.dbharness.provisioning.catalogue.Caching;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.Delivery;
import io.dbharness.provisioning.catalogue.DiskAsk;
import io.dbharness.provisioning.catalogue.DiskAsk.Bought;
import io.dbharness.provisioning.catalogue.DiskAsk.Extras;
import io.dbharness.provisioning.catalogue.DiskRules;
import io.dbharness.provisioning.catalogue.DiskTier;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.catalogue.Performance;
import io.dbharness.provisioning.file.DiskRequest;
import io.dbharness.provisioning.file.FileSystem;
import io.dbharness.provisioning.file.Subject;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads what a subject says about its disk.
 *
 * @param catalogue of the disks that can be imitated
 */
record LocalDiskReader(Catalogue catalogue) {

    private static final long MEGABYTE = 1_000_000;
    /** Large enough for any rates that can be bought: the size of the disk here has nothing to do with them. */
    private static final long ANY_GIB = 1024;

    private static final long MIB = 1L << 20;
    /** Below, XFS refuses. */
    private static final long LEAST_BYTES = 300 * MIB;

    /** Below, PostgreSQL does not start, which is the least of servers. */
    private static final long LEAST_MEMORY = 64 * MIB;

    private static final String DEFAULT_OPTIONS = "noatime";

    /** What a disk does, in the terms of this package. */
    private record Figures(String imitates, Rates sustained, Rates burst, Duration full) {

        static Figures steady(String imitates, Rates rates) {
            return new Figures(imitates, rates, rates, Duration.ZERO);
        }
    }

    /** Notes what is wrong with its fields. Nothing when there is too little to go on with. */
    Optional<LocalDisk> read(Subject subject) {
        Fields fields = subject.fields();
        DiskRequest disk = subject.disk();
        Optional<Figures> figures = figures(subject);
        Optional<Duration> full = fields.length("burst-lasts");
        OptionalLong memory = fields.bytes(Names.MEMORY);
        if (memory.isPresent() && memory.getAsLong() < LEAST_MEMORY) {
            fields.problem(Names.MEMORY, "must be 64MiB or more: it is for a whole server and its page cache");
        }
        String options = fields.text("mount-options").orElse(DEFAULT_OPTIONS);
        if (!options.matches("[a-z0-9_=,.-]+")) {
            fields.problem("mount-options", "must be mount's own, with commas between them");
        }
        if (disk.bytes().isEmpty()) {
            if (!fields.has("size")) {
                fields.problem("size", "must be there: how large the disk is on this machine, such as 8GiB");
            }
            return Optional.empty();
        }
        if (disk.bytes().getAsLong() < LEAST_BYTES) {
            fields.problem("size", "must be 300MiB or more");
        }
        return figures.map(known -> new LocalDisk(
                subject.name(),
                known.imitates,
                known.sustained,
                known.burst,
                known.full.isZero() ? known.full : full.orElse(known.full),
                disk.bytes().getAsLong(),
                disk.fileSystem().orElse(FileSystem.EXT4),
                options,
                memory));
    }

    private Optional<Figures> figures(Subject subject) {
        DiskRequest disk = subject.disk();
        return disk.tier().isPresent() ? named(subject, disk.tier().get()) : Optional.of(given(subject.fields(), disk));
    }

    /** Numbers of the user's own. */
    private static Figures given(Fields fields, DiskRequest disk) {
        Rates rates = new Rates(disk.iops().orElse(0), disk.bytesPerSecond().orElse(0));
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

    /** A disk of the catalogue. */
    private Optional<Figures> named(Subject subject, String name) {
        Fields fields = subject.fields();
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
        DiskAsk ask = new DiskAsk(
                subject.name(),
                type.get(),
                1,
                tier.map(DiskTier::gib).orElse(ANY_GIB),
                bought(subject.disk()),
                Caching.NONE,
                extras);
        new DiskRules(catalogue).check(ask).errors().forEach(error -> fields.problem("tier", "cannot be: " + error));
        return Delivery.of(ask, catalogue).map(delivery -> figures(delivery));
    }

    private static Bought bought(DiskRequest disk) {
        return new Bought(boxed(disk.iops()), boxed(disk.bytesPerSecond()).map(bytes -> bytes / MEGABYTE));
    }

    private static Optional<Long> boxed(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }

    /** A burst that is paid for lasts for ever; one on credits until they are spent. */
    private static Figures figures(Delivery delivery) {
        Rates sustained = rates(delivery.sustained());
        Rates peak = rates(delivery.peak());
        boolean credits = delivery.burst()
                .filter(burst -> burst.kind() == Burst.Kind.CREDIT)
                .isPresent();
        return credits
                ? new Figures(delivery.billedAs(), sustained, peak, Burst.FULL_BUCKET)
                : Figures.steady(delivery.billedAs(), peak);
    }

    private static Rates rates(Performance performance) {
        return new Rates(performance.iops(), performance.megabytesPerSecond() * MEGABYTE);
    }
}
