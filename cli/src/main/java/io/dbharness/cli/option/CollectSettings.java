package io.dbharness.cli.option;

import io.dbharness.model.Problems;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where figures of the target's machine come from, each interval, beside what the target itself tells.
 *
 * @param host      of this machine
 * @param ifLocal   of this machine if the target runs on it
 * @param exporters Prometheus node exporters of the target's machines
 * @param limits    what they are declared to be unable to exceed, by name
 * @param azure     ids of machines and databases of Azure, whose metrics are asked for after the run
 */
public record CollectSettings(
        boolean host, boolean ifLocal, List<URI> exporters, Map<String, Double> limits, List<String> azure) {

    private static final Pattern LIMIT = Pattern.compile("([A-Za-z][A-Za-z0-9_]*)=(\\d{1,15}(?:\\.\\d{1,9})?)");

    /** Of this machine if the target runs on it. */
    public static final CollectSettings AUTO = new CollectSettings(false, true, List.of());

    public CollectSettings {
        exporters = List.copyOf(exporters);
        limits = Map.copyOf(limits);
        azure = List.copyOf(azure);
    }

    /** Of figures whose limits nobody declares. */
    public CollectSettings(boolean host, boolean ifLocal, List<URI> exporters) {
        this(host, ifLocal, exporters, Map.of(), List.of());
    }

    /** The same with what Azure records of these. */
    CollectSettings withAzure(List<String> resources) {
        return new CollectSettings(host, ifLocal, exporters, limits, resources);
    }

    /** The same with what {@code --server-limit} declares, each as {@code NAME=VALUE}. */
    CollectSettings limited(List<String> texts, Problems problems) {
        Map<String, Double> all = new TreeMap<>(limits);
        for (String text : texts) {
            Matcher limit = LIMIT.matcher(text);
            boolean sound = limit.matches() && Double.parseDouble(limit.group(2)) > 0;
            problems.require(
                    sound,
                    "--server-limit '" + text
                            + "' is not the name of a level and a number above 0, such as diskIops=5000");
            if (sound) {
                all.put(limit.group(1), Double.parseDouble(limit.group(2)));
            }
        }
        return new CollectSettings(host, ifLocal, exporters, all, azure);
    }
}
