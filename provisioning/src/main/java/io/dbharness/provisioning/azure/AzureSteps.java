package io.dbharness.provisioning.azure;

import com.azure.core.management.exception.ManagementException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.azure.AzureBody.Requests;
import io.dbharness.provisioning.azure.AzureNetwork.Range;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.provisioning.spi.Step.Presence;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Executes single steps in one subscription. Each step is one request that can be repeated, since it requests a state, not a change.
 *
 * @param own address of a service that returns the caller's public address
 */
record AzureSteps(AzureClient client, RunClock clock, URI own) {

    private static final String DATA_DISKS = "/properties/storageProfile/dataDisks";

    Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
        Optional<String> ownAddress = comesFromHere(step) ? Optional.of(ownAddress()) : Optional.empty();
        Placeholders values = new Placeholders(earlier, Optional.empty(), ownAddress);
        Kind kind = Kind.of(step.kind());
        Map<String, String> facts = switch (kind) {
            case CHECK -> new AzureCheck(client, step, new ArrayList<>()).run();
            case GROUP -> new AzureGroups(client, clock).put(step);
            case VOLUME, SOFTWARE -> new AzureSoftware(client).put(step, earlier);
            case KEY, PASSWORD -> throw new IllegalArgumentException("keys and passwords are made on this machine");
            case MACHINE -> machine(step, values);
            default -> delivered(kind, step, put(step, values));
        };
        if (kind == Kind.SERVER || kind == Kind.FLEXIBLE) {
            allow(step, values);
        }
        Map<String, String> all = new TreeMap<>(facts);
        ownAddress.ifPresent(address -> all.put(AzureArguments.OWN, address));
        return all;
    }

    private JsonNode put(Step step, Placeholders values) {
        return client.put(id(step), Kind.of(step.kind()).version(), values.fill(step.object(AzureArguments.BODY)));
    }

    /**
     * Creates the machine in its zone, or in the first zone with capacity. The remains of a failed attempt are removed before the next zone
     * is tried.
     */
    private Map<String, String> machine(Step step, Placeholders values) {
        Map<String, String> facts = inItsZone(step, values);
        if (isEvicted(step)) {
            client.post(id(step) + "/start", Kind.MACHINE.version());
        }
        return facts;
    }

    /** Returns true if the step makes a Spot machine. */
    static boolean isSpot(Step step) {
        return Kind.of(step.kind()) == Kind.MACHINE && step.has(AzureArguments.PRIORITY);
    }

    /** Returns true if Azure has evicted the Spot machine. */
    private boolean isEvicted(Step step) {
        return isSpot(step)
                && client
                        .get(id(step) + "/instanceView?api-version=" + Kind.MACHINE.version())
                        .path("statuses")
                        .findValuesAsText("code")
                        .stream()
                        .anyMatch(code -> code.equals("PowerState/deallocated") || code.equals("PowerState/stopped"));
    }

    private Map<String, String> inItsZone(Step step, Placeholders values) {
        if (!step.has(AzureArguments.ANY_ZONE)) {
            return delivered(Kind.MACHINE, step, put(step, values));
        }
        Facts earlier = values.facts();
        List<String> zones = new ArrayList<>(step.text(AzureArguments.ZONE_OF)
                .map(other -> List.of(earlier.text(other + "/machine", AzureArguments.ZONE)))
                .orElseGet(() -> List.of(earlier.text(AzureArguments.CHECK_STEP, AzureArguments.ZONES)
                        .split(" ", -1))));
        client.find(id(step), Kind.MACHINE.version())
                .map(there -> there.at("/zones/0").asText())
                .filter(zones::remove)
                .ifPresent(zone -> zones.add(0, zone));
        for (int i = 0; ; i++) {
            try {
                return delivered(Kind.MACHINE, step, put(step, values.in(zones.get(i))));
            } catch (ManagementException e) {
                if (!AzureFailure.isOfCapacity(e) || i == zones.size() - 1) {
                    throw e;
                }
                client.delete(id(step), Kind.MACHINE.version());
            }
        }
    }

    /** Returns true if the step makes a resource with a firewall. */
    static boolean lets(Step step) {
        return Set.of(Kind.FIREWALL, Kind.SERVER, Kind.FLEXIBLE).contains(Kind.of(step.kind()));
    }

    /** Returns the step's arguments except the allowed addresses and what is made from them. */
    static Map<String, Object> withoutAddresses(Step step) {
        Map<String, Object> arguments = new TreeMap<>(step.arguments());
        arguments
                .keySet()
                .removeAll(Set.of(
                        AzureArguments.ALLOW_FROM, AzureArguments.PORT, AzureArguments.RULES, AzureArguments.BODY));
        arguments.put("", step.id());
        return arguments;
    }

    private static boolean comesFromHere(Step step) {
        return step.texts(AzureArguments.ALLOW_FROM).contains(AzureNetwork.ME);
    }

    private String ownAddress() {
        String told = client.stranger(own).strip();
        return Range.of(told)
                .filter(range -> range.bits() == Range.WHOLE)
                .map(Range::text)
                .orElseThrow(
                        () -> new HarnessException(own.getHost() + " did not return the address of this machine but '"
                                + told + "'; name the address in azure.allow-from"));
    }

    /** Allows the addresses in the file, the address of the client machine, and the NAT address of machines without a public address. */
    private void allow(Step step, Placeholders values) {
        List<Object> rules = step.list(AzureArguments.RULES);
        for (int i = 0; i < rules.size(); i++) {
            allow(step, "caller" + (i == 0 ? "" : "-" + (i + 1)), values.fill((Map<?, ?>) rules.get(i)));
        }
        Facts earlier = values.facts();
        earlier.of(AzureArguments.CLIENT + "/address", AzureArguments.IP_ADDRESS)
                .flatMap(Range::of)
                .ifPresent(address -> allow(step, AzureArguments.CLIENT, address.rule()));
        earlier.of(AzureArguments.NAT_STEP + "/address", AzureArguments.IP_ADDRESS)
                .flatMap(Range::of)
                .ifPresent(address -> allow(step, "nat", address.rule()));
    }

    private void allow(Step step, String name, Map<String, Object> rule) {
        client.put(id(step) + "/firewallRules/" + name, Kind.of(step.kind()).version(), Map.of("properties", rule));
    }

    /** Returns the facts in the service's response; throws if a property differs from the request. */
    private static Map<String, String> delivered(Kind kind, Step step, JsonNode made) {
        Map<String, String> facts = new TreeMap<>();
        Requests.ALL
                .told()
                .getOrDefault(kind.pattern(), Map.of())
                .forEach((name, where) -> facts.put(name, made.at(where).asText("")));
        if (kind == Kind.DATABASE && facts.getOrDefault(AzureArguments.TIER, "").isEmpty()) {
            facts.put(AzureArguments.TIER, made.at("/sku/name").asText(""));
        }
        if (kind.pattern().equals(Kind.MACHINE.word())) {
            facts.put(AzureArguments.ZONE, made.at("/zones/0").asText());
            facts.put(AzureArguments.DISKS, String.valueOf(made.at(DATA_DISKS).size()));
        }
        List<String> caching = step.texts(AzureArguments.CACHING);
        if (!caching.isEmpty()) {
            List<String> told = new ArrayList<>();
            boolean asOrdered = true;
            for (JsonNode disk : made.at(DATA_DISKS)) {
                int lun = Math.min(disk.path("lun").asInt(), caching.size() - 1);
                told.add(disk.path("caching").asText());
                asOrdered &= AzureBody.caching(caching.get(lun)).equals(told.get(told.size() - 1));
            }
            facts.put(AzureArguments.CACHING, asOrdered ? together(caching) : told.toString());
        }
        List<String> differences = new ArrayList<>();
        facts.forEach((name, told) -> {
            String ordered = name.equals(AzureArguments.CACHING)
                    ? together(caching)
                    : step.text(name).orElse(told);
            if (!ordered.equalsIgnoreCase(told)) {
                differences.add(name + " is " + (told.isEmpty() ? "unknown" : told) + " instead of " + ordered);
            }
        });
        if (!differences.isEmpty()) {
            throw new HarnessException("Azure made " + step.argument(AzureArguments.NAME)
                    + " different from the request: " + String.join(", ", differences));
        }
        facts.values().removeIf(String::isEmpty);
        facts.put(AzureArguments.ID, made.path("id").asText());
        return facts;
    }

    /** Returns the host caching that all disks have, or else a word for each disk. */
    private static String together(List<String> caching) {
        return caching.stream().distinct().count() == 1 ? caching.get(0) : String.join(" ", caching);
    }

    /** Undoes a step. Deleting the run's own group deletes all resources in it with one request, including unrecorded ones. */
    void undo(Step step) {
        if (Kind.of(step.kind()) == Kind.GROUP) {
            new AzureGroups(client, clock).delete(step);
        } else {
            new AzureLeftovers(client, step.argument(AzureArguments.SUBSCRIPTION)).delete(step);
        }
    }

    /**
     * Returns true if undoing the step needs a separate request. Disks that were attached later are detached when their machine is deleted.
     */
    static boolean isUndone(Step step) {
        Kind kind = Kind.of(step.kind());
        boolean others = step.has(AzureArguments.EXISTING);
        return others ? !kind.type().isEmpty() || kind == Kind.ATTACH : kind == Kind.GROUP;
    }

    /** Checks a group by a request for it, and everything else by the list of resources in its group. */
    Presence presence(Step step, Facts facts) throws IOException, InterruptedException {
        if (new AzureGroups(client, clock).find(step).isEmpty()) {
            return Presence.GONE;
        }
        Kind kind = Kind.of(step.kind());
        if (kind == Kind.GROUP || kind.type().isEmpty()) {
            return kind == Kind.GROUP ? Presence.THERE : Presence.UNKNOWN;
        }
        String end = ("/providers/" + kind.type() + "/" + step.argument(AzureArguments.NAME)).toLowerCase(Locale.ROOT);
        if (comesFromHere(step) && !facts.of(step.id(), AzureArguments.OWN).equals(Optional.of(ownAddress()))) {
            // The address of this machine has changed: making the step again allows the new one.
            return Presence.GONE;
        }
        boolean there = client.list(AzureGroups.id(step) + "/resources", AzureGroups.VERSION, "").stream()
                .anyMatch(resource ->
                        resource.path("id").asText().toLowerCase(Locale.ROOT).endsWith(end));
        return there && !isEvicted(step) ? Presence.THERE : Presence.GONE;
    }

    /** Returns the resource id of a step. */
    static String id(Step step) {
        Kind kind = Kind.of(step.kind());
        String parent = switch (kind) {
            case DATABASE -> Kind.SERVER.type() + "/" + step.argument(AzureArguments.NODE) + "/databases";
            case CONTENT -> Kind.FLEXIBLE.type() + "/" + step.argument(AzureArguments.NODE) + "/databases";
            case ATTACH -> Kind.MACHINE.type();
            default -> kind.type();
        };
        return AzureGroups.id(step) + "/providers/" + parent + "/" + step.argument(AzureArguments.NAME);
    }
}
