package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.catalogue.VmSize.Controller;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.sut.Secret;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Checks with Azure, before anything is made, that region, zone, quota, sizes, images and disks fit together; reports all problems at once.
 * The features of a machine (generation, controller, network) are those that Azure reports for its size and image, also for sizes outside
 * the catalogue.
 */
record AzureCheck(AzureClient client, Step step, List<String> problems) {

    private static final String REGIONAL_CORES = "cores";
    private static final String SPOT_CORES = "lowPriorityCores";
    private static final String CONTROLLERS = "DiskControllerTypes";
    private static final String SECOND = "V2";
    private static final String X64 = "x64";
    private static final String ARM64 = "Arm64";
    private static final double MEGABYTE = 1e6;

    /**
     * A group of equal machines to make.
     *
     * @param machines   name of the subject, or of the client
     * @param size       size of each machine
     * @param count      number of machines
     * @param disks      number of data disks of each machine
     * @param skus       SKUs of the data disks
     * @param system     SKU of the system disk
     * @param controller requested disk controller; empty: SCSI if the size and image offer it, otherwise NVMe
     * @param image      requested image
     * @param trusted    true for Trusted Launch
     * @param spot       true for Spot machines, which Azure may evict
     */
    record Wanted(
            String machines,
            String size,
            int count,
            int disks,
            List<String> skus,
            String system,
            String controller,
            String image,
            boolean trusted,
            boolean spot) {

        private static final ObjectMapper JSON = new ObjectMapper();

        /** Returns the types of the data disks. */
        List<DiskType> types() {
            return skus.stream().flatMap(sku -> DiskType.of(sku).stream()).toList();
        }

        /** Returns the JSON object for a step's argument. */
        Map<String, Object> json() {
            return JSON.convertValue(this, new TypeReference<Map<String, Object>>() {});
        }

        /** Reads an element of a step's argument. */
        static Wanted of(Object json) {
            return JSON.convertValue(json, Wanted.class);
        }
    }

    /** The SKUs that Azure offers in a region. */
    private record Offer(List<JsonNode> skus, String region, Optional<String> zone, String locations) {

        /** Returns the offer without regard to the zone. */
        Offer anywhere() {
            return new Offer(skus, region, Optional.empty(), locations);
        }
    }

    /** Runs all checks. Returns facts of the machines, by the subject's name, and the zones that offer everything. */
    Map<String, String> run() {
        passwords();
        List<Wanted> wanted =
                step.list(AzureArguments.WANTED).stream().map(Wanted::of).toList();
        Map<String, String> facts = new TreeMap<>();
        if (!wanted.isEmpty()) {
            String region = step.argument(AzureArguments.REGION);
            String compute =
                    "/subscriptions/" + step.argument(AzureArguments.SUBSCRIPTION) + "/providers/Microsoft.Compute/";
            String locations = compute + "locations/" + region;
            List<JsonNode> skus = client.list(compute + "skus", "2021-07-01", "location eq '" + region + "'");
            Offer offer = new Offer(skus, region, step.text(AzureArguments.ZONE), locations);
            Map<String, Long> cores = new TreeMap<>();
            Set<String> zones = new TreeSet<>(Set.of("1", "2", "3"));
            wanted.forEach(one -> find(offer, "virtualMachines", one.size()).ifPresent(size -> {
                zones.retainAll(size.open());
                zones.removeIf(zone -> one.types().contains(DiskType.ULTRA) && !size.takesUltra(Optional.of(zone)));
                count(one, size, cores);
                facts.putAll(machine(one, size, offer));
            }));
            disks(wanted).forEach(disk -> {
                Offer where = disk.zoneRedundant() ? offer.anywhere() : offer;
                find(where, "disks", disk.sku())
                        .filter(known -> !disk.zoneRedundant())
                        .ifPresent(known -> zones.retainAll(known.open()));
            });
            if (!cores.isEmpty()) {
                quota(client.list(locations + "/usages", Kind.MACHINE.version(), ""), cores, region);
            }
            facts.put(AzureArguments.ZONES, String.join(" ", zones));
            anyZone(zones, region);
        }
        if (!problems.isEmpty()) {
            throw new UsageException(problems);
        }
        return facts;
    }

    private static Set<DiskType> disks(List<Wanted> wanted) {
        return wanted.stream().flatMap(one -> one.types().stream()).collect(Collectors.toCollection(TreeSet::new));
    }

    private void anyZone(Set<String> zones, String region) {
        if (step.has(AzureArguments.ANY_ZONE) && zones.isEmpty()) {
            problems.add("azure.zones: no zone of " + region + " offers everything; take another region or size");
        }
    }

    /** Checks the database passwords first, while there is nothing to remove. */
    private void passwords() {
        for (String reference : step.texts(AzureArguments.PASSWORDS)) {
            Secret.parse(reference).ifPresent(secret -> {
                try {
                    String password = secret.reveal();
                    long kinds = List.of("[a-z]", "[A-Z]", "\\d", "[^a-zA-Z\\d]").stream()
                            .filter(kind -> password.matches("(?s).*" + kind + ".*"))
                            .count();
                    if (password.length() < 8 || password.length() > 128 || kinds < 3) {
                        problems.add("the password " + reference
                                + " must have 8 to 128 characters of three kinds: lower-case"
                                + " and upper-case letters, digits, others");
                    }
                } catch (HarnessException e) {
                    problems.add(String.valueOf(e.getMessage()));
                }
            });
        }
    }

    private static void count(Wanted wanted, AzureSize size, Map<String, Long> cores) {
        long needed = wanted.count() * size.number("vCPUs").orElse(0L);
        cores.merge(wanted.spot() ? SPOT_CORES : size.family(), needed, Long::sum);
        if (!wanted.spot()) {
            cores.merge(REGIONAL_CORES, needed, Long::sum);
        }
    }

    private Optional<AzureSize> find(Offer offer, String type, String name) {
        String region = offer.region();
        Optional<AzureSize> found = offer.skus().stream()
                .filter(s -> type.equals(s.path("resourceType").asText())
                        && name.equalsIgnoreCase(s.path("name").asText()))
                .map(sku -> AzureSize.of(sku, region))
                .findFirst();
        if (found.isEmpty()) {
            problems.add("azure.region " + region + " does not offer " + name + "; take another region or size");
            return found;
        }
        AzureSize size = found.get();
        size.refusal()
                .ifPresent(why -> problems.add(name + " is refused to this subscription in " + region + " (" + why
                        + "); take another region or size, or ask for access in the portal"));
        offer.zone().filter(zone -> !size.open().contains(zone)).ifPresent(zone -> {
            String others =
                    size.open().isEmpty() ? "; no zone does" : "; zones " + String.join(", ", size.open()) + " do";
            problems.add("azure.zone " + zone + " of " + region
                    + (size.zones().contains(zone)
                            ? " refuses " + name + " to this subscription"
                            : " does not offer " + name)
                    + others);
        });
        return found;
    }

    private void guard(Wanted wanted, AzureSize size, Offer offer) {
        String name = size.name();
        require(
                size.number("MaxDataDiskCount").orElse(Long.MAX_VALUE) >= wanted.disks(),
                name + " takes " + size.number("MaxDataDiskCount").orElse(0L) + " data disks, not " + wanted.disks());
        require(
                size.can("PremiumIO") || wanted.types().stream().noneMatch(DiskType::needsPremiumStorage),
                name + " takes no premium storage, so no " + String.join(" ", wanted.skus()));
        require(
                size.can("PremiumIO") || !wanted.system().equals(DiskType.PREMIUM_SSD.sku()),
                name + " takes no premium storage, which its name promises for its system disk");
        if (wanted.types().contains(DiskType.ULTRA)) {
            require(
                    step.has(AzureArguments.ANY_ZONE) || size.takesUltra(offer.zone()),
                    size.zones().isEmpty() || offer.zone().isPresent()
                            ? name + " takes no Ultra disks in "
                                    + offer.zone()
                                            .map(zone -> "zone " + zone + " of ")
                                            .orElse("") + offer.region()
                            : "Ultra disks need a zone in " + offer.region() + "; set azure.zone to one of "
                                    + String.join(", ", size.open()));
        }
    }

    /** Returns the facts of a group of machines, prefixed with its name. */
    private Map<String, String> machine(Wanted wanted, AzureSize size, Offer offer) {
        guard(wanted, size, offer);
        Map<String, String> facts = new TreeMap<>();
        AzureImage image = image(wanted, size, offer).orElse(null);
        if (image != null) {
            facts.put(AzureArguments.IMAGE, image.reference());
            image.parts().forEach((field, part) -> facts.put(AzureArguments.IMAGE + "." + field, part));
            if (!image.plan().isEmpty()) {
                facts.put(AzureArguments.PLAN, String.join(":", image.plan().values()));
            }
            image.plan().forEach((field, part) -> facts.put(AzureArguments.PLAN + "." + field, part));
            controller(wanted, size, image).ifPresent(word -> facts.put(AzureArguments.CONTROLLER, word));
        }
        facts.put(AzureArguments.ACCELERATED, String.valueOf(size.can("AcceleratedNetworkingEnabled")));
        size.number("UncachedDiskIOPS")
                .ifPresent(iops -> facts.put(
                        "uncached",
                        String.format(
                                Locale.ROOT,
                                "%,d IOPS, %,.0f MB/s",
                                iops,
                                size.number("UncachedDiskBytesPerSecond").orElse(0L) / MEGABYTE)));
        Map<String, String> named = new TreeMap<>();
        facts.forEach((fact, value) -> named.put(wanted.machines() + "." + fact, value));
        return named;
    }

    /** Finds an image that fits the generation and the processor architecture of the size. The default release has one image for each. */
    private Optional<AzureImage> image(Wanted wanted, AzureSize size, Offer offer) {
        List<String> generations = size.words("HyperVGenerations");
        String processors = size.capabilities().getOrDefault("CpuArchitectureType", X64);
        String asked = wanted.image();
        if (asked.equals(AzureSettings.DEFAULT_IMAGE) && processors.equalsIgnoreCase(ARM64)) {
            asked = asked.replace(":server:", ":" + AzureImage.ARM + ":");
        } else if (asked.equals(AzureSettings.DEFAULT_IMAGE)
                && !generations.isEmpty()
                && !generations.contains(SECOND)) {
            asked = asked.replace(":server:", ":" + AzureImage.FIRST_GENERATION + ":");
        }
        Optional<AzureImage> found = AzureImage.find(client, offer.locations(), asked);
        require(found.isPresent(), "there is no image " + asked + " in " + offer.region() + "; name another one");
        found.ifPresent(image -> {
            String generation = image.generation().orElse("");
            require(
                    generation.isEmpty() || generations.isEmpty() || generations.contains(generation),
                    "the image " + image.reference() + " is of generation " + generation + ", and " + size.name()
                            + " starts " + String.join(", ", generations) + " only; take another image or size");
            String architecture = image.architecture().orElse(processors);
            require(
                    architecture.equalsIgnoreCase(processors),
                    "the image " + image.reference() + " is for " + architecture + " processors, and " + size.name()
                            + " has " + processors + "; take another image or size");
            require(
                    image.system().filter("Windows"::equalsIgnoreCase).isEmpty(),
                    "the image " + image.reference()
                            + " is of Windows, and machines are set up as Linux; take another image");
            require(
                    !wanted.trusted() || (generation.equals(SECOND) && !size.can("TrustedLaunchDisabled")),
                    "azure.trusted-launch needs an image of generation V2 and a size that has it, not "
                            + image.reference() + " on " + size.name());
        });
        return found;
    }

    /** Returns the requested controller, or SCSI if there is a choice; empty if the size has no choice of controllers. */
    private Optional<String> controller(Wanted wanted, AzureSize size, AzureImage image) {
        List<String> offered = size.words(CONTROLLERS);
        String scsi = Controller.SCSI.word();
        String nvme = Controller.NVME.word();
        boolean first = image.generation()
                .filter(generation -> !generation.equals(SECOND))
                .isPresent();
        String asked = wanted.controller();
        if (asked.isEmpty()) {
            asked = offered.isEmpty() || offered.contains(scsi) ? scsi : nvme;
        }
        if (asked.equals(nvme)) {
            require(
                    offered.contains(nvme.toUpperCase(Locale.ROOT)),
                    size.name() + " has no NVMe controller in Azure's answer");
            require(
                    !first && image.has(CONTROLLERS, nvme),
                    "the image " + image.reference()
                            + " does not start from an NVMe controller; set controller: SCSI where " + size.name()
                            + " has it, or take another image");
        }
        require(
                asked.equals(nvme) || offered.isEmpty() || offered.contains(scsi),
                size.name() + " has no SCSI controller in Azure's answer");
        return offered.isEmpty() || first ? Optional.empty() : Optional.of(asked);
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
            require(
                    needed <= left,
                    "the quota " + name + " in " + region + " leaves " + left + " cores, and " + needed
                            + " are needed; ask for more in the portal, or take fewer or smaller machines");
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds && !problems.contains(otherwise)) {
            problems.add(otherwise);
        }
    }
}
