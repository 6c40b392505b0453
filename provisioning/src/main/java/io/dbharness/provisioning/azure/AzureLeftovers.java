package io.dbharness.provisioning.azure;

import com.azure.core.util.Context;
import com.azure.resourcemanager.resources.fluent.models.ResourceGroupInner;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Leftover;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

/** The resource groups of a subscription that carry this tool's tags. */
final class AzureLeftovers {

    private static final String FILTER = "tagName eq '" + Tags.TOOL + "' and tagValue eq '" + Tags.TOOL_NAME + "'";

    private final AzureClients clients;

    AzureLeftovers(AzureClients clients) {
        this.clients = clients;
    }

    List<Leftover> find() {
        return groups().stream()
                .map(group -> new Leftover(
                        AzureGroups.tag(group, Tags.RUN),
                        AzureGroups.tag(group, Tags.OWNER),
                        group.location(),
                        expires(group)))
                .toList();
    }

    void remove(Leftover leftover) {
        for (ResourceGroupInner group : groups()) {
            if (AzureGroups.tag(group, Tags.RUN).equals(leftover.run())) {
                clients.resources().getResourceGroups().delete(group.name());
            }
        }
    }

    private List<ResourceGroupInner> groups() {
        return clients.resources().getResourceGroups().list(FILTER, null, Context.NONE).stream()
                .filter(group -> AzureGroups.tag(group, Tags.TOOL).equals(Tags.TOOL_NAME))
                .toList();
    }

    private static Instant expires(ResourceGroupInner group) {
        String text = AzureGroups.tag(group, Tags.EXPIRES);
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new HarnessException(
                    "the resource group " + group.name() + " says no time in its tag " + Tags.EXPIRES + ": '" + text
                            + "'; look at it and remove it by hand",
                    e);
        }
    }
}
