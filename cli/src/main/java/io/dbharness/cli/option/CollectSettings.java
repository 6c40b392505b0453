package io.dbharness.cli.option;

import java.net.URI;
import java.util.List;

/**
 * Where figures of the target's machine come from, each interval, beside what the target itself tells.
 *
 * @param host      of this machine
 * @param ifLocal   of this machine if the target runs on it
 * @param exporters Prometheus node exporters of the target's machines
 */
public record CollectSettings(boolean host, boolean ifLocal, List<URI> exporters) {

    /** Of this machine if the target runs on it. */
    public static final CollectSettings AUTO = new CollectSettings(false, true, List.of());

    public CollectSettings {
        exporters = List.copyOf(exporters);
    }
}
