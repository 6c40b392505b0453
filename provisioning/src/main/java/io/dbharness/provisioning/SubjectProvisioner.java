package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.provision.Provisioner;
import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.time.SystemClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Brings up single subjects of provisioning files. One thread. */
public final class SubjectProvisioner implements Provisioner {

    private final Provisioning provisioning;

    /** For {@link java.util.ServiceLoader}: with the providers of the class path and the user's own state directory. */
    public SubjectProvisioner() {
        this(Provisioning.standard(new SystemClock()));
    }

    SubjectProvisioner(Provisioning provisioning) {
        this.provisioning = provisioning;
    }

    @Override
    public Optional<Plan> plan(Subject subject, Problems problems) {
        try {
            ProvisioningFile file = ProvisioningFile.read(subject.file());
            if (file.subjects().stream().noneMatch(s -> s.name().equals(subject.name()))) {
                file.problems().add(subject.file().getFileName() + " has no subject '" + subject.name() + "'");
            }
            // The whole file, as it is the whole that a user would bring up; then that subject alone.
            provisioning.plan(file);
            ProvisioningPlan plan = provisioning.plan(file.only(subject.name()));
            refuseCosts(plan, file);
            return Optional.of(new Plan(plan.facts().getOrDefault(subject.name(), Map.of()), plan.remarks()));
        } catch (UsageException e) {
            problems.addAll(e);
            return Optional.empty();
        }
    }

    /** Only who brings the file up by hand agrees to its costs. */
    private void refuseCosts(ProvisioningPlan plan, ProvisioningFile file) {
        if (!plan.consent().isEmpty() && !provisioning.stands(file.name())) {
            throw new UsageException(plan.consent().stream()
                    .map(sentence -> sentence + "; bring '" + file.name() + "' up by 'provision up' first")
                    .toList());
        }
    }

    @Override
    public Provisioner.Provisioned bringUp(Subject subject) {
        ProvisioningFile file = ProvisioningFile.read(subject.file());
        boolean stands = provisioning.stands(file.name());
        var provisioned = stands
                ? provisioning.up(file, StepListener.SILENT)
                : provisioning.hold(file.only(subject.name()), StepListener.SILENT);
        Location location = Optional.ofNullable(provisioned.subjects().get(subject.name()))
                .map(ReadySubject::location)
                .orElseThrow(() ->
                        new HarnessException(subject.file() + " has no subject '" + subject.name() + "' any more"));
        return new Up(location, stands ? () -> {} : provisioned::close);
    }

    /** A subject that is up; one that stood before stays. */
    private record Up(Location location, Runnable end) implements Provisioner.Provisioned {

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
