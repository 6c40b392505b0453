package io.dbharness.provisioning.azure;

import com.azure.core.util.Context;
import com.azure.resourcemanager.compute.fluent.models.ResourceSkuInner;
import com.azure.resourcemanager.compute.fluent.models.UsageInner;
import com.azure.resourcemanager.compute.models.ResourceSkuLocationInfo;
import com.azure.resourcemanager.compute.models.ResourceSkuRestrictions;
import io.dbharness.model.UsageException;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.catalogue.VmSize;
import io.dbharness.provisioning.spi.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Asks Azure, before anything is made, whether region, zone and quota of the subscription allow it; tells all that is amiss at once. */
final class AzureCheck {

    private static final String MACHINES = "virtualMachines";
    private static final String DISKS = "disks";
    private static final String REGIONAL_CORES = "cores";

    private final AzureClients clients;
    private final Catalogue catalogue;
    private final List<String> problems = new ArrayList<>();

    AzureCheck(AzureClients clients, Catalogue catalogue) {
        this.clients = clients;
        this.catalogue = catalogue;
    }

    Map<String, String> run(Step step) {
        Map<String, Integer> sizes = sizes(step);
        List<String> disks = words(step.argument(Arguments.DISK_SKUS));
        if (sizes.isEmpty() && disks.isEmpty()) {
            return Map.of();
        }
        String region = step.argument(Arguments.REGION);
        List<ResourceSkuInner> skus =
                clients.compute().getResourceSkus().list("location eq '" + region + "'", null, Context.NONE).stream()
                        .toList();
        Offer offer =
                new Offer(skus, region, Optional.ofNullable(step.arguments().get(Arguments.ZONE)));
        Map<String, Long> cores = new TreeMap<>();
        sizes.forEach((size, count) -> find(offer, MACHINES, size).ifPresent(sku -> {
            long needed = count * vcpus(size);
            cores.merge(sku.family(), needed, Long::sum);
            cores.merge(REGIONAL_CORES, needed, Long::sum);
        }));
        disks.forEach(disk -> find(offer, DISKS, disk));
        quota(cores, region);
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
    private record Offer(List<ResourceSkuInner> skus, String region, Optional<String> zone) {}

    private Optional<ResourceSkuInner> find(Offer offer, String type, String name) {
        String region = offer.region();
        Optional<ResourceSkuInner> sku = offer.skus().stream()
                .filter(s -> type.equals(s.resourceType()) && name.equalsIgnoreCase(s.name()))
                .findFirst();
        if (sku.isEmpty()) {
            problems.add("azure.region " + region + " does not offer " + name + "; take another region or size");
            return sku;
        }
        for (ResourceSkuRestrictions restriction :
                stream(sku.get().restrictions()).toList()) {
            problems.add(name + " is refused to this subscription in " + region + " (" + restriction.reasonCode()
                    + "); take another region or size, or ask for access in the portal");
        }
        List<String> zones = stream(sku.get().locationInfo())
                .map(ResourceSkuLocationInfo::zones)
                .flatMap(AzureCheck::stream)
                .sorted()
                .toList();
        offer.zone()
                .filter(asked -> !zones.contains(asked))
                .ifPresent(asked -> problems.add("azure.zone " + asked + " of " + region + " does not offer " + name
                        + (zones.isEmpty() ? "; no zone does" : "; zones " + String.join(", ", zones) + " do")));
        return sku;
    }

    private void quota(Map<String, Long> cores, String region) {
        if (cores.isEmpty()) {
            return;
        }
        for (UsageInner usage : clients.compute().getUsages().list(region)) {
            String name = usage.name().value();
            long left = usage.limit() - usage.currentValue();
            long needed = cores.entrySet().stream()
                    .filter(entry -> entry.getKey().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT)))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            if (needed > left) {
                problems.add("the quota " + name + " in " + region + " leaves " + left + " cores, and " + needed
                        + " are needed; ask for more in the portal, or take fewer or smaller machines");
            }
        }
    }

    private static <T> Stream<T> stream(@Nullable List<T> list) {
        return list == null ? Stream.empty() : list.stream();
    }
}
