package io.dbharness.provisioning.spi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A provider's part of a plan.
 *
 * @param steps   in the order of their making; undone in the reverse order
 * @param facts   subject to what it will be, in the order to be shown, for example {@code IOPS: 1,100}; reports carry it too
 * @param remarks sentences for people: which limit binds first, how long a burst lasts, what it costs
 * @param consent what a person has to agree to before anything is made, for example its price an hour; empty when nothing
 * @param cost    what it costs; empty when nobody pays for it
 */
public record Draft(
        List<Step> steps,
        Map<String, Map<String, String>> facts,
        List<String> remarks,
        Optional<String> consent,
        Optional<Cost> cost) {

    /** Of what nobody pays for. */
    public Draft(
            List<Step> steps, Map<String, Map<String, String>> facts, List<String> remarks, Optional<String> consent) {
        this(steps, facts, remarks, consent, Optional.empty());
    }

    public Draft {
        steps = List.copyOf(steps);
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        remarks = List.copyOf(remarks);
    }
}
