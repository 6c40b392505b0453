package io.dbharness.provisioning.azure;

import com.azure.core.management.exception.ManagementException;
import com.azure.resourcemanager.resources.fluent.models.ResourceGroupInner;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/** The resource group of a run: all that Azure has of it, and gone with all of it. */
final class AzureGroups {

    private final AzureClients clients;
    private final RunClock clock;

    AzureGroups(AzureClients clients, RunClock clock) {
        this.clients = clients;
        this.clock = clock;
    }

    /** Makes it, or finds it made by this run, and says when it ends. */
    Map<String, String> put(Step step) {
        String name = step.argument(Arguments.GROUP);
        Optional<ResourceGroupInner> known = find(name);
        if (step.arguments().containsKey(Arguments.EXISTING)) {
            return existing(step, known);
        }
        known.ifPresent(group -> requireOwn(group, step));
        Instant created = known.map(group -> Instant.parse(tag(group, Tags.CREATED)))
                .orElseGet(() -> clock.wallTime().truncatedTo(ChronoUnit.SECONDS));
        String expires =
                created.plus(Duration.parse(step.argument(Arguments.LIFETIME))).toString();
        ResourceGroupInner group = clients.resources()
                .getResourceGroups()
                .createOrUpdate(
                        name,
                        new ResourceGroupInner()
                                .withLocation(step.argument(Arguments.REGION))
                                .withTags(Tags.of(step, created.toString(), expires)));
        return Map.of(Arguments.ID, group.id(), Arguments.CREATED, created.toString(), Arguments.EXPIRES, expires);
    }

    private Map<String, String> existing(Step step, Optional<ResourceGroupInner> known) {
        Instant created = clock.wallTime().truncatedTo(ChronoUnit.SECONDS);
        Duration lifetime = Duration.parse(step.argument(Arguments.LIFETIME));
        return Map.of(
                Arguments.ID,
                known.orElseThrow(() -> new HarnessException("the resource group " + step.argument(Arguments.GROUP)
                                + " is not there; make it, or leave out azure.group for one of the run's own"))
                        .id(),
                Arguments.CREATED,
                created.toString(),
                Arguments.EXPIRES,
                created.plus(lifetime).toString());
    }

    /** Removes it with all that is in it, whoever put it there. */
    void delete(Step step) {
        Optional<ResourceGroupInner> known = find(step.argument(Arguments.GROUP));
        if (known.isPresent()) {
            requireOwn(known.get(), step);
            clients.resources().getResourceGroups().delete(step.argument(Arguments.GROUP));
        }
    }

    Optional<ResourceGroupInner> find(String name) {
        try {
            return Optional.of(clients.resources().getResourceGroups().get(name));
        } catch (ManagementException e) {
            if (AzureFailure.isMissing(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static void requireOwn(ResourceGroupInner group, Step step) {
        if (!tag(group, Tags.TOOL).equals(Tags.TOOL_NAME)
                || !tag(group, Tags.RUN).equals(step.argument(Arguments.RUN))) {
            throw new HarnessException(
                    "the resource group " + group.name()
                            + " does not carry the tags of this run and is left alone; rename the file or remove the group by hand");
        }
    }

    static String tag(ResourceGroupInner group, String name) {
        return Optional.ofNullable(group.tags()).map(tags -> tags.get(name)).orElse("");
    }
}
