package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The resource group of a run. It contains all of the run's resources, and deleting it deletes them. */
record AzureGroups(AzureClient client, RunClock clock) {

    /** API version for groups and for lists of resources. */
    static final String VERSION = "2025-04-01";

    /** Returns the id of a step's resource group. */
    static String id(Step step) {
        return "/subscriptions/" + step.argument(AzureArguments.SUBSCRIPTION) + "/resourceGroups/"
                + step.argument(AzureArguments.GROUP);
    }

    /** Creates the group, or finds the one that this run created; returns its expiry. */
    Map<String, String> put(Step step) {
        Optional<JsonNode> known = find(step);
        boolean existing = step.arguments().containsKey(AzureArguments.EXISTING);
        if (existing && known.isEmpty()) {
            throw new HarnessException("the resource group " + step.argument(AzureArguments.GROUP)
                    + " does not exist; create it, or omit azure.group to let the run create its own");
        }
        known.filter(group -> !existing).ifPresent(group -> requireOwn(group, step));
        Instant created = known.filter(group -> !existing)
                .map(group -> Instant.parse(Tags.of(group, Tags.CREATED)))
                .orElseGet(() -> clock.wallTime().truncatedTo(ChronoUnit.SECONDS));
        Instant expires = created.plus(Duration.parse(step.argument(AzureArguments.LIFETIME)));
        JsonNode group = existing
                ? known.get()
                : client.put(
                        id(step),
                        VERSION,
                        Map.of(
                                "location", step.argument(AzureArguments.REGION),
                                "tags", Tags.of(step, created.toString(), expires.toString())));
        return Map.of(
                AzureArguments.ID, group.path("id").asText(),
                AzureArguments.CREATED, created.toString(),
                AzureArguments.EXPIRES, expires.toString());
    }

    /** Deletes the group with everything in it, including resources that other users put there. */
    void delete(Step step) {
        find(step).ifPresent(group -> {
            requireOwn(group, step);
            client.delete(id(step), VERSION);
        });
    }

    Optional<JsonNode> find(Step step) {
        return client.find(id(step), VERSION);
    }

    private static void requireOwn(JsonNode group, Step step) {
        if (!Tags.areOf(group, step.argument(AzureArguments.RUN))) {
            throw new HarnessException(
                    "the resource group " + group.path("name").asText()
                            + " does not carry the tags of this run and is left alone; rename the file or remove the group by hand");
        }
    }

    /** The tags of every resource, by which a run is found and removed without its ledger. */
    static final class Tags {

        static final String TOOL = "tool";
        static final String TOOL_NAME = "dbharness";
        static final String RUN = "run";
        static final String OWNER = "owner";
        static final String CREATED = "created";
        static final String EXPIRES = "expires";

        static final List<String> NAMES = List.of(TOOL, RUN, OWNER, CREATED, EXPIRES);

        private Tags() {}

        /** Returns the value of a tag; empty if the tag is missing. */
        static String of(JsonNode resource, String name) {
            return resource.path("tags").path(name).asText("");
        }

        /** Returns true if the resource belongs to this run of the harness. */
        static boolean areOf(JsonNode resource, String run) {
            return of(resource, TOOL).equals(TOOL_NAME) && of(resource, RUN).equals(run);
        }

        /** Returns the tags of a resource; creation time and expiry are those of its group. */
        static Map<String, String> of(Step step, Facts earlier) {
            return of(
                    step,
                    earlier.text(AzureArguments.GROUP_STEP, AzureArguments.CREATED),
                    earlier.text(AzureArguments.GROUP_STEP, AzureArguments.EXPIRES));
        }

        /** Returns the tags of a group. */
        static Map<String, String> of(Step step, String created, String expires) {
            Map<String, String> tags = new TreeMap<>();
            for (String own :
                    step.arguments().getOrDefault(AzureArguments.TAGS, "").split("\n", -1)) {
                int equals = own.indexOf('=');
                if (equals > 0) {
                    tags.put(own.substring(0, equals), own.substring(equals + 1));
                }
            }
            tags.putAll(Map.of(
                    TOOL, TOOL_NAME,
                    RUN, step.argument(AzureArguments.RUN),
                    OWNER, step.argument(AzureArguments.OWNER),
                    CREATED, created,
                    EXPIRES, expires));
            return tags;
        }
    }
}
