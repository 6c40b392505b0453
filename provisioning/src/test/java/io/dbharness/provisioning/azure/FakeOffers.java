package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbharness.provisioning.file.DataFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The fake's offers: sizes, disk types, images, quotas, and restrictions of the subscription. */
final class FakeOffers {

    static final String REGION = "westus2";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> DISKS = List.of(
            "Standard_LRS",
            "StandardSSD_LRS",
            "Premium_LRS",
            "PremiumV2_LRS",
            "UltraSSD_LRS",
            "StandardSSD_ZRS",
            "Premium_ZRS");

    record Table(List<Size> sizes, List<Image> images) {}

    record Size(
            String name,
            String family,
            int vcpus,
            int disks,
            boolean premium,
            String generations,
            String controllers,
            boolean accelerated,
            boolean ultra,
            @Nullable String architecture) {}

    record Image(
            String name,
            String generation,
            String controllers,
            String plan,
            @Nullable String architecture,
            @Nullable String system) {}

    /** A restriction of a name to the subscription in some zones; without zones, in the whole region. */
    record Restriction(String name, List<String> zones) {}

    private final Table table = DataFile.read(Table.class, "offers.yaml");
    private final List<Restriction> restrictions = new ArrayList<>();
    private Set<String> zones = new TreeSet<>(Set.of("1", "2", "3"));
    private long coresLeft = 1_000;

    void restrict(Restriction restriction) {
        restrictions.add(restriction);
    }

    /** Turns the region into one without zones. */
    void withoutZones() {
        zones = Set.of();
    }

    void coresLeft(long cores) {
        coresLeft = cores;
    }

    long coresLeft() {
        return coresLeft;
    }

    Set<String> zones() {
        return zones;
    }

    boolean isRefused(String name, Optional<String> zone) {
        return restrictions.stream()
                .anyMatch(one -> one.name().equals(name)
                        && (one.zones().isEmpty()
                                || zone.filter(one.zones()::contains).isPresent()));
    }

    Optional<Size> size(String name) {
        return table.sizes().stream().filter(size -> size.name().equals(name)).findFirst();
    }

    Optional<Image> image(String name) {
        return table.images().stream()
                .filter(image -> image.name().equals(name))
                .findFirst();
    }

    ObjectNode skus() {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode value = answer.putArray("value");
        for (Size size : table.sizes()) {
            ObjectNode sku = sku("virtualMachines", size.name(), zones, size.ultra());
            sku.put("family", size.family());
            ArrayNode all = (ArrayNode) sku.get("capabilities");
            capability(all, "vCPUs", String.valueOf(size.vcpus()));
            capability(all, "MaxDataDiskCount", String.valueOf(size.disks()));
            capability(all, "PremiumIO", size.premium() ? "True" : "False");
            capability(all, "HyperVGenerations", size.generations());
            capability(all, "AcceleratedNetworkingEnabled", size.accelerated() ? "True" : "False");
            capability(all, "UncachedDiskIOPS", "12800");
            capability(all, "UncachedDiskBytesPerSecond", "290000000");
            capability(all, "CpuArchitectureType", Objects.requireNonNullElse(size.architecture(), "x64"));
            if (!size.controllers().isEmpty()) {
                capability(all, "DiskControllerTypes", size.controllers());
            }
            if (zones.isEmpty() && size.ultra()) {
                capability(all, "UltraSSDAvailable", "True");
            }
            value.add(sku);
        }
        Set<String> first = new TreeSet<>(zones);
        first.remove("3");
        DISKS.stream()
                .filter(disk -> !disk.endsWith("_ZRS") || !zones.isEmpty())
                .forEach(disk -> value.add(sku("disks", disk, disk.equals("UltraSSD_LRS") ? first : zones, false)));
        return answer;
    }

    private ObjectNode sku(String type, String name, Set<String> where, boolean ultra) {
        ObjectNode sku = JSON.createObjectNode().put("resourceType", type).put("name", name);
        sku.putArray("locations").add(REGION);
        ObjectNode location = sku.putArray("locationInfo").addObject().put("location", REGION);
        where.forEach(location.putArray("zones")::add);
        if (ultra && !where.isEmpty()) {
            ObjectNode detail = location.putArray("zoneDetails").addObject();
            where.forEach(detail.putArray("name")::add);
            capability(detail.putArray("capabilities"), "UltraSSDAvailable", "True");
        }
        sku.putArray("capabilities");
        ArrayNode refused = sku.putArray("restrictions");
        for (Restriction restriction : restrictions) {
            if (restriction.name().equals(name)) {
                ObjectNode one = refused.addObject()
                        .put("type", restriction.zones().isEmpty() ? "Location" : "Zone")
                        .put("reasonCode", "NotAvailableForSubscription");
                one.putArray("values").add(REGION);
                ObjectNode info = one.putObject("restrictionInfo");
                info.putArray("locations").add(REGION);
                restriction.zones().forEach(info.putArray("zones")::add);
            }
        }
        return sku;
    }

    private static void capability(ArrayNode all, String name, String value) {
        all.addObject().put("name", name).put("value", value);
    }

    ObjectNode usages() {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode value = answer.putArray("value");
        Set<String> names = new TreeSet<>(Set.of("cores", "lowPriorityCores"));
        table.sizes().forEach(size -> names.add(size.family()));
        for (String name : names) {
            ObjectNode usage = value.addObject()
                    .put("currentValue", 1_000 - coresLeft)
                    .put("limit", 1_000)
                    .put("unit", "Count");
            usage.putObject("name").put("value", name).put("localizedValue", name);
        }
        return answer;
    }

    /** Returns the response for a path below {@code /publishers/}: versions, or one of them; empty if there is none. */
    Optional<JsonNode> answer(String path) {
        String[] parts = path.substring(path.indexOf("/publishers/")).split("/", -1);
        String wanted = parts[2] + ":" + parts[6] + ":" + parts[8];
        Optional<Image> image = table.images().stream()
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(wanted.toLowerCase(Locale.ROOT)))
                .findFirst();
        return image.map(one -> {
            if (parts.length == 10) {
                ArrayNode versions = JSON.createArrayNode();
                versions.addObject().put("name", "24.4.20261101").put("location", REGION);
                return versions;
            }
            ObjectNode answer = JSON.createObjectNode().put("name", parts[10]);
            ObjectNode properties = answer.putObject("properties").put("hyperVGeneration", one.generation());
            properties.put("architecture", Objects.requireNonNullElse(one.architecture(), "x64"));
            properties
                    .putObject("osDiskImage")
                    .put("operatingSystem", Objects.requireNonNullElse(one.system(), "Linux"));
            if (!one.controllers().isEmpty()) {
                capability(properties.putArray("features"), "DiskControllerTypes", one.controllers());
            }
            if (!one.plan().isEmpty()) {
                String[] plan = one.plan().split(":", -1);
                properties
                        .putObject("plan")
                        .put("name", plan[0])
                        .put("product", plan[1])
                        .put("publisher", plan[2]);
            }
            return answer;
        });
    }
}
