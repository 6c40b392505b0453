package io.dbharness.provisioning.spi;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the steps of a run said when they were done, for example which device they were given. Immutable.
 *
 * @param byStep a step's id to its facts by name
 */
public record Facts(Map<String, Map<String, String>> byStep) {

    public static final Facts NONE = new Facts(Map.of());

    public Facts {
        byStep = Map.copyOf(byStep);
    }

    /** A fact; nothing when that step is not done, which an undo has to reckon with. */
    public Optional<String> of(String step, String name) {
        return Optional.ofNullable(all(step).get(name));
    }

    /** A fact of a step that is done, since it comes before the one that asks. */
    public String text(String step, String name) {
        return of(step, name)
                .orElseThrow(() -> new IllegalArgumentException("step " + step + " has not said its " + name));
    }

    /** All that a step said; empty when it is not done. */
    public Map<String, String> all(String step) {
        return byStep.getOrDefault(step, Map.of());
    }

    public Facts with(String step, Map<String, String> facts) {
        Map<String, Map<String, String>> more = new LinkedHashMap<>(byStep);
        more.put(step, Map.copyOf(facts));
        return new Facts(more);
    }
}
