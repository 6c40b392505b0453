package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The service's refusals of well-formed bodies: machines, images, disks and zones that do not fit together. */
record FakeRules(FakeOffers offers) {

    private static final Set<String> UNCACHED = Set.of("PremiumV2_LRS", "UltraSSD_LRS");
    private static final String NONE = "None";

    /** Returns an error code and, after a colon, the message; empty if the body is accepted. */
    Optional<String> refusal(String id, JsonNode body, Map<String, ObjectNode> resources) {
        if (id.contains("/runcommands/")) {
            return Optional.empty();
        }
        if (id.contains("/virtualmachines/")) {
            return machine(id, body, resources);
        }
        return id.contains("/disks/") ? disk(body) : Optional.empty();
    }

    private static Optional<String> unless(boolean holds, String otherwise) {
        return holds ? Optional.empty() : Optional.of(otherwise);
    }

    private Optional<String> disk(JsonNode body) {
        JsonNode properties = body.path("properties");
        String sku = body.at("/sku/name").asText();
        long gib = properties.path("diskSizeGB").asLong();
        long iops = properties.path("diskIOPSReadWrite").asLong();
        boolean bought = UNCACHED.contains(sku);
        boolean plus = properties.at("/creationData/performancePlus").asBoolean();
        boolean burst = properties.path("burstingEnabled").asBoolean();
        return unless(bought || iops == 0, "InvalidParameter: IOPS of " + sku)
                .or(() -> unless(
                        !bought || iops <= Math.max(3_000, gib * (sku.startsWith("Ultra") ? 1_000 : 500)),
                        "InvalidParameter: IOPS"))
                .or(() -> unless(!plus || (!bought && gib >= 513), "InvalidParameter: performancePlus"))
                .or(() -> unless(
                        !burst || (sku.startsWith("Premium_") && gib >= 513), "InvalidParameter: burstingEnabled"))
                .or(() -> unless(!properties.has("tier") || sku.startsWith("Premium_"), "InvalidParameter: tier"))
                .or(() -> unless(
                        !sku.endsWith("_ZRS") || zone(body).isEmpty(),
                        "InvalidParameter: a zone of a disk in all zones"))
                .or(() -> unless(
                        !sku.equals("UltraSSD_LRS")
                                || offers.zones().isEmpty()
                                || zone(body).isPresent(),
                        "InvalidParameter: an Ultra disk without a zone"));
    }

    private static Optional<String> zone(JsonNode body) {
        return Optional.of(body.at("/zones/0").asText()).filter(zone -> !zone.isEmpty());
    }

    private Optional<String> machine(String id, JsonNode body, Map<String, ObjectNode> resources) {
        JsonNode properties = body.path("properties");
        String name = properties.at("/hardwareProfile/vmSize").asText();
        Optional<FakeOffers.Size> found = offers.size(name);
        if (found.isEmpty() || offers.isRefused(name, zone(body))) {
            return Optional.of("SkuNotAvailable");
        }
        FakeOffers.Size size = found.get();
        JsonNode storage = properties.path("storageProfile");
        return unless(!zone(body).filter(zone -> !offers.zones().contains(zone)).isPresent(), "InvalidAvailabilityZone")
                .or(() -> start(size, properties, storage))
                .or(() -> card(size, properties, resources))
                .or(() -> unless(
                        size.premium()
                                || !storage.at("/osDisk/managedDisk/storageAccountType")
                                        .asText()
                                        .startsWith("Premium"),
                        "InvalidParameter: a premium system disk on " + name))
                .or(() -> unless(
                        storage.path("dataDisks").size() <= size.disks(), "OperationNotAllowed: too many data disks"))
                .or(() -> disks(id, size, body, resources))
                .or(() -> quota(id, size, resources));
    }

    /** Checks generation, controller and Trusted Launch of size and image. */
    private Optional<String> start(FakeOffers.Size size, JsonNode properties, JsonNode storage) {
        JsonNode reference = storage.path("imageReference");
        Optional<FakeOffers.Image> image =
                offers.image(reference.path("publisher").asText() + ":"
                        + reference.path("offer").asText() + ":"
                        + reference.path("sku").asText());
        if (!reference.has("id") && image.isEmpty()) {
            return Optional.of("PlatformImageNotFound");
        }
        String generation = image.map(FakeOffers.Image::generation).orElse("V2");
        String controller = storage.path("diskControllerType").asText("");
        String controllers = image.map(FakeOffers.Image::controllers).orElse("SCSI, NVMe");
        boolean trusted =
                properties.at("/securityProfile/securityType").asText().equals("TrustedLaunch");
        return unless(
                        size.generations().contains(generation),
                        "BadRequest: " + size.name() + " cannot boot Hypervisor Generation " + generation)
                .or(() -> unless(
                        controller.isEmpty()
                                || (generation.equals("V2")
                                        && size.controllers().contains(controller)),
                        "InvalidParameter: diskControllerType"))
                .or(() -> unless(
                        !controller.equals("NVMe") || controllers.contains("NVMe"),
                        "InvalidParameter: the image has no NVMe"))
                .or(() -> unless(
                        !size.controllers().equals("NVMe") || controller.equals("NVMe"),
                        "InvalidParameter: the size has no SCSI"))
                .or(() -> unless(!trusted || generation.equals("V2"), "BadRequest: Trusted Launch"));
    }

    private static Optional<String> card(FakeOffers.Size size, JsonNode properties, Map<String, ObjectNode> resources) {
        String id =
                properties.at("/networkProfile/networkInterfaces/0/id").asText().toLowerCase(Locale.ROOT);
        ObjectNode card = resources.get(id);
        if (card == null) {
            return Optional.of("NotFound");
        }
        return unless(
                size.accelerated()
                        || !card.at("/properties/enableAcceleratedNetworking").asBoolean(),
                "VMSizeIsNotPermittedToEnableAcceleratedNetworking");
    }

    private static Optional<String> disks(
            String id, FakeOffers.Size size, JsonNode body, Map<String, ObjectNode> resources) {
        boolean ultra =
                body.at("/properties/additionalCapabilities/ultraSSDEnabled").asBoolean();
        for (JsonNode disk : body.at("/properties/storageProfile/dataDisks")) {
            ObjectNode known = resources.get(disk.at("/managedDisk/id").asText().toLowerCase(Locale.ROOT));
            if (known == null) {
                return Optional.of("NotFound");
            }
            String owner = known.path("managedBy").asText("").toLowerCase(Locale.ROOT);
            String sku = known.at("/sku/name").asText();
            boolean large = known.at("/properties/diskSizeGB").asLong() >= 4_096;
            Optional<String> refused = unless(owner.isEmpty() || owner.equals(id), "AttachDiskWhileBeingDetached")
                    .or(() -> unless(
                            sku.endsWith("_ZRS") || zone(known).equals(zone(body)),
                            "BadRequest: the zones of disk and machine differ"))
                    .or(() -> unless(
                            size.premium() || sku.startsWith("Standard"),
                            "InvalidParameter: premium on " + size.name()))
                    .or(() -> unless(
                            !sku.equals("UltraSSD_LRS") || (ultra && size.ultra()),
                            "InvalidParameter: ultraSSDEnabled"))
                    .or(() -> unless(
                            disk.path("caching").asText(NONE).equals(NONE) || (!large && !UNCACHED.contains(sku)),
                            "InvalidParameter: caching"));
            if (refused.isPresent()) {
                return refused;
            }
        }
        return Optional.empty();
    }

    private Optional<String> quota(String id, FakeOffers.Size size, Map<String, ObjectNode> resources) {
        long used = resources.entrySet().stream()
                .filter(one -> one.getKey().matches(".*/virtualmachines/[^/]+")
                        && !one.getKey().equals(id))
                .map(one ->
                        one.getValue().at("/properties/hardwareProfile/vmSize").asText())
                .mapToLong(name -> offers.size(name).map(FakeOffers.Size::vcpus).orElse(0))
                .sum();
        return unless(used + size.vcpus() <= offers.coresLeft(), "OperationNotAllowed: quota of cores");
    }
}
