package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.spi.Exchange;
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
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The providers of this process.
 *
 * @param all providers, each with a unique name
 */
record Providers(Iterable<Provider> all) {

    private Stream<Provider> stream() {
        return StreamSupport.stream(all.spliterator(), false);
    }

    /** Passes each later exchange of the providers with their services to a listener. */
    void report(Consumer<Exchange> listener) {
        stream().forEach(provider -> provider.report(listener));
    }

    Optional<Provider> named(String name) {
        return stream().filter(provider -> provider.name().equals(name)).findFirst();
    }

    List<String> names() {
        return stream().map(Provider::name).sorted().toList();
    }

    /** Returns the providers that can find their resources without a ledger. */
    List<Finder> finders() {
        return stream().filter(Finder.class::isInstance).map(Finder.class::cast).toList();
    }

    /** Returns the ssh access of a machine that any of the providers has made. */
    Optional<Access> entered(Run run, Facts facts, String machine) {
        return stream()
                .flatMap(provider -> provider.enter(run, facts, machine).stream())
                .findFirst();
    }

    /** Returns the provider of a step, whose ledger another version may have written. */
    Provider of(Step step) {
        return named(step.provider())
                .orElseThrow(() -> new HarnessException("nothing here knows the provider '" + step.provider()
                        + "' that made " + step.id() + "; use the version of the harness that made it"));
    }

    /** Returns the provider of a planned subject. */
    Provider of(Subject subject) {
        return named(subject.provider())
                .orElseThrow(() -> new IllegalArgumentException("no provider " + subject.provider()));
    }

    /** Returns the location of each subject, once all steps are done. */
    Map<String, ReadySubject> subjects(ProvisioningPlan plan, Facts facts) {
        Map<String, ReadySubject> subjects = new LinkedHashMap<>();
        for (Subject subject : plan.subjects()) {
            ReadySubject ready = of(subject).locate(subject, plan.run(), facts);
            Map<String, String> all = new LinkedHashMap<>(plan.facts().getOrDefault(subject.name(), Map.of()));
            all.putAll(ready.facts());
            subjects.put(
                    subject.name(),
                    new ReadySubject(
                            subject.name(),
                            ready.directory(),
                            ready.target(),
                            ready.group(),
                            all,
                            ready.volumes(),
                            ready.clients()));
        }
        return subjects;
    }
}
