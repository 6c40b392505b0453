package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.file.Subject;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Finder;
import io.dbharness.provisioning.spi.Place;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * Who makes what.
 *
 * @param all each with a name of its own
 */
record Providers(Iterable<Provider> all) {

    Optional<Provider> named(String name) {
        return StreamSupport.stream(all.spliterator(), false)
                .filter(provider -> provider.name().equals(name))
                .findFirst();
    }

    List<String> names() {
        return StreamSupport.stream(all.spliterator(), false)
                .map(Provider::name)
                .sorted()
                .toList();
    }

    /** Those that can find what they made without a ledger. */
    List<Finder> finders() {
        return StreamSupport.stream(all.spliterator(), false)
                .filter(Finder.class::isInstance)
                .map(Finder.class::cast)
                .toList();
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
    Map<String, Place> places(ProvisioningPlan plan, Facts facts) {
        Map<String, Place> places = new LinkedHashMap<>();
        for (Subject subject : plan.subjects()) {
            Place place = of(subject).place(subject, plan.run(), facts);
            Map<String, String> all = new LinkedHashMap<>(plan.facts().getOrDefault(subject.name(), Map.of()));
            all.putAll(place.facts());
            places.put(
                    subject.name(),
                    new Place(subject.name(), place.directory(), place.target(), place.group(), all, place.client()));
        }
        return places;
    }
}
