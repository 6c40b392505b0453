package io.dbharness.provisioning.azure;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Compares what the service made with what was ordered. One thread. */
final class Delivered {

    private final Step step;
    private final Map<String, String> facts = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();

    Delivered(Step step) {
        this.step = step;
    }

    /** Notes a property that the service told; one that was ordered must be the same. */
    void compare(String name, Optional<?> told) {
        told.ifPresent(value -> facts.put(name, value.toString()));
        String ordered = step.arguments().get(name);
        if (ordered != null && !ordered.equalsIgnoreCase(facts.getOrDefault(name, ""))) {
            differences.add(name + " is " + facts.getOrDefault(name, "not told") + " instead of " + ordered);
        }
    }

    /** All that was told; throws when something is not as ordered. */
    Map<String, String> facts(String id) {
        if (!differences.isEmpty()) {
            throw new HarnessException("Azure made " + step.argument(Arguments.NAME) + " other than ordered: "
                    + String.join(", ", differences));
        }
        facts.put(Arguments.ID, id);
        return Map.copyOf(facts);
    }
}
