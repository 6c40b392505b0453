package io.dbharness.cli.provision;

import io.dbharness.cli.option.CommonOptions;
import io.dbharness.provisioning.spi.Place;
import io.dbharness.target.TargetSpec;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where on a place a command works: the options that somebody would type who had read what {@code provision up} prints.
 *
 * @param directory on the place's disk
 * @param group     for a server on it
 * @param target    a database that is there
 */
public record Spot(Optional<Path> directory, Optional<Path> group, Optional<TargetSpec> target) {

    static final String DATA = "data";
    static final String PROBE = "probe.dat";

    private static final String FILE = "file";
    private static final String DIRECT = "direct";
    private static final String SYNC = "sync";
    private static final String FILE_ADDRESS = "file:";

    /** Of a place that is not there yet: fit to check the rest of a command with. */
    public static Spot unmade() {
        return new Spot(Optional.of(Path.of("").toAbsolutePath()), Optional.empty(), Optional.empty());
    }

    static Spot of(Place place) {
        return new Spot(place.directory(), place.group(), place.target());
    }

    /**
     * The options that put a command here, by name, as far as it does not have them; none for one against a server elsewhere.
     *
     * @param own           the options that it has
     * @param defaultTarget of its workload
     */
    public Map<String, String> options(Map<String, String> own, String defaultTarget) {
        Map<String, String> options = new HashMap<>();
        String address = own.getOrDefault(CommonOptions.TARGET, defaultTarget);
        if (own.containsKey(FILE)) {
            return options;
        }
        if (directory.isPresent() && address.startsWith(FILE_ADDRESS)) {
            // As the target, not as a parameter of the workload: that would make each repeat another workload, on
            // another disk.
            String direct = own.getOrDefault(DIRECT, "auto");
            String sync = own.getOrDefault(SYNC, "no");
            options.put(
                    CommonOptions.TARGET,
                    FILE_ADDRESS + directory.get().resolve(PROBE) + "?" + DIRECT + "=" + direct + "&" + SYNC + "="
                            + sync);
        } else if (directory.isPresent() && address.startsWith("embedded:")) {
            options.put(CommonOptions.DATA_DIR, directory.get().resolve(DATA).toString());
            group.ifPresent(g -> options.put(CommonOptions.CGROUP, g.toString()));
        }
        options.keySet().removeAll(own.keySet());
        return options;
    }
}
