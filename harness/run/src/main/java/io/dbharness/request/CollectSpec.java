package io.dbharness.request;

import io.dbharness.model.Internal;
import io.dbharness.quantity.Quantities;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The sources of metrics of the target's machine, read each interval in addition to the target's own metrics.
 *
 * @param host      true to read the metrics of this machine
 * @param ifLocal   true to read the metrics of this machine if the target runs on it
 * @param exporters Prometheus node exporters of the target's machines
 * @param volumes   names of volumes, mounted at {@code /NAME} on these machines, whose disks are also read apart
 * @param limits    declared upper limits of metrics, by name
 * @param azure     resource ids of Azure machines and databases whose metrics are fetched after the run
 */
@Internal
public record CollectSpec(
        boolean host,
        boolean ifLocal,
        List<URI> exporters,
        List<String> volumes,
        Map<String, Double> limits,
        List<String> azure) {

    private static final String PROMETHEUS = "prometheus=";
    private static final String AZURE = "azure=";
    private static final String AND_AZURE = "+" + AZURE;

    /** The resource id of an Azure machine or database. */
    private static final Pattern RESOURCE = Pattern.compile(
            "/subscriptions/[0-9A-Fa-f-]{36}/resourceGroups/[\\w().-]+/providers/"
                    + "(Microsoft\\.Compute/virtualMachines/[\\w.-]+|Microsoft\\.Sql/servers/[\\w.-]+/databases/[\\w.-]+)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern ADDRESS =
            Pattern.compile("https?://([\\w.-]+|\\[[0-9A-Fa-f:]+])(:\\d{1,5})?(/[\\w./~-]*)?");

    private static final Pattern VOLUME = Pattern.compile("[a-z][a-z0-9]{0,15}");

    private static final Pattern LEVEL = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

    /** Only the target's own metrics. */
    public static final CollectSpec NONE = new CollectSpec(false, false, List.of());

    /** Also the metrics of this machine if the target runs on it. */
    public static final CollectSpec AUTO = new CollectSpec(false, true, List.of());

    public CollectSpec {
        exporters = List.copyOf(exporters);
        volumes = List.copyOf(volumes);
        limits = Map.copyOf(limits);
        azure = List.copyOf(azure);
    }

    /** Creates a specification without declared limits and Azure resources. */
    public CollectSpec(boolean host, boolean ifLocal, List<URI> exporters) {
        this(host, ifLocal, exporters, List.of(), Map.of(), List.of());
    }

    /** Returns a copy that also collects the Azure metrics of these resources. */
    CollectSpec withAzure(List<String> resources) {
        return new CollectSpec(host, ifLocal, exporters, volumes, limits, resources);
    }

    /** Returns a copy with a declared limit, for example {@code diskIops} of 5000. */
    public CollectSpec limited(String level, double most) {
        Map<String, Double> all = new TreeMap<>(limits);
        all.put(level, most);
        return new CollectSpec(host, ifLocal, exporters, volumes, all, azure);
    }

    /** Returns a copy with the limits of all {@code --server-limit} options, each {@code NAME=VALUE}; notes malformed ones. */
    CollectSpec limited(OptionValues values) {
        CollectSpec limited = this;
        for (String text : values.all(CommonOptions.SERVER_LIMIT)) {
            String level = text.substring(0, Math.max(0, text.indexOf('=')));
            double most =
                    Quantities.number(text.substring(text.indexOf('=') + 1)).orElse(0);
            boolean sound = LEVEL.matcher(level).matches() && most > 0;
            values.require(
                    sound,
                    CommonOptions.SERVER_LIMIT,
                    "--server-limit '" + text
                            + "' is not the name of a level and a number above 0, such as diskIops=5000");
            if (sound) {
                limited = limited.limited(level, most);
            }
        }
        return limited;
    }

    /**
     * Parses {@code auto}, {@code host}, {@code none} or {@code prometheus=URL,URL#VOLUME+VOLUME}, and {@code azure=ID,ID} alone or
     * after a plus sign; empty if the text is malformed.
     */
    public static Optional<CollectSpec> parse(String text) {
        int plus = text.lastIndexOf(AND_AZURE);
        if (text.startsWith(AZURE)) {
            return azure(NONE, text.substring(AZURE.length()));
        }
        return plus < 0
                ? guest(text)
                : guest(text.substring(0, plus))
                        .flatMap(guest -> azure(guest, text.substring(plus + AND_AZURE.length())));
    }

    private static Optional<CollectSpec> guest(String text) {
        return switch (text) {
            case "auto" -> Optional.of(CollectSpec.AUTO);
            case "host" -> Optional.of(new CollectSpec(true, false, List.of()));
            case "none" -> Optional.of(NONE);
            default -> text.startsWith(PROMETHEUS) ? exporters(text.substring(PROMETHEUS.length())) : Optional.empty();
        };
    }

    private static Optional<CollectSpec> azure(CollectSpec guest, String ids) {
        List<String> resources = Arrays.asList(ids.split(",", -1));
        return resources.stream().allMatch(id -> RESOURCE.matcher(id).matches())
                ? Optional.of(guest.withAzure(resources))
                : Optional.empty();
    }

    private static Optional<CollectSpec> exporters(String text) {
        String[] parts = text.split("#", 2);
        List<String> texts = Arrays.asList(parts[0].split(",", -1));
        List<String> volumes = parts.length == 1 ? List.of() : Arrays.asList(parts[1].split("\\+", -1));
        return texts.stream().allMatch(address -> ADDRESS.matcher(address).matches())
                        && volumes.stream()
                                .allMatch(volume -> VOLUME.matcher(volume).matches())
                ? Optional.of(new CollectSpec(
                        false,
                        false,
                        texts.stream()
                                .map(CollectSpec::metrics)
                                .map(URI::create)
                                .toList(),
                        volumes,
                        Map.of(),
                        List.of()))
                : Optional.empty();
    }

    /** Adds the conventional path {@code /metrics} to an exporter address without a path. */
    private static String metrics(String address) {
        return address.indexOf('/', "https://".length()) < 0 ? address + "/metrics" : address;
    }
}
