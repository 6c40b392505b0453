package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.azure.AzureGroups.Tags;
import io.dbharness.provisioning.spi.Finder.Leftover;
import io.dbharness.provisioning.spi.Step;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds and removes leftovers of this tool's runs in a subscription, by their tags. Leftovers are resource groups, and resources in groups
 * of other users; the latter are removed one by one, and only if they carry the run's tag.
 */
record AzureLeftovers(AzureClient client, String subscription) {

    /** Finds resource groups of runs, and runs in groups of other users. */
    List<Leftover> find() {
        Map<String, Leftover> found = new LinkedHashMap<>();
        for (JsonNode group : tagged("resourcegroups")) {
            Leftover leftover =
                    leftover(group, "the resource group " + group.path("name").asText());
            found.put(leftover.run(), leftover);
        }
        for (JsonNode resource : tagged("resources")) {
            Leftover leftover = leftover(resource, resource.path("id").asText());
            found.putIfAbsent(leftover.run(), leftover);
        }
        return List.copyOf(found.values());
    }

    private static Leftover leftover(JsonNode tagged, String what) {
        String expires = Tags.of(tagged, Tags.EXPIRES);
        try {
            return new Leftover(
                    Tags.of(tagged, Tags.RUN),
                    Tags.of(tagged, Tags.OWNER),
                    tagged.path("location").asText(),
                    Instant.parse(expires));
        } catch (DateTimeException e) {
            throw new HarnessException(
                    what + " has no valid time in its tag " + Tags.EXPIRES + ": '" + expires
                            + "'; inspect it and remove it by hand",
                    e);
        }
    }

    /** Removes all resources of a run; dependent resources are removed before those they depend on. */
    void remove(Leftover leftover) {
        for (JsonNode group : tagged("resourcegroups")) {
            if (Tags.areOf(group, leftover.run())) {
                String name = group.path("name").asText();
                client.delete("/subscriptions/" + subscription + "/resourceGroups/" + name, AzureGroups.VERSION);
            }
        }
        Comparator<JsonNode> byKind = Comparator.comparing(
                resource -> kind(resource).map(Kind::ordinal).orElse(0));
        tagged("resources").stream()
                .filter(resource -> Tags.areOf(resource, leftover.run()))
                .sorted(byKind.reversed())
                .forEach(resource -> kind(resource).ifPresent(kind -> {
                    String id = resource.path("id").asText();
                    client.find(id, kind.version()).ifPresent(there -> client.delete(id, kind.version()));
                }));
    }

    /** Lists everything in the subscription that carries this tool's tag. */
    private List<JsonNode> tagged(String what) {
        String filter = "tagName eq '" + Tags.TOOL + "' and tagValue eq '" + Tags.TOOL_NAME + "'";
        return client.list("/subscriptions/" + subscription + "/" + what, AzureGroups.VERSION, filter).stream()
                .filter(one -> Tags.of(one, Tags.TOOL).equals(Tags.TOOL_NAME))
                .toList();
    }

    /**
     * Returns the kind of step that made a resource; empty if the resource is removed with another one, as a run command with its machine.
     */
    private static Optional<Kind> kind(JsonNode resource) {
        String id = resource.path("id").asText().toLowerCase(Locale.ROOT);
        return Arrays.stream(Kind.values())
                .filter(kind -> !kind.type().isEmpty()
                        && id.matches(".*/providers/" + kind.type().toLowerCase(Locale.ROOT) + "/[^/]+"))
                .findFirst();
    }

    /** Removes the resource of a step if it exists. Throws, without removing it, if the resource does not belong to the run. */
    void delete(Step step) {
        String id = AzureSteps.id(step);
        String version = Kind.of(step.kind()).version();
        client.find(id, version).ifPresent(resource -> {
            if (!Tags.areOf(resource, step.argument(AzureArguments.RUN))) {
                throw new HarnessException(resource.path("id").asText()
                        + " does not carry the tags of this run and is not removed; remove it by hand");
            }
            client.delete(id, version);
        });
    }
}
