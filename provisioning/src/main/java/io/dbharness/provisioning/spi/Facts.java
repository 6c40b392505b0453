package io.dbharness.provisioning.spi;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The facts that the completed steps of a run returned, for example the loop device of a disk. Immutable.
 *
 * @param byStep facts by name, for each step id
 */
public record Facts(Map<String, Map<String, String>> byStep) {

    public static final Facts NONE = new Facts(Map.of());

    public Facts {
        byStep = Map.copyOf(byStep);
    }

    /** Returns a fact; empty if the step is not done, which an undo must handle. */
    public Optional<String> of(String step, String name) {
        return Optional.ofNullable(all(step).get(name));
    }

    /** Returns a fact of a step that is done, because the requesting step depends on it. */
    public String text(String step, String name) {
        return of(step, name)
                .orElseThrow(() -> new IllegalArgumentException("step " + step + " has not said its " + name));
    }

    /** Returns all facts of a step; empty if it is not done. */
    public Map<String, String> all(String step) {
        return byStep.getOrDefault(step, Map.of());
    }

    public Facts with(String step, Map<String, String> facts) {
        Map<String, Map<String, String>> more = new LinkedHashMap<>(byStep);
        more.put(step, Map.copyOf(facts));
        return new Facts(more);
    }
}
