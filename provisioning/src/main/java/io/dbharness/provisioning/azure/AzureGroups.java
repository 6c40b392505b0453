package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The resource group of a run. It contains all of the run's resources, and deleting it deletes them. */
record AzureGroups(AzureClient client, RunClock clock) {

    /** API version for groups and for lists of resources. */
    static final String VERSION = "2025-04-01";

    /** No run with a schedule lasts longer than a day, so the time of day says when it ends. */
    private static final DateTimeFormatter TIME_OF_DAY =
            DateTimeFormatter.ofPattern("HHmm").withZone(ZoneOffset.UTC);

    /** Returns the id of a step's resource group. */
    static String id(Step step) {
        return "/subscriptions/" + step.argument(AzureArguments.SUBSCRIPTION) + "/resourceGroups/"
                + step.argument(AzureArguments.GROUP);
    }

    /** Creates the group, or finds the one that this run created; returns its expiry. */
    Map<String, String> put(Step step) {
        Optional<JsonNode> known = find(step);
        boolean existing = step.has(AzureArguments.EXISTING);
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
                                "tags", Tags.of(step.arguments(), created.toString(), expires.toString())));
        return Map.of(
                AzureArguments.ID, group.path("id").asText(),
                AzureArguments.CREATED, created.toString(),
                AzureArguments.EXPIRES, expires.toString(),
                AzureArguments.END_OF_DAY, TIME_OF_DAY.format(expires));
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

        /**
         * Returns the tags of a group or resource.
         *
         * @param arguments of its step
         * @param created   creation time of the group, or a placeholder for it
         * @param expires   expiry of the group, or a placeholder for it
         */
        static Map<String, Object> of(Map<String, Object> arguments, Object created, Object expires) {
            Map<String, Object> tags = new TreeMap<>();
            if (arguments.get(AzureArguments.TAGS) instanceof Map<?, ?> own) {
                own.forEach((name, value) -> tags.put(name.toString(), value));
            }
            tags.put(TOOL, TOOL_NAME);
            tags.put(RUN, arguments.getOrDefault(AzureArguments.RUN, ""));
            tags.put(OWNER, arguments.getOrDefault(AzureArguments.OWNER, ""));
            tags.put(CREATED, created);
            tags.put(EXPIRES, expires);
            return tags;
        }
    }
}
