package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Finder;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Who makes what.
 *
 * @param all each with a name of its own
 */
record Providers(Iterable<Provider> all) {

    private Stream<Provider> stream() {
        return StreamSupport.stream(all.spliterator(), false);
    }

    Optional<Provider> named(String name) {
        return stream().filter(provider -> provider.name().equals(name)).findFirst();
    }

    List<String> names() {
        return stream().map(Provider::name).sorted().toList();
    }

    /** Those that can find what they made without a ledger. */
    List<Finder> finders() {
        return stream().filter(Finder.class::isInstance).map(Finder.class::cast).toList();
    }

    /** How a machine is entered that any of them has made. */
    Optional<Access> entered(Run run, Facts facts, String machine) {
        return stream()
                .flatMap(provider -> provider.enter(run, facts, machine).stream())
                .findFirst();
    }

    /** Of a step that may come from another version's ledger. */
    Provider of(Step step) {
        return named(step.provider())
                .orElseThrow(() -> new HarnessException("nothing here knows the provider '" + step.provider()
                        + "' that made " + step.id() + "; use the version of the harness that made it"));
    }

    /** Of a subject that was planned. */
    Provider of(Subject subject) {
        return named(subject.provider())
                .orElseThrow(() -> new IllegalArgumentException("no provider " + subject.provider()));
    }

    /** Where the subjects are, once all steps are made. */
    Map<String, ReadySubject> subjects(ProvisioningPlan plan, Facts facts) {
        Map<String, ReadySubject> subjects = new LinkedHashMap<>();
        for (Subject subject : plan.subjects()) {
            ReadySubject ready = of(subject).locate(subject, plan.run(), facts);
            Map<String, String> all = new LinkedHashMap<>(plan.facts().getOrDefault(subject.name(), Map.of()));
            all.putAll(ready.facts());
            subjects.put(
                    subject.name(),
                    new ReadySubject(
                            subject.name(), ready.directory(), ready.target(), ready.group(), all, ready.clients()));
        }
        return subjects;
    }
}
