package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The fake's machines and disks: their locations, their references, and the properties that the service adds to a body. */
final class FakeCompute {

    private final Map<String, Long> delivered = new TreeMap<>();
    private final FakeOffers offers = new FakeOffers();
    private final Set<String> evicted = new TreeSet<>();
    private Optional<String> next = Optional.empty();
    private Optional<String> failingScript = Optional.empty();

    /** Sets the address of the next page of the list of sizes. */
    void next(String page) {
        next = Optional.of(page);
    }

    FakeOffers offers() {
        return offers;
    }

    /** Evicts a machine, as the service may do with Spot machines. */
    void evict(String machine) {
        evicted.add(machine);
    }

    void start(String path) {
        evicted.removeIf(machine -> path.endsWith("/" + machine + "/start"));
    }

    ObjectNode power(String path) {
        boolean gone = evicted.stream().anyMatch(machine -> path.endsWith("/" + machine + "/instanceview"));
        ObjectNode view = new ObjectMapper().createObjectNode();
        view.putArray("statuses").addObject().put("code", gone ? "PowerState/deallocated" : "PowerState/running");
        return view;
    }

    /** Makes later disks differ from the request in one property. */
    void deliver(String property, long value) {
        delivered.put(property, value);
    }

    ObjectNode skus() {
        ObjectNode answer = offers.skus();
        next.ifPresent(page -> answer.put("nextLink", page));
        return answer;
    }

    /** Adds the properties that the service sets itself. */
    void complete(String id, ObjectNode body, Map<String, ObjectNode> resources) {
        if (!body.has("properties")) {
            body.putObject("properties");
        }
        if (id.contains("/virtualmachines/") && !id.contains("/runcommands/")) {
            for (JsonNode disk : body.at("/properties/storageProfile/dataDisks")) {
                resources
                        .get(disk.at("/managedDisk/id").asText().toLowerCase(Locale.ROOT))
                        .put("managedBy", body.path("id").asText());
            }
        }
        if (id.contains("/disks/")) {
            delivered.forEach(((ObjectNode) body.get("properties"))::put);
        }
        if (id.contains("/publicipaddresses/")) {
            ((ObjectNode) body.get("properties")).put("ipAddress", "198.51.100.7");
        }
        if (id.contains("/networkinterfaces/")) {
            JsonNode configuration = body.at("/properties/ipConfigurations/0/properties");
            if (configuration instanceof ObjectNode object) {
                object.put("privateIPAddress", address(id, resources));
            }
        }
        if (id.contains("/runcommands/")) {
            command(id, (ObjectNode) body.get("properties"));
        }
        if (id.matches(".*/(servers|flexibleservers)/[^/]+")) {
            String domain = id.contains("flexibleservers") ? ".postgres.database.azure.com" : ".database.windows.net";
            ((ObjectNode) body.get("properties"))
                    .put("fullyQualifiedDomainName", body.path("name").asText() + domain)
                    .remove("administratorLoginPassword");
        }
        if (id.contains("/microsoft.sql/")
                && id.contains("/databases/")
                && body.at("/sku/capacity").isNumber()) {
            ((ObjectNode) body.get("properties"))
                    .put(
                            "currentServiceObjectiveName",
                            body.at("/sku/name").asText() + "_"
                                    + body.at("/sku/capacity").asText());
        }
    }

    /** Assigns an address; the service reserves the first four addresses of a subnet. */
    private static String address(String id, Map<String, ObjectNode> resources) {
        ObjectNode known = resources.get(id);
        if (known != null) {
            return known.at("/properties/ipConfigurations/0/properties/privateIPAddress")
                    .asText();
        }
        return "10.77.0."
                + (4
                        + resources.keySet().stream()
                                .filter(other -> other.contains("/networkinterfaces/"))
                                .count());
    }

    /** Removes secrets from the stored body; the service never returns them. */
    private void command(String id, ObjectNode properties) {
        String secret = properties.at("/protectedParameters/0/value").asText();
        properties.remove("protectedParameters");
        boolean fails = failingScript.isPresent() && id.endsWith(failingScript.get());
        properties
                .putObject("instanceView")
                .put("executionState", fails ? "Failed" : "Succeeded")
                .put("exitCode", fails ? 4 : 0)
                .put("error", fails ? "near '" + secret + "': no luck" : "")
                .put(
                        "output",
                        id.endsWith("/volume")
                                ? "{\"mount\":\"/data\"}"
                                : "getting it\n{\"version\":\"16.4\",\"data\":\"/data/x\",\"settings\":\"nodes so far 1\"}");
    }

    /** Makes scripts of this name fail and repeat their secret, as some programs do. */
    void failScript(String name) {
        failingScript = Optional.of(name);
    }

    /** Deletes what depends on a machine: its run commands and, by their deletion option, its other resources. */
    void alsoGone(String id, Map<String, ObjectNode> resources) {
        ObjectNode machine = resources.get(id);
        resources.keySet().removeIf(other -> other.startsWith(id + "/"));
        for (JsonNode disk : machine.at("/properties/storageProfile/dataDisks")) {
            if (disk.path("deleteOption").asText().equals("Delete")) {
                resources.remove(disk.at("/managedDisk/id").asText().toLowerCase(Locale.ROOT));
            }
        }
        for (JsonNode card : machine.at("/properties/networkProfile/networkInterfaces")) {
            if (card.at("/properties/deleteOption").asText().equals("Delete")) {
                resources.remove(card.path("id").asText().toLowerCase(Locale.ROOT));
            }
        }
    }

    /**
     * Returns true if another resource refers to this one, which then cannot be deleted: an interface of a machine, an address of an
     * interface.
     */
    boolean inUse(String id, Map<String, ObjectNode> resources) {
        return resources.entrySet().stream()
                // A schedule outlives its machine.
                .filter(other -> !other.getKey().contains("/schedules/"))
                .filter(other -> !other.getKey().equals(id) && !other.getKey().startsWith(id + "/"))
                .map(other -> other.getValue().deepCopy())
                .map(other -> {
                    other.remove("managedBy");
                    return other.toString().toLowerCase(Locale.ROOT);
                })
                .anyMatch(text -> text.contains("\"" + id + "\"") || text.contains("\"" + id + "/subnets/"));
    }
}
