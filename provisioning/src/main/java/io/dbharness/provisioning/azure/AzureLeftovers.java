package io.dbharness.provisioning.azure;

import com.azure.core.util.Context;
import com.azure.resourcemanager.resources.fluent.models.GenericResourceExpandedInner;
import com.azure.resourcemanager.resources.fluent.models.ResourceGroupInner;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Leftover;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a subscription has of this tool's runs, by its tags: resource groups, and resources in groups of others. */
final class AzureLeftovers {

    private static final String FILTER = "tagName eq '" + Tags.TOOL + "' and tagValue eq '" + Tags.TOOL_NAME + "'";

    private final AzureClients clients;

    AzureLeftovers(AzureClients clients) {
        this.clients = clients;
    }

    /** Groups of runs, and runs in groups of others. */
    List<Leftover> find() {
        Map<String, Leftover> found = new LinkedHashMap<>();
        for (ResourceGroupInner group : groups()) {
            Leftover leftover = leftover(group.tags(), group.location(), "the resource group " + group.name());
            found.put(leftover.run(), leftover);
        }
        for (GenericResourceExpandedInner resource : new Resources(clients).tagged()) {
            Leftover leftover = leftover(resource.tags(), resource.location(), resource.id());
            found.putIfAbsent(leftover.run(), leftover);
        }
        return List.copyOf(found.values());
    }

    void remove(Leftover leftover) {
        for (ResourceGroupInner group : groups()) {
            if (AzureGroups.tag(group, Tags.RUN).equals(leftover.run())) {
                clients.resources().getResourceGroups().delete(group.name());
            }
        }
        new Resources(clients).delete(leftover.run());
    }

    private List<ResourceGroupInner> groups() {
        return clients.resources().getResourceGroups().list(FILTER, null, Context.NONE).stream()
                .filter(group -> AzureGroups.tag(group, Tags.TOOL).equals(Tags.TOOL_NAME))
                .toList();
    }

    private static Leftover leftover(Map<String, String> tags, String region, String what) {
        String expires = tags.getOrDefault(Tags.EXPIRES, "");
        try {
            return new Leftover(
                    tags.getOrDefault(Tags.RUN, ""), tags.getOrDefault(Tags.OWNER, ""), region, Instant.parse(expires));
        } catch (DateTimeException e) {
            throw new HarnessException(
                    what + " says no time in its tag " + Tags.EXPIRES + ": '" + expires
                            + "'; look at it and remove it by hand",
                    e);
        }
    }
}
