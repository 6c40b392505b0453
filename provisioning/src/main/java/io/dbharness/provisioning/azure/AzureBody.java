package io.dbharness.provisioning.azure;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.azure.AzureGroups.Tags;
import io.dbharness.provisioning.azure.AzureNetwork.Range;
import io.dbharness.provisioning.file.DataFile;
import io.dbharness.provisioning.software.DatabaseSoftware.FirstStart;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.sut.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Builds the request body of a step: the template of its kind in {@code requests.yaml}, filled with the step's arguments and the facts of
 * earlier steps.
 *
 * @param zone availability zone of a zonal resource; empty for a regional one
 */
record AzureBody(Step step, Facts earlier, Optional<String> zone) {

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

    /** Builds the complete body. */
    Map<Object, Object> of(Kind kind) {
        Map<?, ?> pattern = Requests.ALL.bodies().get(kind.pattern());
        if (pattern == null) {
            throw new IllegalArgumentException(kind + " is no resource");
        }
        Map<Object, Object> body = filled(pattern);
        if (kind.isTagged()) {
            body.put("location", step.argument(AzureArguments.REGION));
            body.put("tags", Tags.of(step, earlier));
        }
        return body;
    }

    private Map<Object, Object> filled(Map<?, ?> pattern) {
        Map<Object, Object> filled = new LinkedHashMap<>();
        pattern.forEach((name, part) -> filled(part).ifPresent(value -> filled.put(name, value)));
        filled.remove(CONDITION);
        return filled;
    }

    /** Fills a part of a template; empty if the part is omitted. */
    private Optional<Object> filled(Object part) {
        if (part instanceof Map<?, ?> object) {
            Object condition = object.get(CONDITION);
            boolean wanted = condition == null
                    || value(condition.toString())
                            .filter(told -> !told.toString().equals("false"))
                            .isPresent();
            return wanted ? Optional.of(filled(object)) : Optional.empty();
        }
        if (part instanceof List<?> list) {
            return Optional.of(
                    list.stream().flatMap(entry -> filled(entry).stream()).toList());
        }
        Matcher place = PLACE.matcher(part.toString());
        if (!place.matches()) {
            return Optional.of(part);
        }
        Optional<Object> value = value(place.group(1));
        if (value.isEmpty() && place.group(2).isEmpty()) {
            throw new IllegalArgumentException("step " + step.id() + " has no " + place.group(1));
        }
        return value;
    }

    private Optional<String> argument(String name) {
        return Optional.ofNullable(step.arguments().get(name));
    }

    /** Returns the value of a placeholder: by default the step's argument of that name, as text. */
    private Optional<Object> value(String name) {
        return switch (name) {
            case "space" -> Optional.of(StepPlanner.SPACE);
            case "subnet" -> Optional.of(SUBNET);
            case "adminUser" -> Optional.of(USER);
            case "keyPath" -> Optional.of("/home/" + USER + "/.ssh/authorized_keys");
            case AzureArguments.PUBLIC_KEY -> Optional.of(earlier.text(AzureArguments.KEY_STEP, name));
            case "firewall" -> Optional.of(id(AzureArguments.FIREWALL_STEP));
            case "nat" -> earlier.of(AzureArguments.NAT_STEP, AzureArguments.ID).map(id -> id);
            case "outbound" ->
                Optional.of(
                        earlier.of(AzureArguments.NAT_STEP, AzureArguments.ID).isEmpty());
            case "proximityId" -> Optional.of(id(AzureArguments.PROXIMITY_STEP));
            case "subnetId" ->
                argument(name)
                        .or(() -> Optional.of(id(AzureArguments.NETWORK_STEP) + "/subnets/" + SUBNET))
                        .map(id -> id);
            case "interface", "address", "machine" -> Optional.of(id(step.argument(AzureArguments.NODE) + "/" + name));
            case "clients" ->
                argument(AzureArguments.AGENTS).map(ports -> List.of(Map.of("id", id(AzureArguments.CLIENTS_STEP))));
            case "prefixes" -> argument(AzureArguments.ALLOW_FROM).map(AzureBody::prefixes);
            case "zones" -> zone.map(List::of);
            case "zone" -> zone.map(one -> one);
            case "eviction" -> argument(AzureArguments.PRIORITY).map(spot -> "Deallocate");
            case "cardGoes" -> Optional.of(argument(AzureArguments.ANY_ZONE).isPresent() ? "Detach" : "Delete");
            case "endOfDay" -> Optional.of(endOfDay());
            case AzureArguments.SECTOR,
                    AzureArguments.GIB,
                    AzureArguments.SYSTEM_GIB,
                    AzureArguments.IOPS,
                    AzureArguments.MEGABYTES,
                    "capacity",
                    "maxSizeBytes",
                    "autoPauseDelay" -> argument(name).map(Long::valueOf);
            case "minCapacity" -> argument(name).map(Double::valueOf);
            case AzureArguments.PERFORMANCE_PLUS, AzureArguments.BURSTING ->
                argument(name).map(Boolean::valueOf);
            case AzureArguments.ACCELERATED -> checked(name).map(Boolean::valueOf);
            case AzureArguments.CONTROLLER -> checked(name).map(word -> word);
            case AzureArguments.PLAN -> checked(name).map(AzureBody::plan);
            case AzureArguments.IMAGE -> checked(name).or(() -> argument(name)).map(AzureBody::image);
            case AzureArguments.DISKS -> argument(name).map(this::disks);
            case AzureArguments.PACKAGES ->
                argument(name).flatMap(FirstStart::parse).map(AzureBody::base64);
            case AzureArguments.PASSWORD -> argument(name).map(reference -> password());
            default -> argument(name).map(text -> text);
        };
    }

    /** Returns a fact that the check step has found about machines of this kind. */
    private Optional<String> checked(String fact) {
        return earlier.of(AzureArguments.CHECK_STEP, step.argument(AzureArguments.MACHINES) + "." + fact);
    }

    private static List<String> prefixes(String words) {
        return AzureNetwork.ranges(words).stream().map(Range::prefix).toList();
    }

    /** Returns the shutdown time. Azure's schedules have a time of day only, and no run with a schedule lasts longer than a day. */
    private String endOfDay() {
        Instant end = Instant.parse(earlier.text(AzureArguments.GROUP_STEP, AzureArguments.EXPIRES));
        return DateTimeFormatter.ofPattern("HHmm").withZone(ZoneOffset.UTC).format(end);
    }

    private String id(String earlierStep) {
        return earlier.text(earlierStep, AzureArguments.ID);
    }

    private static Map<String, String> image(String text) {
        if (text.startsWith("/")) {
            return Map.of("id", text);
        }
        String[] image = text.split(":", 4);
        return Map.of("publisher", image[0], "offer", image[1], "sku", image[2], "version", image[3]);
    }

    private static Map<String, String> plan(String text) {
        String[] plan = text.split(":", 3);
        return Map.of("name", plan[0], "product", plan[1], "publisher", plan[2]);
    }

    private List<Map<String, Object>> disks(String count) {
        List<String> caching = List.of(
                step.arguments().getOrDefault(AzureArguments.CACHING, "none").split(" ", -1));
        return IntStream.range(0, Integer.parseInt(count))
                .mapToObj(lun -> Map.of(
                        "lun",
                        lun,
                        "createOption",
                        "Attach",
                        "caching",
                        caching(caching.get(Math.min(lun, caching.size() - 1))),
                        "managedDisk",
                        Map.of("id", id(step.argument(AzureArguments.NODE) + "/disk-" + lun)),
                        "deleteOption",
                        "Delete"))
                .toList();
    }

    /** Returns Azure's name of a host caching mode. */
    static String caching(String word) {
        return CACHING.getOrDefault(word, "None");
    }

    private static String base64(FirstStart start) {
        return Base64.getEncoder().encodeToString(start.text().getBytes(StandardCharsets.UTF_8));
    }

    private String password() {
        return Secret.parse(step.argument(AzureArguments.PASSWORD))
                .orElseThrow(() -> new HarnessException("no reference to a password: " + step.id()))
                .reveal();
    }
}
