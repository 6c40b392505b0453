package io.dbharness.provisioning.file;

import io.dbharness.model.Problems;
import io.dbharness.yaml.Fields;
import io.dbharness.yaml.YamlFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A provisioning file: subjects and their providers.
 *
 * <pre>
 * name: yugabytedb-azure-disks
 * subjects:
 *   p15:
 *     provider: local
 *     tier: P15
 *     size: 8GiB
 *     file-system: xfs
 *   v2:
 *     provider: local
 *     iops: 10000
 *     bandwidth: 250MB/s
 *     size: 8GiB
 * local:
 *   directory: /var/lib/disks
 * </pre>
 *
 * <p>A mapping named like a provider holds what all its subjects share.
 *
 * @param name     name of the file and of everything made from it; letters, digits and hyphens, at most 40
 * @param subjects in the file's order, at least one unless there are problems
 * @param settings shared settings of the subjects, by provider name
 * @param problems problems found so far; planning adds to them
 * @param prices   source of prices given on the command line; empty to use the file's own setting
 */
public record ProvisioningFile(
        String name, List<Subject> subjects, Map<String, Fields> settings, Problems problems, Optional<String> prices) {

    private static final String NAME = "name";
    private static final String SUBJECTS = "subjects";
    private static final String EXPIRES = "expires";
    private static final Pattern NAME_FORM = Pattern.compile("[a-z][a-z0-9-]{0,39}");
    private static final Pattern VOLUME_FORM = Pattern.compile("[a-z][a-z0-9]{0,15}");
    private static final List<String> OF_DISKS = List.of("tier", "iops", "bandwidth", "size", "file-system");
    private static final Pattern SUBJECT_FORM = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    public ProvisioningFile {
        subjects = List.copyOf(subjects);
        settings = Map.copyOf(settings);
    }

    /** Reads a file. Problems of its content are collected in {@link #problems}; planning throws them together with its own. */
    public static ProvisioningFile read(Path file) {
        Problems problems = new Problems();
        return of(YamlFile.read(file, problems), problems);
    }

    /** Reads a provisioning file that is a mapping inside another file. */
    public static ProvisioningFile of(Fields top, Problems problems) {
        String name = top.text(NAME).orElse("");
        if (!NAME_FORM.matcher(name).matches()) {
            top.problem(NAME, "must be a lower-case letter, then at most 39 lower-case letters, digits and hyphens");
        }
        List<Subject> subjects = new ArrayList<>();
        Optional<Fields> all = top.fields(SUBJECTS);
        if (all.isPresent()) {
            for (String subject : all.get().names()) {
                all.get()
                        .fields(subject)
                        .map(fields -> subject(subject, fields))
                        .ifPresent(subjects::add);
            }
        }
        if (all.isEmpty() || all.get().names().isEmpty()) {
            top.problem(SUBJECTS, "must name at least one subject");
        }
        Map<String, Fields> settings = new LinkedHashMap<>();
        for (String other : top.names()) {
            if (!other.equals(NAME) && !other.equals(SUBJECTS)) {
                top.fields(other).ifPresent(fields -> settings.put(other, fields));
            }
        }
        return new ProvisioningFile(name, subjects, settings, problems, Optional.empty());
    }

    /** Returns a file with this subject alone, under its own run name, so that it can be brought up and taken down without the others. */
    public ProvisioningFile only(String subject) {
        return new ProvisioningFile(
                name + "-" + subject,
                subjects.stream().filter(one -> one.name().equals(subject)).toList(),
                settings,
                problems,
                prices);
    }

    /** Returns a copy that takes prices from another source: a file's path, or {@code retail} for the provider's price service. */
    public ProvisioningFile withPrices(String source) {
        return new ProvisioningFile(name, subjects, settings, problems, Optional.of(source));
    }

    /**
     * Returns a copy in which everything that expires has this lifetime, rounded down to whole minutes and at least one, instead of the
     * file's.
     */
    public ProvisioningFile lasting(Duration lifetime) {
        Map<String, Fields> lasting = new LinkedHashMap<>(settings);
        lasting.replaceAll((provider, fields) ->
                fields.has(EXPIRES) ? fields.with(EXPIRES, Math.max(1, lifetime.toMinutes()) + "m") : fields);
        return new ProvisioningFile(name, subjects, lasting, problems, prices);
    }

    private static Subject subject(String name, Fields fields) {
        if (!SUBJECT_FORM.matcher(name).matches()) {
            fields.problem(
                    "is not a valid subject name; use a lower-case letter, then at most 31 lower-case letters, digits and hyphens");
        }
        Optional<String> provider = fields.text("provider");
        if (provider.isEmpty()) {
            fields.problem("provider", "is missing");
        }
        return new Subject(name, provider.orElse(""), DiskRequest.read(fields), volumes(fields), fields);
    }

    /** Reads the mapping {@code volumes}. Fields of a disk beside it are refused, because no disk has them. */
    private static List<VolumeRequest> volumes(Fields fields) {
        List<VolumeRequest> volumes = new ArrayList<>();
        Optional<Fields> all = fields.fields("volumes");
        if (all.isPresent()) {
            for (String volume : all.get().names()) {
                if (!VOLUME_FORM.matcher(volume).matches()) {
                    all.get()
                            .problem(
                                    volume,
                                    "is not a valid volume name; use a lower-case letter, then at most 15 lower-case letters and digits");
                }
                all.get()
                        .fields(volume)
                        .map(own -> new VolumeRequest(volume, DiskRequest.read(own), own))
                        .ifPresent(volumes::add);
            }
            if (all.get().names().isEmpty()) {
                fields.problem("volumes", "must name at least one volume");
            }
            OF_DISKS.stream()
                    .filter(fields::has)
                    .forEach(name -> fields.problem(name, "is set for each volume where there are volumes"));
        }
        return volumes;
    }

    /**
     * One of the compared systems of a file.
     *
     * @param name     unique in its file: lower-case letters, digits and hyphens, at most 32, beginning with a letter
     * @param provider name of the provider
     * @param disk     disk settings common to all providers, of a subject with one volume
     * @param volumes  volumes of a subject with several disks, in the file's order; empty if the subject has at most one
     * @param fields   all fields; the provider reads those that are not components here. Fields still unread after planning are refused
     */
    public record Subject(String name, String provider, DiskRequest disk, List<VolumeRequest> volumes, Fields fields) {

        public Subject {
            volumes = List.copyOf(volumes);
        }
    }

    /**
     * One of several volumes of a subject.
     *
     * @param name   unique in its subject: a lower-case letter, then at most 15 lower-case letters and digits
     * @param disk   disk settings common to all providers
     * @param fields all fields; the provider reads those that are not components here and refuses the rest
     */
    public record VolumeRequest(String name, DiskRequest disk, Fields fields) {}

    /**
     * The disk that a subject requests; missing values follow from the tier or the provider.
     *
     * @param tier           a name in the catalogue, for example {@code P15}, {@code PremiumV2_LRS}
     * @param iops           operations per second, reads and writes together
     * @param bytesPerSecond bytes per second, reads and writes together
     * @param bytes          size, bytes
     * @param fileSystem     file system to create on the disk
     */
    public record DiskRequest(
            Optional<String> tier,
            Optional<Long> iops,
            Optional<Long> bytesPerSecond,
            Optional<Long> bytes,
            Optional<FileSystem> fileSystem) {

        /** Above every disk in the catalogue. */
        private static final long MOST_IOPS = 10_000_000;

        /** Converts an {@link OptionalLong} to an {@code Optional<Long>}, which can be mapped. */
        public static Optional<Long> boxed(OptionalLong value) {
            return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
        }

        static DiskRequest read(Fields fields) {
            return new DiskRequest(
                    fields.text("tier"),
                    boxed(fields.whole("iops", 1, MOST_IOPS)),
                    boxed(fields.bytesPerSecond("bandwidth")),
                    boxed(fields.bytes("size")),
                    fields.word("file-system", FileSystem.WORDS).map(FileSystem::of));
        }
    }

    /** Journaling file systems in common use for databases. */
    public enum FileSystem {
        EXT4,
        XFS;

        static final List<String> WORDS =
                Stream.of(values()).map(FileSystem::word).toList();

        /** Returns the name in files and in {@code mkfs} commands. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the file system with this name. */
        public static FileSystem of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }
}
