package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.Catalogue.DiskTier;
import io.dbharness.provisioning.catalogue.DataDisks;
import io.dbharness.provisioning.catalogue.DataDisks.Caching;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.catalogue.VmSize.Controller;
import io.dbharness.provisioning.file.ProvisioningFile.DiskRequest;
import io.dbharness.provisioning.file.ProvisioningFile.FileSystem;
import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.software.DatabaseSoftware;
import io.dbharness.yaml.Fields;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The Azure resources of one subject: machines with a disk each, or a managed database.
 *
 * @param name     name of the subject
 * @param fields   receives the problems
 * @param machines machines; empty for a managed database
 * @param database managed database; empty for machines
 */
record AzureSubject(String name, Fields fields, Optional<Machines> machines, Optional<AzureDatabase> database) {

    private static final long GIB = 1L << 30;
    private static final long MEGABYTE = 1_000_000;
    private static final Pattern DOWNLOAD = Pattern.compile("https://[\\w./~%?&=+:-]+");
    private static final int MOST_NODES = 100;
    private static final int MOST_DISKS = 64;

    /**
     * A group of equal machines.
     *
     * @param nodes      number of machines
     * @param size       VM size
     * @param controller disk controller
     * @param disk       data disks, striped if there are several; empty: the machine's local disks, if it has any
     * @param fileSystem file system on these disks; empty: the disks stay unformatted
     * @param software   database on all machines; empty: nothing is installed
     */
    record Machines(
            int nodes,
            String size,
            Optional<Controller> controller,
            Optional<DataDisks> disk,
            Optional<String> fileSystem,
            Optional<Software> software) {

        /** Returns the machines' names, derived from the subject's name. */
        List<String> names(String subject) {
            return nodes == 1
                    ? List.of(subject)
                    : IntStream.rangeClosed(1, nodes)
                            .mapToObj(node -> subject + "-" + node)
                            .toList();
        }

        /** Returns true for one machine with a disk and without a database: only a process on that machine can use the disk. */
        boolean alone() {
            return nodes == 1 && software.isEmpty() && fileSystem.isPresent();
        }

        /** Returns machines with the default options of their size and image. */
        static Machines bare(int nodes, String size) {
            return new Machines(nodes, size, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        }
    }

    /**
     * A database to install.
     *
     * @param kind     database
     * @param download download address; empty if nothing is downloaded
     * @param image    machine image; empty for the image shared by all machines
     */
    record Software(DatabaseSoftware kind, Optional<String> download, Optional<String> image) {}

    /** Reads a subject; problems are reported at their lines. Empty if too much is missing to continue. */
    static Optional<AzureSubject> read(Subject subject, Catalogue catalogue) {
        Fields fields = subject.fields();
        Optional<String> size = fields.text("vm");
        if (Stream.of("vm", "database", "postgresql").filter(fields::has).count() != 1) {
            fields.problem("vm", "or database or postgresql is required, exactly one of them");
            return Optional.empty();
        }
        if (size.isPresent()) {
            Optional<DataDisks> disk = disk(subject, catalogue);
            int nodes = whole(fields, "nodes", MOST_NODES);
            Optional<String> fileSystem =
                    subject.disk().fileSystem().map(FileSystem::word).or(() -> disk.map(any -> FileSystem.XFS.word()));
            Optional<Software> software = software(fields, nodes);
            if (software.isPresent() && fileSystem.isEmpty()) {
                fields.problem(
                        "server", "needs a volume for its data: a tier, or a file-system on the machine's local disks");
            }
            Optional<Controller> controller = fields.word(
                            "controller", List.of(Controller.SCSI.word(), Controller.NVME.word()))
                    .flatMap(Controller::of);
            Machines machines = new Machines(nodes, size.get(), controller, disk, fileSystem, software);
            return Optional.of(new AzureSubject(subject.name(), fields, Optional.of(machines), Optional.empty()));
        }
        return AzureDatabase.read(subject, catalogue)
                .map(database -> new AzureSubject(subject.name(), fields, Optional.empty(), Optional.of(database)));
    }

    private static Optional<Software> software(Fields fields, int nodes) {
        List<String> words =
                DatabaseSoftware.ALL.stream().map(DatabaseSoftware::word).toList();
        Optional<DatabaseSoftware> kind = fields.word("server", words).flatMap(DatabaseSoftware::of);
        Optional<String> download = fields.text("server-download");
        Optional<String> image = fields.text("server-image");
        kind.filter(k -> nodes > k.machines())
                .ifPresent(
                        k -> fields.problem("nodes", "must be 1: " + k.word() + " is installed on one machine only"));
        download.filter(text -> !DOWNLOAD.matcher(text).matches())
                .ifPresent(text -> fields.problem(
                        "server-download", "must be an https address without quotes or blanks, not '" + text + "'"));
        download.filter(text -> kind.isEmpty() || kind.get().download().isEmpty())
                .ifPresent(text -> fields.problem("server-download", "needs server: yugabytedb or cassandra"));
        image.filter(text -> !AzureSettings.IMAGE.matcher(text).matches())
                .ifPresent(text ->
                        fields.problem("server-image", "must be " + AzureSettings.AN_IMAGE + ", not '" + text + "'"));
        return kind.map(k -> new Software(k, download.or(k::download), image.or(k::image)));
    }

    private static int whole(Fields fields, String name, int most) {
        return (int) fields.whole(name, 1, most).orElse(1);
    }

    private static Optional<DataDisks> disk(Subject subject, Catalogue catalogue) {
        Fields fields = subject.fields();
        DiskRequest request = subject.disk();
        int count = whole(fields, "disks", MOST_DISKS);
        Caching caching = fields.word(
                        "caching", List.of(Caching.NONE.word(), Caching.READ_ONLY.word(), Caching.READ_WRITE.word()))
                .flatMap(Caching::of)
                .orElse(Caching.NONE);
        DataDisks.Extras extras = new DataDisks.Extras(
                DiskRequest.boxed(fields.whole("sector", 1, MEGABYTE)).map(Long::intValue),
                fields.flag("performance-plus").orElse(false),
                fields.flag("bursting").orElse(false),
                fields.text("performance-tier"));
        if (request.tier().isEmpty()) {
            return Optional.empty();
        }
        Optional<DiskTier> tier = request.tier().flatMap(catalogue::tier);
        Optional<DiskType> type =
                tier.map(DiskTier::type).or(() -> request.tier().flatMap(DiskType::of));
        if (type.isEmpty()) {
            fields.problem(
                    "tier",
                    "must be a tier such as P15, or one of " + DiskType.words() + "; see harness provision limits");
            return Optional.empty();
        }
        Optional<Long> gib =
                request.bytes().map(bytes -> (bytes + GIB - 1) / GIB).or(() -> tier.map(DiskTier::gib));
        if (gib.isEmpty()) {
            fields.problem("size", "is missing");
        }
        if (tier.isPresent() && !catalogue.tier(type.get(), gib.orElse(0L)).equals(tier)) {
            fields.problem(
                    "size",
                    "is not that of " + tier.get().name() + ", which has "
                            + tier.get().gib() + " GiB");
        }
        return gib.map(
                size -> new DataDisks("disk", type.get(), count, size, bought(fields, request), caching, extras));
    }

    private static DataDisks.Bought bought(Fields fields, DiskRequest request) {
        Optional<Long> bytes = request.bytesPerSecond();
        if (bytes.filter(value -> value % MEGABYTE != 0).isPresent()) {
            fields.problem(
                    "bandwidth", "must be a whole number of MB/s (10^6 bytes a second), the unit that Azure sells");
        }
        return new DataDisks.Bought(request.iops(), bytes.map(value -> value / MEGABYTE));
    }
}
