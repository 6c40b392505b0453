package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What Azure says of a size of machine, or of a kind of disk, in a region (Resource SKUs).
 *
 * @param name         as asked for
 * @param family       whose quota its cores count against
 * @param zones        that have it; empty in a region without zones
 * @param closed       zones in which the subscription may not have it
 * @param refusal      why the subscription may not have it in the whole region; empty when it may
 * @param capabilities by name
 * @param zonal        capabilities of single zones, by zone
 */
record AzureSize(
        String name,
        String family,
        Set<String> zones,
        Set<String> closed,
        Optional<String> refusal,
        Map<String, String> capabilities,
        Map<String, Map<String, String>> zonal) {

    private static final String ULTRA = "UltraSSDAvailable";
    private static final String ZONES = "zones";
    private static final String NAME = "name";
    private static final String CAPABILITIES = "capabilities";

    /** From one of the answer's rows. */
    static AzureSize of(JsonNode sku, String region) {
        Set<String> zones = new TreeSet<>();
        Map<String, Map<String, String>> zonal = new TreeMap<>();
        for (JsonNode info : sku.path("locationInfo")) {
            if (info.path("location").asText().equalsIgnoreCase(region)) {
                zones.addAll(texts(info.path(ZONES)));
                // Its description spells it small, and pages show it with a capital.
                info.path("zoneDetails")
                        .forEach(detail -> texts(detail.has(NAME) ? detail.path(NAME) : detail.path("Name"))
                                .forEach(zone -> zonal.computeIfAbsent(zone, z -> new TreeMap<>())
                                        .putAll(capabilities(detail.path(CAPABILITIES)))));
            }
        }
        Set<String> closed = new TreeSet<>();
        Optional<String> refusal = Optional.empty();
        for (JsonNode restriction : sku.path("restrictions")) {
            JsonNode info = restriction.path("restrictionInfo");
            if (restriction.path("type").asText().equals("Zone")) {
                closed.addAll(texts(info.path(ZONES)));
            } else if (info.path("locations").isEmpty()
                    || texts(info.path("locations")).stream().anyMatch(region::equalsIgnoreCase)) {
                refusal = Optional.of(restriction.path("reasonCode").asText());
            }
        }
        return new AzureSize(
                sku.path(NAME).asText(),
                sku.path("family").asText(),
                zones,
                closed,
                refusal,
                capabilities(sku.path(CAPABILITIES)),
                zonal);
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(one -> texts.add(one.asText()));
        return texts;
    }

    private static Map<String, String> capabilities(JsonNode list) {
        Map<String, String> all = new TreeMap<>();
        list.forEach(one -> all.put(one.path(NAME).asText(), one.path("value").asText()));
        return all;
    }

    /** Zones in which the subscription may have it. */
    Set<String> open() {
        Set<String> open = new TreeSet<>(zones);
        open.removeAll(closed);
        return open;
    }

    boolean can(String capability) {
        return capabilities.getOrDefault(capability, "").equalsIgnoreCase("true");
    }

    /** A number; empty when Azure does not tell it. */
    Optional<Long> number(String capability) {
        return Optional.ofNullable(capabilities.get(capability))
                .filter(text -> text.matches("\\d{1,18}"))
                .map(Long::valueOf);
    }

    /** Words of a list. */
    List<String> words(String capability) {
        return Arrays.stream(capabilities.getOrDefault(capability, "").split(",", -1))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .map(word -> word.toUpperCase(Locale.ROOT))
                .toList();
    }

    /** Whether it takes Ultra disks in a zone, or without one in a region that has none. */
    boolean takesUltra(Optional<String> zone) {
        return zone.map(z ->
                        zonal.getOrDefault(z, Map.of()).getOrDefault(ULTRA, "").equalsIgnoreCase("true"))
                .orElseGet(() -> zones.isEmpty() && can(ULTRA));
    }
}
