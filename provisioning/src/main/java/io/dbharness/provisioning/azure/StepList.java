package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Steps in the order of their making, each with what all of a run have in common. One thread. */
final class StepList {

    private final Run run;
    private final AzureSettings settings;
    private final List<Step> steps = new ArrayList<>();

    /** Whom the next steps are for; empty for all. */
    private String subject = "";

    StepList(Run run, AzureSettings settings) {
        this.run = run;
        this.settings = settings;
    }

    /** The next steps are for this subject; empty for all. */
    void next(String name) {
        subject = name;
    }

    void add(String id, Kind kind, String summary, Map<String, String> own) {
        Map<String, String> arguments = new TreeMap<>(own);
        arguments.put(Arguments.SUBSCRIPTION, settings.subscription());
        arguments.put(Arguments.GROUP, settings.group().orElse(run.id()));
        arguments.put(Arguments.REGION, settings.region());
        arguments.put(Arguments.RUN, run.id());
        arguments.put(Arguments.OWNER, settings.owner());
        settings.zone().ifPresent(zone -> arguments.put(Arguments.ZONE, zone));
        settings.group().ifPresent(others -> arguments.put(Arguments.EXISTING, "true"));
        steps.add(new Step(AzureProvider.NAME, id, kind.word(), subject, summary, arguments));
    }

    List<Step> steps() {
        return List.copyOf(steps);
    }
}
