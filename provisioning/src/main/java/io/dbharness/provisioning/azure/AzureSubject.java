package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.Catalogue.DiskTier;
import io.dbharness.provisioning.catalogue.DataDisks;
import io.dbharness.provisioning.catalogue.DataDisks.Caching;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.catalogue.VmSize;
import io.dbharness.provisioning.catalogue.VmSize.Controller;
import io.dbharness.provisioning.file.ProvisioningFile.DiskRequest;
import io.dbharness.provisioning.file.ProvisioningFile.FileSystem;
import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.file.ProvisioningFile.VolumeRequest;
import io.dbharness.provisioning.software.DatabaseSoftware;
import io.dbharness.yaml.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The Azure resources of one subject: machines with their volumes, or a managed database.
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

    /** Directories of the system, which a volume must not cover. */
    private static final List<String> FOLDERS = List.of(
            "bin", "boot", "dev", "etc", "home", "lib", "media", "mnt", "opt", "proc", "root", "run", "sbin", "snap",
            "srv", "sys", "tmp", "usr", "var");

    /**
     * A group of equal machines.
     *
     * @param nodes      number of machines
     * @param size       VM size
     * @param controller disk controller
     * @param volumes    volumes of each machine, in the order of their disks; none if its disks are not used
     * @param software   database on all machines; empty: nothing is installed
     */
    record Machines(
            int nodes,
            String size,
            Optional<Controller> controller,
            List<Volume> volumes,
            Optional<Software> software) {

        Machines {
            volumes = List.copyOf(volumes);
        }

        /** Returns the requests for data disks, one for each volume that has some. */
        List<DataDisks> disks() {
            return volumes.stream().flatMap(volume -> volume.disk().stream()).toList();
        }

        /** Returns the number of data disks. */
        int diskCount() {
            return disks().stream().mapToInt(DataDisks::count).sum();
        }

        /** Returns the logical unit number of a volume's first disk; the volumes before it have the lower numbers. */
        int firstDisk(Volume volume) {
            return volumes.subList(0, volumes.indexOf(volume)).stream()
                    .flatMap(earlier -> earlier.disk().stream())
                    .mapToInt(DataDisks::count)
                    .sum();
        }

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
            return nodes == 1 && software.isEmpty() && !volumes.isEmpty();
        }

        /** Returns machines with the default options of their size and image. */
        static Machines bare(int nodes, String size) {
            return new Machines(nodes, size, Optional.empty(), List.of(), Optional.empty());
        }
    }

    /**
     * A file system on one or more disks.
     *
     * @param name       name, unique on its machine; also the last part of the mount point
     * @param disk       data disks, striped if there are several; empty: the machine's local disks
     * @param fileSystem kind of file system
     */
    record Volume(String name, Optional<DataDisks> disk, String fileSystem) {

        /** Name of a machine's only volume. */
        static final String DATA = "data";

        /** Returns the mount point. */
        String mount() {
            return "/" + name;
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
            List<Volume> volumes = volumes(subject, catalogue);
            int nodes = whole(fields, "nodes", MOST_NODES);
            Optional<Software> software = software(fields, nodes, size.get());
            software.ifPresent(installed -> check(fields, installed.kind(), volumes));
            Optional<Controller> controller = fields.word(
                            "controller", List.of(Controller.SCSI.word(), Controller.NVME.word()))
                    .flatMap(Controller::of);
            Machines machines = new Machines(nodes, size.get(), controller, volumes, software);
            return Optional.of(new AzureSubject(subject.name(), fields, Optional.of(machines), Optional.empty()));
        }
        if (!subject.volumes().isEmpty()) {
            fields.problem("volumes", "are for machines; the storage of a managed database cannot be divided");
        }
        return AzureDatabase.read(subject, catalogue)
                .map(database -> new AzureSubject(subject.name(), fields, Optional.empty(), Optional.of(database)));
    }

    /** Reads the volumes: those of the mapping {@code volumes}, or one from the subject's own fields. */
    private static List<Volume> volumes(Subject subject, Catalogue catalogue) {
        if (subject.volumes().isEmpty()) {
            return volume(Volume.DATA, "disk", subject.fields(), subject.disk(), catalogue).stream()
                    .toList();
        }
        List<Volume> volumes = new ArrayList<>();
        for (VolumeRequest request : subject.volumes()) {
            Fields fields = request.fields();
            if (FOLDERS.contains(request.name())) {
                fields.problem("has the name of a directory of the system; use another one");
            }
            volume(request.name(), request.name(), fields, request.disk(), catalogue)
                    .ifPresentOrElse(volumes::add, () -> {
                        if (!fields.has("tier")) {
                            fields.problem("needs a tier, or a file-system on the machine's local disks");
                        }
                    });
            fields.refuseOthers();
        }
        if (volumes.stream().filter(volume -> volume.disk().isEmpty()).count() > 1) {
            subject.fields()
                    .problem("volumes", "can have one volume on the machine's local disks; the others need a tier");
        }
        if (volumes.stream()
                        .flatMap(volume -> volume.disk().stream())
                        .mapToInt(DataDisks::count)
                        .sum()
                > MOST_DISKS) {
            subject.fields().problem("volumes", "can have " + MOST_DISKS + " disks in all");
        }
        return volumes;
    }

    private static Optional<Volume> volume(
            String name, String called, Fields fields, DiskRequest request, Catalogue catalogue) {
        Optional<DataDisks> disk = disk(called, fields, request, catalogue);
        return request.fileSystem()
                .map(FileSystem::word)
                .or(() -> disk.map(any -> FileSystem.XFS.word()))
                .map(fileSystem -> new Volume(name, disk, fileSystem));
    }

    /** Checks that the volumes are those that the database can use. */
    private static void check(Fields fields, DatabaseSoftware kind, List<Volume> volumes) {
        List<String> names = volumes.stream().map(Volume::name).toList();
        if (names.isEmpty()) {
            fields.problem(
                    "server", "needs a volume for its data: a tier, or a file-system on the machine's local disks");
        } else if (!names.contains(Volume.DATA)) {
            fields.problem("volumes", "must have a volume 'data' for " + kind.word());
        }
        names.stream()
                .filter(name -> !kind.volumes().containsKey(name))
                .forEach(name -> fields.problem(
                        "volumes",
                        "cannot have '" + name + "' for " + kind.word() + ", which uses "
                                + kind.volumes().entrySet().stream()
                                        .map(use -> "'" + use.getKey() + "' for " + use.getValue())
                                        .collect(Collectors.joining(", "))));
    }

    private static Optional<Software> software(Fields fields, int nodes, String size) {
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
        Optional<String> archive = download.or(() -> kind.flatMap(DatabaseSoftware::download));
        if (VmSize.hasArm(size)) {
            archive.filter(from -> from.contains("x86_64"))
                    .ifPresent(from -> fields.problem(
                            "server-download",
                            "must be an archive for Arm processors, which " + size + " has, not " + from));
            kind.filter(DatabaseSoftware::needsX64)
                    .ifPresent(k -> fields.problem(
                            "vm", "must have x64 processors for " + k.word() + "; " + size + " has Arm processors"));
        } else {
            archive.filter(from -> from.contains("aarch64"))
                    .ifPresent(from -> fields.problem(
                            "server-download",
                            "must be an archive for x64 processors, which " + size + " has, not " + from));
        }
        image.filter(text -> !AzureSettings.IMAGE.matcher(text).matches())
                .ifPresent(text ->
                        fields.problem("server-image", "must be " + AzureSettings.AN_IMAGE + ", not '" + text + "'"));
        return kind.map(k -> new Software(k, archive, image.or(k::image)));
    }

    private static int whole(Fields fields, String name, int most) {
        return (int) fields.whole(name, 1, most).orElse(1);
    }

    private static Optional<DataDisks> disk(String called, Fields fields, DiskRequest request, Catalogue catalogue) {
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
                size -> new DataDisks(called, type.get(), count, size, bought(fields, request), caching, extras));
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
