package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.azure.AzureBody.Requests;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.provisioning.spi.Step.Presence;
import io.dbharness.time.RunClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Carries out single steps in one subscription. Each is one request that may be repeated: it asks for a state, not for a change. */
record AzureSteps(AzureClient client, Catalogue catalogue, RunClock clock) {

    private static final String DATA_DISKS = "/properties/storageProfile/dataDisks";

    Map<String, String> apply(Step step, Facts earlier) {
        Kind kind = Kind.of(step.kind());
        return switch (kind) {
            case CHECK -> new AzureCheck(client, catalogue, new ArrayList<>()).run(step);
            case GROUP -> new AzureGroups(client, clock).put(step);
            case VOLUME, SOFTWARE -> new AzureSoftware(client).put(step, earlier);
            case KEY, PASSWORD -> throw new IllegalArgumentException("keys and passwords are made on this machine");
            default -> {
                JsonNode made = client.put(id(step), kind.version(), new AzureBody(step, earlier, catalogue).of(kind));
                if (kind == Kind.SERVER) {
                    allow(step, earlier);
                }
                yield delivered(kind, step, made);
            }
        };
    }

    /** Lets in whom the file names, and the machine of the harness. */
    private void allow(Step step, Facts earlier) {
        Map<String, String> addresses = new TreeMap<>();
        addresses.put("caller", step.arguments().getOrDefault(Arguments.ALLOW_FROM, ""));
        addresses.put(
                Arguments.CLIENT,
                earlier.of(Arguments.CLIENT + "/address", Arguments.IP_ADDRESS).orElse(""));
        addresses.values().removeIf(String::isEmpty);
        addresses.forEach((name, address) -> client.put(
                id(step) + "/firewallRules/" + name,
                Kind.SERVER.version(),
                Map.of("properties", Map.of("startIpAddress", address, "endIpAddress", address))));
    }

    /** All that the service told of what it made; throws when something is not as ordered. */
    private static Map<String, String> delivered(Kind kind, Step step, JsonNode made) {
        Map<String, String> facts = new TreeMap<>();
        Requests.ALL
                .told()
                .getOrDefault(kind.word(), Map.of())
                .forEach((name, where) -> facts.put(name, made.at(where).asText("")));
        if (kind == Kind.DATABASE && facts.getOrDefault(Arguments.TIER, "").isEmpty()) {
            facts.put(Arguments.TIER, made.at("/sku/name").asText(""));
        }
        if (kind == Kind.MACHINE) {
            facts.put(Arguments.DISKS, String.valueOf(made.at(DATA_DISKS).size()));
        }
        if (step.arguments().containsKey(Arguments.CACHING)) {
            String ordered = step.argument(Arguments.CACHING);
            List<String> told = made.at(DATA_DISKS).findValuesAsText("caching");
            boolean asOrdered = told.stream().allMatch(AzureBody.caching(ordered)::equals);
            facts.put(Arguments.CACHING, asOrdered ? ordered : told.toString());
        }
        List<String> differences = new ArrayList<>();
        facts.forEach((name, told) -> {
            String ordered = step.arguments().getOrDefault(name, told);
            if (!ordered.equalsIgnoreCase(told)) {
                differences.add(name + " is " + (told.isEmpty() ? "not told" : told) + " instead of " + ordered);
            }
        });
        if (!differences.isEmpty()) {
            throw new HarnessException("Azure made " + step.argument(Arguments.NAME) + " other than ordered: "
                    + String.join(", ", differences));
        }
        facts.values().removeIf(String::isEmpty);
        facts.put(Arguments.ID, made.path("id").asText());
        return facts;
    }

    /** Deleting the run's own group deletes all resources in it with one request, also those that were not recorded. */
    void undo(Step step) {
        if (Kind.of(step.kind()) == Kind.GROUP) {
            new AzureGroups(client, clock).delete(step);
        } else {
            new AzureLeftovers(client, step.argument(Arguments.SUBSCRIPTION)).delete(step);
        }
    }

    /** Whether undoing it needs a request of its own. */
    static boolean isUndone(Step step) {
        Kind kind = Kind.of(step.kind());
        boolean others = step.arguments().containsKey(Arguments.EXISTING);
        return others ? !kind.type().isEmpty() : kind == Kind.GROUP;
    }

    /** Of a group by itself, of everything else by the list of what its group holds. */
    Presence presence(Step step) {
        if (new AzureGroups(client, clock).find(step).isEmpty()) {
            return Presence.GONE;
        }
        Kind kind = Kind.of(step.kind());
        if (kind == Kind.GROUP || kind.type().isEmpty()) {
            return kind == Kind.GROUP ? Presence.THERE : Presence.UNKNOWN;
        }
        String end = ("/providers/" + kind.type() + "/" + step.argument(Arguments.NAME)).toLowerCase(Locale.ROOT);
        return client.list(AzureGroups.id(step) + "/resources", AzureGroups.VERSION, "").stream()
                        .anyMatch(resource -> resource.path("id")
                                .asText()
                                .toLowerCase(Locale.ROOT)
                                .endsWith(end))
                ? Presence.THERE
                : Presence.GONE;
    }

    /** Of the resource that a step makes. */
    static String id(Step step) {
        Kind kind = Kind.of(step.kind());
        String parent = kind == Kind.DATABASE
                ? Kind.SERVER.type() + "/" + step.argument(Arguments.NODE) + "/databases"
                : kind.type();
        return AzureGroups.id(step) + "/providers/" + parent + "/" + step.argument(Arguments.NAME);
    }

    /** What a step of this provider makes. */
    enum Kind {
        /** Nothing: asks whether region, zone and quota allow what the later steps make. */
        CHECK("", ""),
        GROUP("", ""),
        /** A pair of keys on this machine, to enter the machines with. */
        KEY("", ""),
        /** A password on this machine, for a database on others. */
        PASSWORD("", ""),
        FIREWALL("Microsoft.Network/networkSecurityGroups", "2025-03-01"),
        NETWORK("Microsoft.Network/virtualNetworks", "2025-03-01"),
        ADDRESS("Microsoft.Network/publicIPAddresses", "2025-03-01"),
        INTERFACE("Microsoft.Network/networkInterfaces", "2025-03-01"),
        DISK("Microsoft.Compute/disks", "2025-01-02"),
        MACHINE("Microsoft.Compute/virtualMachines", "2025-04-01"),
        /** Stripes, formats and mounts the data disks inside a machine. */
        VOLUME("", "2025-04-01"),
        /** Installs and starts a database inside a machine. */
        SOFTWARE("", "2025-04-01"),
        SERVER("Microsoft.Sql/servers", "2021-11-01"),
        /** Goes with its server. */
        DATABASE("", "2021-11-01");

        private final String type;
        private final String version;

        Kind(String type, String version) {
            this.type = type;
            this.version = version;
        }

        /** As in a step. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Azure's resource type; empty where it is not a resource of its own, which goes by itself. */
        String type() {
            return type;
        }

        /** Of the interface that its type is asked by. */
        String version() {
            return version;
        }

        static Kind of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }
}
