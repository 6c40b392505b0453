package io.dbharness.cli.provision;

import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Finder;
import io.dbharness.provisioning.spi.Finder.Leftover;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.Provider.Plan;
import io.dbharness.provisioning.spi.Provider.Request;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.provisioning.spi.Step.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds what it is told to find, and makes nothing. */
final class MarkingProvider implements Provider, Finder {

    private final List<Leftover> found;

    MarkingProvider(List<Leftover> found) {
        this.found = new ArrayList<>(found);
    }

    @Override
    public List<Leftover> leftovers() {
        return List.copyOf(found);
    }

    @Override
    public void remove(Leftover leftover) {
        found.remove(leftover);
    }

    @Override
    public String name() {
        return "marking";
    }

    @Override
    public Plan plan(Request request) {
        return new Plan(List.of(), Map.of(), List.of(), Optional.empty(), Optional.empty());
    }

    @Override
    public Map<String, String> apply(Step step, Facts earlier) {
        return Map.of();
    }

    @Override
    public void undo(Step step, Facts facts) {}

    @Override
    public Presence presence(Step step, Facts facts) {
        return Presence.GONE;
    }

    @Override
    public ReadySubject locate(Subject subject, Run run, Facts facts) {
        return new ReadySubject(
                subject.name(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of(), List.of());
    }
}
