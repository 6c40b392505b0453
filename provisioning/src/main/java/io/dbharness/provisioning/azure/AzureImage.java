package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The properties of a machine image, as reported by Azure.
 *
 * @param reference    the image with its exact version, or its id
 * @param generation   generation of machines that boot it: V1 or V2; empty if Azure does not report it
 * @param architecture processor architecture: x64 or Arm64; empty if Azure does not report it
 * @param system       Linux or Windows; empty if Azure does not report it
 * @param features     features by name
 * @param parts        the reference by {@link #NAME}; empty for an id
 * @param plan         marketplace plan to purchase, by {@link #PLAN}; empty if there is none
 */
record AzureImage(
        String reference,
        Optional<String> generation,
        Optional<String> architecture,
        Optional<String> system,
        Map<String, String> features,
        Map<String, String> parts,
        Map<String, String> plan) {

    /** Fields of Azure's references to images of the marketplace. */
    static final List<String> NAME = List.of("publisher", "offer", "sku", "version");
    /** Fields of Azure's references to plans. */
    static final List<String> PLAN = List.of("name", "product", "publisher");

    /** SKU of the same release for machines of generation 1. */
    static final String FIRST_GENERATION = "server-gen1";
    /** SKU of the same release for machines with Arm processors. */
    static final String ARM = "server-arm64";

    private static final String VERSION = "2025-04-01";
    private static final String GALLERY_VERSION = "2024-03-03";
    private static final int OFFER = 1;
    private static final int SKU = 2;
    private static final int RELEASE = 3;

    /**
     * Looks up an image; empty if it does not exist.
     *
     * @param locations {@code /subscriptions/…/providers/Microsoft.Compute/locations/REGION}
     */
    static Optional<AzureImage> find(AzureClient client, String locations, String reference) {
        if (reference.startsWith("/")) {
            String id = reference.replaceFirst("/versions/[^/]+$", "");
            String version = id.contains("/galleries/") ? GALLERY_VERSION : VERSION;
            return client.find(id, version).map(image -> of(reference, Map.of(), image));
        }
        String[] parts = reference.split(":", -1);
        String sku = locations + "/publishers/" + parts[0] + "/artifacttypes/vmimage/offers/" + parts[OFFER] + "/skus/"
                + parts[SKU] + "/versions";
        Optional<String> release =
                parts[RELEASE].equals(AzureSettings.LATEST) ? latest(client, sku) : Optional.of(parts[RELEASE]);
        return release.flatMap(exact -> client.find(sku + "/" + exact, VERSION).map(image -> {
            List<String> known = List.of(parts[0], parts[OFFER], parts[SKU], exact);
            Map<String, String> named = new TreeMap<>();
            NAME.forEach(field -> named.put(field, known.get(NAME.indexOf(field))));
            return of(String.join(":", known), named, image);
        }));
    }

    private static Optional<String> latest(AzureClient client, String sku) {
        JsonNode versions =
                client.find(sku, VERSION + "&$orderby=name%20desc&$top=1").orElseGet(NullNode::getInstance);
        return Optional.of(versions.at("/0/name").asText()).filter(name -> !name.isEmpty());
    }

    private static AzureImage of(String reference, Map<String, String> parts, JsonNode image) {
        Map<String, String> features = new TreeMap<>();
        image.at("/properties/features")
                .forEach(one -> features.put(
                        one.path("name").asText(), one.path("value").asText()));
        Map<String, String> plan = new TreeMap<>();
        JsonNode reported = image.at("/properties/plan");
        if (reported.isObject()) {
            PLAN.forEach(field -> plan.put(field, reported.path(field).asText()));
        }
        return new AzureImage(
                reference,
                text(image, "/properties/hyperVGeneration"),
                text(image, "/properties/architecture"),
                text(image, "/properties/osDiskImage/operatingSystem")
                        .or(() -> text(image, "/properties/osType"))
                        .or(() -> text(image, "/properties/storageProfile/osDisk/osType")),
                features,
                parts,
                plan);
    }

    private static Optional<String> text(JsonNode image, String pointer) {
        return Optional.of(image.at(pointer).asText()).filter(text -> !text.isEmpty());
    }

    /** Returns true if a feature of the image contains the word, for example NVMe among the disk controllers. */
    boolean has(String feature, String word) {
        return words(feature).contains(word.toUpperCase(Locale.ROOT));
    }

    private List<String> words(String feature) {
        return Arrays.stream(features.getOrDefault(feature, "").split(",", -1))
                .map(text -> text.strip().toUpperCase(Locale.ROOT))
                .toList();
    }
}
