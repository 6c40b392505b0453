package io.dbharness.provisioning;

import io.dbharness.provisioning.file.Subject;
import io.dbharness.provisioning.spi.Cost;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code up} would do.
 *
 * @param run      the run it belongs to; its id is drawn anew until {@code up} has begun
 * @param subjects in the file's order
 * @param steps    in the order of their making
 * @param facts    subject to what it will be, by name, in the order to be shown
 * @param remarks  sentences for people: limits, bursts, prices
 * @param consent  what a person has to agree to first, one sentence each; empty when nothing
 * @param costs    of the providers that cost something
 */
public record ProvisioningPlan(
        Run run,
        List<Subject> subjects,
        List<Step> steps,
        Map<String, Map<String, String>> facts,
        List<String> remarks,
        List<String> consent,
        List<Cost> costs) {

    public ProvisioningPlan {
        subjects = List.copyOf(subjects);
        steps = List.copyOf(steps);
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        remarks = List.copyOf(remarks);
        consent = List.copyOf(consent);
        costs = List.copyOf(costs);
    }
}
