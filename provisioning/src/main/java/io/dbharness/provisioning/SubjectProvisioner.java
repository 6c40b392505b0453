package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.provision.Provisioner;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.provisioning.remote.RemoteHarness;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.time.SystemClock;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Brings up single subjects of provisioning files. Not thread-safe. */
public final class SubjectProvisioner implements Provisioner {

    private final Provisioning provisioning;
    private final Optional<Path> jar;

    /** Used by {@link java.util.ServiceLoader}: takes the providers on the class path and the user's own state directory. */
    public SubjectProvisioner() {
        this(Provisioning.standard(new SystemClock()), ownJar());
    }

    SubjectProvisioner(Provisioning provisioning, Optional<Path> jar) {
        this.provisioning = provisioning;
        this.jar = jar;
    }

    @Override
    public Optional<Plan> plan(Subject subject, ProvisionOptions terms, Problems problems) {
        try {
            ProvisioningFile file = read(subject, terms);
            if (file.subjects().stream().noneMatch(s -> s.name().equals(subject.name()))) {
                file.problems().add(subject.file().getFileName() + " has no subject '" + subject.name() + "'");
            }
            subject.volume()
                    .filter(volume -> file.subjects().stream()
                            .filter(s -> s.name().equals(subject.name()))
                            .noneMatch(s ->
                                    s.volumes().stream().anyMatch(v -> v.name().equals(volume))))
                    .ifPresent(volume -> file.problems()
                            .add(subject.file().getFileName() + " has no volume '" + volume + "' of '" + subject.name()
                                    + "'"));
            // Checks the whole file first, because a user would bring up the whole file; then plans that subject alone.
            provisioning.plan(file);
            ProvisioningPlan plan = provisioning.plan(file.only(subject.name()));
            return Optional.of(new Plan(
                    plan.facts().getOrDefault(subject.name(), Map.of()),
                    plan.remarks(),
                    provisioning.stands(file.name()) ? List.of() : plan.consent()));
        } catch (UsageException e) {
            problems.addAll(e);
            return Optional.empty();
        }
    }

    @Override
    public Provisioner.Provisioned bringUp(Subject subject, ProvisionOptions terms) {
        ProvisioningFile file = read(subject, terms);
        boolean stands = provisioning.stands(file.name());
        var provisioned = stands
                ? provisioning.up(file, StepListener.SILENT)
                : provisioning.hold(file.only(subject.name()), StepListener.SILENT);
        ReadySubject ready = Optional.ofNullable(provisioned.subjects().get(subject.name()))
                .orElseThrow(() ->
                        new HarnessException(subject.file() + " has no subject '" + subject.name() + "' any more"));
        return new Up(
                volume -> location(volume.isEmpty() ? ready : at(ready, volume.get())),
                stands ? () -> {} : provisioned::close);
    }

    private static ProvisioningFile read(Subject subject, ProvisionOptions terms) {
        ProvisioningFile file = ProvisioningFile.read(subject.file()).lasting(terms.lifetime());
        return terms.prices().map(file::withPrices).orElse(file);
    }

    private static ReadySubject at(ReadySubject ready, String volume) {
        return ready.at(volume)
                .orElseThrow(() -> new HarnessException("'" + ready.subject() + "' has no volume '" + volume + "'"));
    }

    private Location location(ReadySubject ready) {
        Optional<Remote> remote = ready.client().map(client -> {
            RemoteHarness harness = new RemoteHarness(jar.orElseThrow(() ->
                    new HarnessException("cannot copy the harness to a client machine: it does not run from its jar")));
            return (words, out, heard) -> harness.run(ready, new RemoteHarness.Job(words, out), heard);
        });
        return ready.location(remote);
    }

    /** Returns the path of the jar that contains this class. */
    private static Optional<Path> ownJar() {
        return Optional.ofNullable(
                        SubjectProvisioner.class.getProtectionDomain().getCodeSource())
                .map(source -> Path.of(URI.create(source.getLocation().toString())))
                .filter(Files::isRegularFile);
    }

    /** A subject that is up; a subject that was up before the call stays up afterwards. */
    private record Up(Function<Optional<String>, Location> place, Runnable end) implements Provisioner.Provisioned {

        @Override
        public Location location(Optional<String> volume) {
            return place.apply(volume);
        }

        @Override
        public void close() {
            end.run();
        }
    }

    @Override
    public List<String> up() {
        return provisioning.list().stream().map(status -> status.run().name()).toList();
    }
}
