package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.local.DiskParts.Directory;
import io.dbharness.provisioning.local.DiskParts.Format;
import io.dbharness.provisioning.local.DiskParts.Image;
import io.dbharness.provisioning.local.DiskParts.Loop;
import io.dbharness.provisioning.local.DiskParts.Mount;
import io.dbharness.provisioning.local.LocalStepKind.Kind;
import io.dbharness.provisioning.local.LocalStepKind.Names;
import io.dbharness.provisioning.local.Throttle.LimitPart;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.provisioning.spi.Step.Presence;
import io.dbharness.time.Polling;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * {@code provider: local}: each subject is a disk of this machine, or several, each a file behind a loop device that is held to rates from
 * the catalogue or from the file. Needs root on Linux.
 */
public final class LocalProvider implements Provider {

    static final String NAME = "local";

    private final Map<String, LocalStepKind> parts;

    /** Used by {@link java.util.ServiceLoader}. */
    public LocalProvider() {
        this(new SystemClock());
    }

    LocalProvider(RunClock clock) {
        Polling polling = new Polling(clock);
        parts = Map.of(
                Kind.DIRECTORY.word(), new Directory(),
                Kind.IMAGE.word(), new Image(),
                Kind.LOOP.word(), new Loop(polling),
                Kind.FORMAT.word(), new Format(),
                Kind.MOUNT.word(), new Mount(polling),
                Kind.MEMORY.word(), new MemoryPart(polling),
                Kind.LIMIT.word(), new LimitPart(),
                Kind.KEEPER.word(), new KeeperPart(polling));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Plan plan(Request request) {
        Path directory = request.settings()
                .flatMap(settings -> settings.text(Names.DIRECTORY))
                .map(Path::of)
                .orElse(request.run().directory())
                .toAbsolutePath()
                .normalize()
                .resolve(request.run().id());
        Catalogue catalogue = Catalogue.load();
        List<LocalDisk> disks = new ArrayList<>();
        request.subjects().forEach(subject -> disks.addAll(LocalDisk.read(subject, catalogue)));

        Steps steps = new Steps(request.run(), directory);
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        List<String> remarks = new ArrayList<>();
        for (LocalDisk disk : disks) {
            Map<String, String> own = facts.computeIfAbsent(disk.subject(), subject -> new LinkedHashMap<>());
            disk.facts()
                    .forEach((name, value) -> own.put(
                            disk.volume().map(volume -> volume + ": " + name).orElse(name), value));
            disk.remark().ifPresent(remarks::add);
        }
        return new Plan(steps.of(disks), facts, remarks, Optional.empty(), Optional.empty());
    }

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
        return part(step).apply(step, earlier);
    }

    @Override
    public void undo(Step step, Facts facts) throws IOException, InterruptedException {
        part(step).undo(step, facts);
    }

    @Override
    public Presence presence(Step step, Facts facts) throws IOException, InterruptedException {
        return part(step).isThere(step, facts) ? Presence.THERE : Presence.GONE;
    }

    private LocalStepKind part(Step step) {
        return Optional.ofNullable(parts.get(step.kind()))
                .orElseThrow(
                        () -> new HarnessException("this version knows no step of the kind '" + step.kind() + "'"));
    }

    @Override
    public ReadySubject locate(Subject subject, Run run, Facts facts) {
        String name = subject.name();
        Map<String, String> found = new LinkedHashMap<>();
        Map<String, Path> volumes = new LinkedHashMap<>();
        subject.volumes().forEach(volume -> {
            String disk = name + "/" + volume.name();
            found.putAll(found(disk, volume.name() + ": ", facts));
            mount(disk, facts).ifPresent(mount -> volumes.put(volume.name(), mount));
        });
        found.putAll(found(name, "", facts));
        return new ReadySubject(
                name,
                mount(name, facts)
                        .or(() -> Optional.ofNullable(volumes.get(ReadySubject.DATA)))
                        .or(() -> volumes.values().stream().findFirst()),
                Optional.empty(),
                facts.of(Kind.MEMORY.of(name), Names.GROUP).map(Path::of),
                found,
                volumes,
                List.of());
    }

    private static Optional<Path> mount(String disk, Facts facts) {
        return facts.of(Kind.MOUNT.of(disk), Names.MOUNT_POINT).map(Path::of);
    }

    private static Map<String, String> found(String disk, String prefix, Facts facts) {
        Map<String, String> found = new LinkedHashMap<>();
        facts.of(Kind.LOOP.of(disk), Names.DEVICE).ifPresent(device -> found.put(prefix + "Device", device));
        facts.of(Kind.LIMIT.of(disk), Names.THROTTLE).ifPresent(throttle -> found.put(prefix + "Limited by", throttle));
        facts.of(Kind.LOOP.of(disk), Names.DIRECT)
                .filter("no"::equals)
                .ifPresent(none -> found.put(
                        prefix + "Page cache", "also below the disk: its reads are faster than the machine's"));
        return found;
    }

    /**
     * Builds the steps of the disks of one run.
     *
     * @param run       the run
     * @param directory directory of images and mount points
     */
    record Steps(Run run, Path directory) {

        List<Step> of(List<LocalDisk> disks) {
            long bytes = disks.stream().mapToLong(LocalDisk::bytes).sum();
            String fileSystems = disks.stream()
                    .map(disk -> disk.fileSystem().word())
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(","));
            List<Step> steps = new ArrayList<>();
            steps.add(new Step(
                    NAME,
                    Kind.DIRECTORY.of(NAME),
                    Kind.DIRECTORY.word(),
                    "",
                    "make the directory " + directory,
                    Map.of(
                            Names.DIRECTORY, directory.toString(),
                            Names.BYTES, String.valueOf(bytes),
                            Names.FILE_SYSTEMS, fileSystems)));
            disks.forEach(disk -> steps.addAll(of(disk)));
            return steps;
        }

        private List<Step> of(LocalDisk disk) {
            String image = disk.image(directory).toString();
            String point = disk.mountPoint(directory).toString();
            String fileSystem = disk.fileSystem().word();
            String bytes = String.valueOf(disk.bytes());
            Map<String, String> format = Map.of(Names.IMAGE, image, Names.FILE_SYSTEM, fileSystem);
            Map<String, String> mount =
                    Map.of(Names.MOUNT_POINT, point, Names.FILE_SYSTEM, fileSystem, Names.OPTIONS, disk.options());
            List<Step> steps = new ArrayList<>(List.of(
                    step(disk, Kind.IMAGE, "make the file " + image, Map.of(Names.IMAGE, image, Names.BYTES, bytes)),
                    step(disk, Kind.LOOP, "make it a block device", Map.of(Names.IMAGE, image)),
                    step(disk, Kind.FORMAT, "format it with " + fileSystem, format),
                    step(disk, Kind.MOUNT, "mount it on " + point, mount)));
            disk.memory().ifPresent(most -> {
                String group = run.id() + "-" + disk.subject();
                String what = "make the control group " + group + " for what servers on it may use of the memory";
                Map<String, Object> arguments = Map.of(Names.GROUP, group, Names.BYTES, String.valueOf(most));
                steps.add(new Step(
                        NAME, Kind.MEMORY.of(disk.subject()), Kind.MEMORY.word(), disk.subject(), what, arguments));
            });
            if (disk.figures().sustained().isLimited()) {
                String what = "limit it to " + disk.figures().sustained().text();
                steps.add(step(disk, Kind.LIMIT, what, rates(disk)));
                String keeping = "start the process that shares this between reads and writes"
                        + (disk.figures().bursts() ? " and keeps the burst credits" : "");
                steps.add(step(disk, Kind.KEEPER, keeping, keeper(disk)));
            }
            return steps;
        }

        private static Map<String, String> rates(LocalDisk disk) {
            return new LinkedHashMap<>(Map.of(
                    Names.IOPS, String.valueOf(disk.figures().sustained().iops()),
                    Names.BANDWIDTH, String.valueOf(disk.figures().sustained().bytesPerSecond())));
        }

        private Map<String, String> keeper(LocalDisk disk) {
            Map<String, String> arguments = rates(disk);
            arguments.put(Names.TOKEN, run.directory().resolve(disk.file()).toString());
            arguments.put(
                    Names.BURST_IOPS, String.valueOf(disk.figures().burst().iops()));
            arguments.put(
                    Names.BURST_BANDWIDTH, String.valueOf(disk.figures().burst().bytesPerSecond()));
            arguments.put(
                    Names.BURST_SECONDS, String.valueOf(disk.figures().full().toSeconds()));
            return arguments;
        }

        private static Step step(LocalDisk disk, Kind kind, String summary, Map<String, String> arguments) {
            return new Step(NAME, kind.of(disk.id()), kind.word(), disk.subject(), summary, Map.copyOf(arguments));
        }
    }
}
