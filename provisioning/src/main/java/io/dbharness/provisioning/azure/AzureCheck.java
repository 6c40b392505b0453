package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.azure.AzureSteps.Kind;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.VmSize;
import io.dbharness.provisioning.spi.Step;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Asks Azure, before anything is made, whether region, zone and quota of the subscription allow it; reports all problems at once. */
record AzureCheck(AzureClient client, Catalogue catalogue, List<String> problems) {

    private static final String MACHINES = "virtualMachines";
    private static final String DISKS = "disks";
    private static final String REGIONAL_CORES = "cores";

    Map<String, String> run(Step step) {
        Map<String, Integer> sizes = sizes(step);
        List<String> disks = words(step.argument(Arguments.DISK_SKUS));
        if (sizes.isEmpty() && disks.isEmpty()) {
            return Map.of();
        }
        String region = step.argument(Arguments.REGION);
        String compute = "/subscriptions/" + step.argument(Arguments.SUBSCRIPTION) + "/providers/Microsoft.Compute/";
        Offer offer = new Offer(
                client.list(compute + "skus", "2021-07-01", "location eq '" + region + "'"),
                region,
                Optional.ofNullable(step.arguments().get(Arguments.ZONE)));
        Map<String, Long> cores = new TreeMap<>();
        sizes.forEach((size, count) -> find(offer, MACHINES, size).ifPresent(sku -> {
            long needed = count * vcpus(size);
            cores.merge(sku.path("family").asText(), needed, Long::sum);
            cores.merge(REGIONAL_CORES, needed, Long::sum);
        }));
        disks.forEach(disk -> find(offer, DISKS, disk));
        if (!cores.isEmpty()) {
            String usages = compute + "locations/" + region + "/usages";
            quota(client.list(usages, Kind.MACHINE.version(), ""), cores, region);
        }
        if (!problems.isEmpty()) {
            throw new UsageException(problems);
        }
        return Map.of();
    }

    private static Map<String, Integer> sizes(Step step) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        for (String counted : words(step.argument(Arguments.SIZES))) {
            int cross = counted.indexOf('x');
            sizes.put(counted.substring(cross + 1), Integer.parseInt(counted.substring(0, cross)));
        }
        return sizes;
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private long vcpus(String size) {
        return catalogue.size(size).map(VmSize::shape).map(VmSize.Shape::vcpus).orElse(0);
    }

    /** What is offered where. */
    private record Offer(List<JsonNode> skus, String region, Optional<String> zone) {}

    private Optional<JsonNode> find(Offer offer, String type, String name) {
        String region = offer.region();
        Optional<JsonNode> sku = offer.skus().stream()
                .filter(s -> type.equals(s.path("resourceType").asText())
                        && name.equalsIgnoreCase(s.path("name").asText()))
                .findFirst();
        if (sku.isEmpty()) {
            problems.add("azure.region " + region + " does not offer " + name + "; take another region or size");
            return sku;
        }
        for (JsonNode restriction : sku.get().path("restrictions")) {
            problems.add(name + " is refused to this subscription in " + region + " ("
                    + restriction.path("reasonCode").asText()
                    + "); take another region or size, or ask for access in the portal");
        }
        Set<String> zones = new TreeSet<>();
        sku.get().path("locationInfo").forEach(info -> info.path("zones").forEach(zone -> zones.add(zone.asText())));
        offer.zone()
                .filter(asked -> !zones.contains(asked))
                .ifPresent(asked -> problems.add("azure.zone " + asked + " of " + region + " does not offer " + name
                        + (zones.isEmpty() ? "; no zone does" : "; zones " + String.join(", ", zones) + " do")));
        return sku;
    }

    private void quota(List<JsonNode> usages, Map<String, Long> cores, String region) {
        for (JsonNode usage : usages) {
            String name = usage.at("/name/value").asText();
            long left =
                    usage.path("limit").asLong() - usage.path("currentValue").asLong();
            long needed = cores.entrySet().stream()
                    .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            if (needed > left) {
                problems.add("the quota " + name + " in " + region + " leaves " + left + " cores, and " + needed
                        + " are needed; ask for more in the portal, or take fewer or smaller machines");
            }
        }
    }
}
