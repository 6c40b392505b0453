package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.azure.AzureGroups.Tags;
import io.dbharness.provisioning.catalogue.DiskType;
import io.dbharness.provisioning.file.DataFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Plans the request body of a step: the template of its kind in {@code requests.yaml}, filled with the step's arguments, and with
 * {@link Placeholders} for values that are not known yet.
 *
 * @param arguments arguments of the step, JSON values by name
 */
record AzureBody(AzureSettings settings, Map<String, Object> arguments) {

    /** Administrator account of the machines. */
    static final String USER = "harness";

    private static final String SUBNET = "machines";
    private static final Map<String, String> CACHING =
            Map.of("none", "None", "read-only", "ReadOnly", "read-write", "ReadWrite");

    private static final String CONDITION = "$if";
    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)(\\??)}");

    /**
     * The content of {@code requests.yaml}.
     *
     * @param bodies body template for each kind of step
     * @param told   for each kind of step, the JSON pointers of its facts in the response
     */
    record Requests(Map<String, Map<String, Object>> bodies, Map<String, Map<String, String>> told) {

        static final Requests ALL = DataFile.read(Requests.class, "requests.yaml");
    }

    /** Plans the complete body; empty if the kind of step is no resource. */
    Optional<Map<String, Object>> of(Kind kind) {
        return Optional.ofNullable(Requests.ALL.bodies().get(kind.pattern())).map(template -> {
            Map<String, Object> body = filled(template, kind);
            if (kind.isTagged()) {
                body.put("location", settings.region());
                body.put(
                        "tags",
                        Tags.of(
                                arguments,
                                Placeholders.fact(AzureArguments.GROUP_STEP, AzureArguments.CREATED),
                                Placeholders.fact(AzureArguments.GROUP_STEP, AzureArguments.EXPIRES)));
            }
            return body;
        });
    }

    private Map<String, Object> filled(Map<?, ?> template, Kind kind) {
        Map<String, Object> filled = new LinkedHashMap<>();
        template.forEach((name, part) -> filled(part, kind).ifPresent(value -> filled.put(name.toString(), value)));
        filled.remove(CONDITION);
        return filled;
    }

    /** Fills a part of a template; empty if the part is omitted. */
    private Optional<Object> filled(Object part, Kind kind) {
        if (part instanceof Map<?, ?> object) {
            Object condition = object.get(CONDITION);
            boolean wanted = condition == null
                    || value(condition.toString(), kind)
                            .filter(value -> !value.equals(false))
                            .isPresent();
            return wanted ? Optional.of(filled(object, kind)) : Optional.empty();
        }
        if (part instanceof List<?> list) {
            return Optional.of(
                    list.stream().flatMap(entry -> filled(entry, kind).stream()).toList());
        }
        Matcher place = PLACE.matcher(part.toString());
        if (!place.matches()) {
            return Optional.of(part);
        }
        Optional<Object> value = value(place.group(1), kind);
        if (value.isEmpty() && place.group(2).isEmpty()) {
            throw new IllegalArgumentException("a " + kind.word() + " has no " + place.group(1));
        }
        return value;
    }

    /** Returns a value of the template: by default the step's argument of that name. */
    private Optional<Object> value(String name, Kind kind) {
        return switch (name) {
            case "space" -> Optional.of(StepPlanner.SPACE);
            case "subnet" -> Optional.of(SUBNET);
            case "adminUser" -> Optional.of(USER);
            case "keyPath" -> Optional.of("/home/" + USER + "/.ssh/authorized_keys");
            case AzureArguments.PUBLIC_KEY -> Optional.of(Placeholders.fact(AzureArguments.KEY_STEP, name));
            case "firewall" -> Optional.of(Placeholders.id(AzureArguments.FIREWALL_STEP));
            case "nat" ->
                settings.network().natGateway()
                        ? Optional.of(Placeholders.id(AzureArguments.NAT_STEP))
                        : Optional.empty();
            case "outbound" -> Optional.of(!settings.network().natGateway());
            case "proximityId" -> Optional.of(Placeholders.id(AzureArguments.PROXIMITY_STEP));
            case "subnetId" ->
                argument(name)
                        .or(() -> Optional.of(Placeholders.id(AzureArguments.NETWORK_STEP, "/subnets/" + SUBNET)));
            case "interface", "address", "machine" -> Optional.of(Placeholders.id(node() + "/" + name));
            case "clients" ->
                argument(AzureArguments.AGENTS)
                        .map(ports -> List.of(Map.of("id", Placeholders.id(AzureArguments.CLIENTS_STEP))));
            case "prefixes" -> Optional.of(settings.network().prefixes());
            case "zones" -> zone(kind).map(List::of);
            case "zone" -> zone(kind);
            case "eviction" -> argument(AzureArguments.PRIORITY).map(spot -> "Deallocate");
            case "cardGoes" -> Optional.of(settings.placement().anyZone() ? "Detach" : "Delete");
            case "endOfDay" -> Optional.of(Placeholders.fact(AzureArguments.GROUP_STEP, AzureArguments.END_OF_DAY));
            case AzureArguments.ACCELERATED -> Optional.of(Placeholders.flag(AzureArguments.CHECK_STEP, checked(name)));
            case AzureArguments.CONTROLLER ->
                Optional.of(Placeholders.optional(AzureArguments.CHECK_STEP, checked(name)));
            case AzureArguments.PLAN -> Optional.of(checked(name, AzureImage.PLAN, true));
            case AzureArguments.IMAGE -> argument(name).map(image -> image(image.toString()));
            case AzureArguments.DISKS -> argument(name).map(count -> disks(((Number) count).intValue()));
            case AzureArguments.PASSWORD -> argument(name).map(reference -> Placeholders.secret(reference.toString()));
            default -> argument(name);
        };
    }

    private Optional<Object> argument(String name) {
        return Optional.ofNullable(arguments.get(name));
    }

    private String node() {
        return String.valueOf(arguments.get(AzureArguments.NODE));
    }

    /** Returns the zone of the run, or that of the machine that the resource belongs to; none for a disk that is in all zones. */
    private Optional<Object> zone(Kind kind) {
        boolean everywhere = argument(AzureArguments.SKU)
                .flatMap(sku -> DiskType.of(sku.toString()))
                .filter(DiskType::zoneRedundant)
                .isPresent();
        if (everywhere) {
            return Optional.empty();
        }
        if (!settings.placement().anyZone() || !arguments.containsKey(AzureArguments.NODE)) {
            return settings.placement().zone().map(zone -> zone);
        }
        return Optional.of(
                kind == Kind.MACHINE
                        ? Placeholders.triedZone()
                        : Placeholders.optional(node() + "/machine", AzureArguments.ZONE));
    }

    /** Returns the name of a fact that the check step has found about machines of this kind. */
    private String checked(String fact) {
        return arguments.get(AzureArguments.MACHINES) + "." + fact;
    }

    /** Returns an object whose fields the check step has found. */
    private Map<String, Object> checked(String object, List<String> fields, boolean optional) {
        Map<String, Object> found = new LinkedHashMap<>();
        for (String field : fields) {
            String fact = checked(object + "." + field);
            found.put(
                    field,
                    optional
                            ? Placeholders.optional(AzureArguments.CHECK_STEP, fact)
                            : Placeholders.fact(AzureArguments.CHECK_STEP, fact));
        }
        return found;
    }

    private Map<String, Object> image(String asked) {
        return asked.startsWith("/") ? Map.of("id", asked) : checked(AzureArguments.IMAGE, AzureImage.NAME, false);
    }

    private List<Object> disks(int count) {
        List<Object> disks = new ArrayList<>();
        for (int lun = 0; lun < count; lun++) {
            Map<String, Object> disk = new LinkedHashMap<>();
            disk.put("lun", lun);
            disk.put("createOption", "Attach");
            disk.put("caching", caching(arguments.get(AzureArguments.CACHING), lun));
            disk.put("managedDisk", Map.of("id", Placeholders.id(node() + "/disk-" + lun)));
            disk.put("deleteOption", "Delete");
            disks.add(disk);
        }
        return disks;
    }

    private static String caching(@Nullable Object words, int lun) {
        return words instanceof List<?> all ? caching(all.get(lun).toString()) : caching("none");
    }

    /** Returns Azure's name of a host caching mode. */
    static String caching(String word) {
        return CACHING.getOrDefault(word, "None");
    }
}
