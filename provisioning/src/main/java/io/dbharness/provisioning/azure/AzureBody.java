package io.dbharness.provisioning.azure;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.azure.AzureGroups.Tags;
import io.dbharness.provisioning.azure.AzureSteps.Kind;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.Catalogue.DatabaseTier;
import io.dbharness.provisioning.software.DatabaseSoftware.FirstStart;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.sut.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a step asks Azure for. IOPS, MB/s and Performance Plus are in the request that creates a disk: later changes count against four a
 * day, may lag an hour, and Performance Plus cannot be added later at all. Machines are entered by key only, and what hangs on one goes
 * with it. One address may come into their network by ssh, or none.
 */
record AzureBody(Step step, Facts earlier, Catalogue catalogue) {

    /** The user of machines. */
    static final String USER = "harness";

    private static final String SUBNET = "machines";
    private static final Map<String, String> CACHING =
            Map.of("none", "None", "read-only", "ReadOnly", "read-write", "ReadWrite");

    /** All of it. */
    Map<String, Object> of(Kind kind) {
        Map<String, Object> body = object("location", step.argument(Arguments.REGION), "tags", Tags.of(step, earlier));
        body.putAll(
                switch (kind) {
                    case FIREWALL -> object("properties", object("securityRules", rules()));
                    case NETWORK -> network();
                    case ADDRESS -> address();
                    case INTERFACE -> card();
                    case DISK -> disk();
                    case MACHINE -> machine();
                    case SERVER -> server();
                    case DATABASE -> database();
                    default -> throw new IllegalArgumentException(kind + " is no resource");
                });
        return body;
    }

    /** Of names and values by turns; an empty value is left out, with its name. */
    static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            String name = namesAndValues[i].toString();
            if (namesAndValues[i + 1] instanceof Optional<?> optional) {
                optional.ifPresent(value -> object.put(name, value));
            } else {
                object.put(name, namesAndValues[i + 1]);
            }
        }
        return object;
    }

    private Optional<String> argument(String name) {
        return Optional.ofNullable(step.arguments().get(name));
    }

    private Optional<Long> number(String name) {
        return argument(name).map(Long::valueOf);
    }

    private Optional<Boolean> flag(String name) {
        return argument(name).filter("true"::equals).map(yes -> true);
    }

    private Optional<List<String>> zones() {
        return argument(Arguments.ZONE).map(List::of);
    }

    private Map<String, Object> reference(String earlierStep) {
        return object("id", earlier.text(earlierStep, Arguments.ID));
    }

    private Map<String, Object> ofNode(String end) {
        return reference(step.argument(Arguments.NODE) + end);
    }

    private List<Object> rules() {
        return argument(Arguments.ALLOW_FROM)
                .map(address -> object(
                        "priority", 100,
                        "direction", "Inbound",
                        "access", "Allow",
                        "protocol", "Tcp",
                        "sourceAddressPrefix", address + "/32",
                        "sourcePortRange", "*",
                        "destinationAddressPrefix", "*",
                        "destinationPortRange", step.argument(Arguments.PORT)))
                .<List<Object>>map(rule -> List.of(object("name", "ssh", "properties", rule)))
                .orElse(List.of());
    }

    private Map<String, Object> network() {
        // Outbound access is said out loud because the default is no longer the same everywhere; the machines install
        // from package repositories.
        Map<String, Object> subnet = object(
                "addressPrefix",
                "10.77.0.0/24",
                "defaultOutboundAccess",
                true,
                "networkSecurityGroup",
                reference(Arguments.FIREWALL_STEP));
        return object(
                "properties",
                object(
                        "addressSpace", object("addressPrefixes", List.of(StepPlanner.SPACE)),
                        "subnets", List.of(object("name", SUBNET, "properties", subnet))));
    }

    private Map<String, Object> address() {
        return object(
                "sku", object("name", "Standard"),
                "zones", zones(),
                "properties", object("publicIPAllocationMethod", "Static"));
    }

    private Map<String, Object> card() {
        String subnet = earlier.text(Arguments.NETWORK_STEP, Arguments.ID) + "/subnets/" + SUBNET;
        Map<String, Object> configuration = object(
                "primary",
                true,
                "privateIPAllocationMethod",
                "Dynamic",
                "subnet",
                object("id", subnet),
                "publicIPAddress",
                flag(Arguments.PUBLIC).map(yes -> ofNode("/address")));
        return object(
                "properties",
                object(
                        "enableAcceleratedNetworking", Boolean.valueOf(step.argument(Arguments.ACCELERATED)),
                        "ipConfigurations", List.of(object("name", "primary", "properties", configuration))));
    }

    private Map<String, Object> disk() {
        Map<String, Object> creation = object(
                "createOption", "Empty",
                "logicalSectorSize", number(Arguments.SECTOR),
                "performancePlus", flag(Arguments.PERFORMANCE_PLUS));
        Map<String, Object> properties = object(
                "creationData", creation,
                "diskSizeGB", Long.valueOf(step.argument(Arguments.GIB)),
                "diskIOPSReadWrite", number(Arguments.IOPS),
                "diskMBpsReadWrite", number(Arguments.MEGABYTES),
                "tier", argument(Arguments.TIER),
                "burstingEnabled", flag(Arguments.BURSTING));
        return object(
                "sku", object("name", step.argument(Arguments.SKU)),
                "zones", zones(),
                "properties", properties);
    }

    private Map<String, Object> machine() {
        Map<String, Object> card = ofNode("/interface");
        card.put("properties", object("primary", true, "deleteOption", "Delete"));
        Map<String, Object> properties = object(
                "hardwareProfile", object("vmSize", step.argument(Arguments.SIZE)),
                "storageProfile", storage(),
                "osProfile", system(),
                "networkProfile", object("networkInterfaces", List.of(card)),
                "additionalCapabilities", flag(Arguments.ULTRA).map(yes -> object("ultraSSDEnabled", true)));
        return object("zones", zones(), "properties", properties);
    }

    private Map<String, Object> storage() {
        String[] image = step.argument(Arguments.IMAGE).split(":", 4);
        Map<String, Object> systemDisk = object(
                "createOption", "FromImage",
                "managedDisk", object("storageAccountType", step.argument(Arguments.SYSTEM_DISK)),
                "deleteOption", "Delete");
        List<Map<String, Object>> disks = IntStream.range(0, Integer.parseInt(step.argument(Arguments.DISKS)))
                .mapToObj(lun -> object(
                        "lun",
                        lun,
                        "createOption",
                        "Attach",
                        "caching",
                        caching(step.argument(Arguments.CACHING)),
                        "managedDisk",
                        ofNode("/disk-" + lun),
                        "deleteOption",
                        "Delete"))
                .toList();
        return object(
                "imageReference",
                object("publisher", image[0], "offer", image[1], "sku", image[2], "version", image[3]),
                "osDisk",
                systemDisk,
                "dataDisks",
                disks,
                "diskControllerType",
                argument(Arguments.CONTROLLER));
    }

    /** Azure's word for what the host caches. */
    static String caching(String word) {
        return CACHING.getOrDefault(word, "None");
    }

    private Map<String, Object> system() {
        Map<String, Object> key = object(
                "path",
                "/home/" + USER + "/.ssh/authorized_keys",
                "keyData",
                earlier.text(Arguments.KEY_STEP, Arguments.PUBLIC_KEY));
        Map<String, Object> linux =
                object("disablePasswordAuthentication", true, "ssh", object("publicKeys", List.of(key)));
        return object(
                "computerName",
                step.argument(Arguments.NAME),
                "adminUsername",
                USER,
                "linuxConfiguration",
                linux,
                "customData",
                argument(Arguments.PACKAGES).flatMap(FirstStart::parse).map(AzureBody::base64));
    }

    private static String base64(FirstStart start) {
        return Base64.getEncoder().encodeToString(start.text().getBytes(StandardCharsets.UTF_8));
    }

    private Map<String, Object> server() {
        Secret password = Secret.parse(step.argument(Arguments.PASSWORD))
                .orElseThrow(() -> new HarnessException("no reference to a password: " + step.id()));
        Map<String, Object> properties = object(
                "administratorLogin", step.argument(Arguments.USER),
                "administratorLoginPassword", password.reveal(),
                "version", "12.0");
        return object("properties", properties);
    }

    private Map<String, Object> database() {
        DatabaseTier tier = catalogue
                .database(step.argument(Arguments.TIER))
                .orElseThrow(() -> new HarnessException("no database tier " + step.argument(Arguments.TIER)));
        return object("sku", object("name", tier.name(), "tier", tier.edition()));
    }
}
