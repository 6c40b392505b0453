package io.dbharness.cli.option;

import io.dbharness.workload.Parameter;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where figures of the target's machine come from: {@code auto}, {@code host}, {@code none}, {@code prometheus=URL,URL}; and
 * {@code azure=ID,ID}, alone or behind a plus.
 */
record Collecting() implements Parameter.Domain {

    static final String AUTO = "auto";
    private static final String HOST = "host";
    private static final String NONE = "none";
    private static final String PROMETHEUS = "prometheus=";
    private static final String AZURE = "azure=";
    private static final String AND_AZURE = "+" + AZURE;
    private static final CollectSettings NOTHING = new CollectSettings(false, false, List.of());

    /** Of a machine or a database. */
    private static final Pattern RESOURCE = Pattern.compile(
            "/subscriptions/[0-9A-Fa-f-]{36}/resourceGroups/[\\w().-]+/providers/"
                    + "(Microsoft\\.Compute/virtualMachines/[\\w.-]+|Microsoft\\.Sql/servers/[\\w.-]+/databases/[\\w.-]+)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern ADDRESS =
            Pattern.compile("https?://([\\w.-]+|\\[[0-9A-Fa-f:]+])(:\\d{1,5})?(/[\\w./~-]*)?");

    /** What such a text means; empty if it means nothing. */
    static Optional<CollectSettings> parse(String text) {
        int plus = text.lastIndexOf(AND_AZURE);
        if (text.startsWith(AZURE)) {
            return azure(NOTHING, text.substring(AZURE.length()));
        }
        return plus < 0
                ? guest(text)
                : guest(text.substring(0, plus))
                        .flatMap(guest -> azure(guest, text.substring(plus + AND_AZURE.length())));
    }

    private static Optional<CollectSettings> guest(String text) {
        return switch (text) {
            case AUTO -> Optional.of(CollectSettings.AUTO);
            case HOST -> Optional.of(new CollectSettings(true, false, List.of()));
            case NONE -> Optional.of(NOTHING);
            default -> text.startsWith(PROMETHEUS) ? exporters(text.substring(PROMETHEUS.length())) : Optional.empty();
        };
    }

    private static Optional<CollectSettings> azure(CollectSettings guest, String ids) {
        List<String> resources = Arrays.asList(ids.split(",", -1));
        return resources.stream().allMatch(id -> RESOURCE.matcher(id).matches())
                ? Optional.of(guest.withAzure(resources))
                : Optional.empty();
    }

    private static Optional<CollectSettings> exporters(String addresses) {
        List<String> texts = Arrays.asList(addresses.split(",", -1));
        return texts.stream().allMatch(address -> ADDRESS.matcher(address).matches())
                ? Optional.of(new CollectSettings(
                        false,
                        false,
                        texts.stream().map(Collecting::metrics).map(URI::create).toList()))
                : Optional.empty();
    }

    /** An exporter without a path has its metrics where all have them. */
    private static String metrics(String address) {
        return address.indexOf('/', "https://".length()) < 0 ? address + "/metrics" : address;
    }

    @Override
    public String label() {
        return "WHAT";
    }

    @Override
    public boolean contains(String text) {
        return parse(text).isPresent();
    }

    @Override
    public String expectation() {
        return "auto, host, none or prometheus=http://HOST:9100, with further addresses behind commas, and +azure=ID with"
                + " the ids of Azure's machines or databases";
    }
}
