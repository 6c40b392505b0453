package io.dbharness.cli.provision;

import io.dbharness.config.ExperimentUnit.Provision;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.Following;
import io.dbharness.provisioning.Provisioned;
import io.dbharness.provisioning.Provisioning;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.file.ProvisioningFile;
import java.util.Optional;

/**
 * What the commands of an experiment are brought up on. One thread.
 *
 * @param provisioning brings it up
 */
public record Places(Provisioning provisioning) {

    /** Somewhere to work, until it is closed. */
    public record Held(Spot spot, Runnable release) implements AutoCloseable {
        @Override
        public void close() {
            release.run();
        }
    }

    /** What bringing it up would make. Notes what is wrong with its file. */
    public Optional<ProvisioningPlan> plan(Provision provision, Problems problems) {
        try {
            ProvisioningFile file = ProvisioningFile.read(provision.file());
            if (file.subjects().stream().noneMatch(s -> s.name().equals(provision.subject()))) {
                file.problems().add(provision.file().getFileName() + " has no subject '" + provision.subject() + "'");
            }
            // The whole file, as it is the whole that a user would bring up; then that subject alone.
            provisioning.plan(file);
            ProvisioningPlan plan = provisioning.plan(file.only(provision.subject()));
            refuseCosts(plan, file);
            return Optional.of(plan);
        } catch (UsageException e) {
            problems.addAll(e);
            return Optional.empty();
        }
    }

    /** Money is spent by those alone who say so. */
    private void refuseCosts(ProvisioningPlan plan, ProvisioningFile file) {
        if (!plan.consent().isEmpty() && !provisioning.stands(file.name())) {
            throw new UsageException(plan.consent().stream()
                    .map(sentence -> sentence + "; bring '" + file.name() + "' up by 'provision up' first")
                    .toList());
        }
    }

    /**
     * Brings it up anew for the caller alone, who closes it and thereby takes it down. What a user has brought up as a whole is used as it
     * stands, and left standing.
     */
    public Held hold(Provision provision) {
        ProvisioningFile file = ProvisioningFile.read(provision.file());
        boolean stands = provisioning.stands(file.name());
        Provisioned provisioned = stands
                ? provisioning.up(file, Following.SILENT)
                : provisioning.hold(file.only(provision.subject()), Following.SILENT);
        Spot spot = Optional.ofNullable(provisioned.places().get(provision.subject()))
                .map(Spot::of)
                .orElseThrow(() -> new HarnessException(
                        provision.file() + " has no subject '" + provision.subject() + "' any more"));
        return new Held(spot, stands ? () -> {} : provisioned::close);
    }
}
