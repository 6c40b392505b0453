package io.dbharness.provisioning.local;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.file.Subject;
import io.dbharness.provisioning.spi.Draft;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Place;
import io.dbharness.provisioning.spi.Presence;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.Request;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code provider: local}: each subject a disk of this machine, a file behind a loop device, held to the rates of a disk of the catalogue
 * or to given ones. Needs root on Linux.
 */
public final class LocalProvider implements Provider {

    static final String NAME = "local";

    private final Map<Kind, Part> parts = new EnumMap<>(Kind.class);

    /** For {@link java.util.ServiceLoader}. */
    public LocalProvider() {
        this(new SystemClock());
    }

    LocalProvider(RunClock clock) {
        Patience patience = new Patience(clock);
        parts.put(Kind.DIRECTORY, new DirectoryPart());
        parts.put(Kind.IMAGE, new ImagePart());
        parts.put(Kind.LOOP, new LoopPart(patience));
        parts.put(Kind.FORMAT, new FormatPart());
        parts.put(Kind.MOUNT, new MountPart(patience));
        parts.put(Kind.MEMORY, new MemoryPart(patience));
        parts.put(Kind.LIMIT, new LimitPart());
        parts.put(Kind.KEEPER, new KeeperPart(patience));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Draft plan(Request request) {
        Path directory = request.settings()
                .flatMap(settings -> settings.text(Names.DIRECTORY))
                .map(Path::of)
                .orElse(request.run().directory())
                .toAbsolutePath()
                .normalize()
                .resolve(request.run().id());
        LocalDiskReader reader = new LocalDiskReader(Catalogue.load());
        List<LocalDisk> disks = new ArrayList<>();
        request.subjects().forEach(subject -> reader.read(subject).ifPresent(disks::add));

        LocalSteps steps = new LocalSteps(request.run(), directory);
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        List<String> remarks = new ArrayList<>();
        for (LocalDisk disk : disks) {
            facts.put(disk.subject(), disk.facts());
            disk.remark().ifPresent(remarks::add);
        }
        return new Draft(steps.of(disks), facts, remarks, Optional.empty());
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
        return part(step).presence(step, facts);
    }

    private Part part(Step step) {
        return parts.entrySet().stream()
                .filter(part -> part.getKey().word().equals(step.kind()))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElseThrow(
                        () -> new HarnessException("this version knows no step of the kind '" + step.kind() + "'"));
    }

    @Override
    public Place place(Subject subject, Run run, Facts facts) {
        String name = subject.name();
        Map<String, String> found = new LinkedHashMap<>();
        facts.of(Kind.LOOP.of(name), Names.DEVICE).ifPresent(device -> found.put("Device", device));
        facts.of(Kind.LIMIT.of(name), Names.THROTTLE).ifPresent(throttle -> found.put("Limited by", throttle));
        facts.of(Kind.LOOP.of(name), Names.DIRECT)
                .filter("no"::equals)
                .ifPresent(none ->
                        found.put("Page cache", "also below the disk: its reads are faster than the machine's"));
        return new Place(
                name,
                facts.of(Kind.MOUNT.of(name), Names.MOUNT_POINT).map(Path::of),
                Optional.empty(),
                facts.of(Kind.MEMORY.of(name), Names.GROUP).map(Path::of),
                found);
    }
}
