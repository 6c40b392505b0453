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
 * A VM size or a disk type as offered in a region, as reported by Azure (Resource SKUs).
 *
 * @param name         requested name
 * @param family       quota family of its cores
 * @param zones        zones that offer it; empty in a region without zones
 * @param closed       zones that refuse it to the subscription
 * @param refusal      reason for refusing it to the subscription in the whole region; empty if it is allowed
 * @param capabilities capabilities by name
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

    /** Parses a row of the response. */
    static AzureSize of(JsonNode sku, String region) {
        Set<String> zones = new TreeSet<>();
        Map<String, Map<String, String>> zonal = new TreeMap<>();
        for (JsonNode info : sku.path("locationInfo")) {
            if (info.path("location").asText().equalsIgnoreCase(region)) {
                zones.addAll(texts(info.path(ZONES)));
                // The API description has lower case, documentation pages show a capital letter.
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

    /** Returns the zones that offer it to the subscription. */
    Set<String> open() {
        Set<String> open = new TreeSet<>(zones);
        open.removeAll(closed);
        return open;
    }

    boolean can(String capability) {
        return capabilities.getOrDefault(capability, "").equalsIgnoreCase("true");
    }

    /** Returns a numeric capability; empty if Azure does not report it. */
    Optional<Long> number(String capability) {
        return Optional.ofNullable(capabilities.get(capability))
                .filter(text -> text.matches("\\d{1,18}"))
                .map(Long::valueOf);
    }

    /** Returns the elements of a list capability. */
    List<String> words(String capability) {
        return Arrays.stream(capabilities.getOrDefault(capability, "").split(",", -1))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .map(word -> word.toUpperCase(Locale.ROOT))
                .toList();
    }

    /** Returns true if the size supports Ultra disks in a zone, or without a zone in a region that has none. */
    boolean takesUltra(Optional<String> zone) {
        return zone.map(z ->
                        zonal.getOrDefault(z, Map.of()).getOrDefault(ULTRA, "").equalsIgnoreCase("true"))
                .orElseGet(() -> zones.isEmpty() && can(ULTRA));
    }
}
