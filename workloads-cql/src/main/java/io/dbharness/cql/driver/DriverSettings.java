package io.dbharness.cql.driver;

import com.typesafe.config.ConfigUtil;
import io.dbharness.model.Resources;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Renders the driver's settings in the format of its configuration files. The user's file overrides the harness's settings, and the address
 * overrides both.
 */
final class DriverSettings {

    /** Settings that are equal in every session. */
    private static final Properties FIXED = Resources.properties(DriverSettings.class, "/cql/driver.properties");

    private static final String CONSISTENCY = "basic.request.consistency";
    private static final String SERIAL = "basic.request.serial-consistency";
    private static final String TIMEOUT = "basic.request.timeout";
    private static final String THREADS = "advanced.netty.io-group.size";
    private static final String CONNECTIONS = "advanced.connection.pool.local.size";

    /** The settings that each option of the address decides. */
    private static final Map<String, List<String>> DECIDED_BY = Map.of(
            "consistency", List.of(CONSISTENCY),
            "serial-consistency", List.of(SERIAL),
            "timeout", List.of(TIMEOUT),
            "event-loops", List.of(THREADS, CONNECTIONS));

    private DriverSettings() {}

    /**
     * Renders all settings.
     *
     * @param keyspaces  whose tables the driver loads into its metadata
     * @param eventLoops threads of the driver, and connections to each node
     */
    static String of(List<String> keyspaces, CqlOptions options, int eventLoops) {
        Map<String, String> ours = new TreeMap<>();
        FIXED.forEach((path, value) -> ours.put(path.toString(), quoted(value.toString())));
        ours.put(
                "advanced.metadata.schema.refreshed-keyspaces",
                keyspaces.stream().map(DriverSettings::quoted).collect(Collectors.joining(", ", "[", "]")));
        ours.put(CONSISTENCY, quoted(String.valueOf(options.consistency())));
        ours.put(SERIAL, quoted(String.valueOf(options.serialConsistency())));
        ours.put(TIMEOUT, quoted(options.timeout().toMillis() + " milliseconds"));
        // The driver's own policies, by their short names. With a bundle, the bundle names the local data centre.
        boolean near =
                options.datacenter().isPresent() || options.driver().bundle().isPresent();
        ours.put(
                "basic.load-balancing-policy.class",
                near ? "DefaultLoadBalancingPolicy" : "DcInferringLoadBalancingPolicy");
        ours.put(THREADS, Integer.toString(eventLoops));
        ours.put(CONNECTIONS, Integer.toString(eventLoops));

        Map<String, String> chosen = new TreeMap<>();
        options.driver().settings().forEach((path, value) -> chosen.put(path, quoted(value)));
        DECIDED_BY.forEach((option, paths) -> {
            if (options.given().contains(option)) {
                paths.forEach(path -> chosen.put(path, String.valueOf(ours.get(path))));
            }
        });
        String file = options.driver()
                .file()
                .map(path ->
                        "include required(file(" + quoted(path.toAbsolutePath().toString()) + "))\n")
                .orElse("");
        return block(ours) + file + block(chosen);
    }

    private static String block(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + " = " + setting.getValue())
                .collect(Collectors.joining("\n", DriverOptions.ROOT + " {\n", "\n}\n"));
    }

    private static String quoted(String text) {
        return ConfigUtil.quoteString(text);
    }
}
