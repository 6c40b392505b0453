package io.dbharness.run;

import io.dbharness.machine.HostProbe;
import io.dbharness.model.HarnessException;
import io.dbharness.request.CollectSpec;
import io.dbharness.sut.ServerProbe;
import io.dbharness.time.RunClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Creates the probes in addition to the target's own: those of its machines and of the clouds that monitor them. */
final class Collectors {

    /** An address whose host is this machine, or a file. */
    private static final Pattern HERE = Pattern.compile(
            "(//|,|@)(localhost|127(\\.\\d+){3}|\\[::1])([:/;,?].*)?$|^file:", Pattern.CASE_INSENSITIVE);

    private Collectors() {}

    /**
     * Returns the factories of the probes that the settings select.
     *
     * @param address address of the target as the client uses it
     * @param data    data directory of the target, which selects the disk; empty if not known, which selects all disks
     * @param volumes directories or files of the target on separate disks, by name
     */
    static List<Supplier<ServerProbe>> of(
            CollectSpec settings, String address, Optional<Path> data, Map<String, Path> volumes, RunClock clock) {
        List<Supplier<ServerProbe>> probes = new ArrayList<>();
        if (!settings.exporters().isEmpty()) {
            probes.add(() -> HostProbe.exported(clock, settings.exporters()));
            settings.volumes()
                    .forEach(volume -> probes.add(() -> VolumeProbe.mounted(volume, settings.exporters(), clock)));
        } else if (settings.host()
                || (settings.ifLocal() && HERE.matcher(address).find())) {
            probes.add(() -> HostProbe.local(clock, data));
            volumes.forEach((name, path) ->
                    probes.add(() -> new VolumeProbe(name, HostProbe.local(clock, Optional.of(path)))));
        }
        if (!settings.azure().isEmpty()) {
            probes.add(ServiceLoader.load(CloudMetrics.class)
                    .findFirst()
                    .orElseThrow(() ->
                            new HarnessException("metrics of Azure need the module provisioning on the class path"))
                    .probe(settings.azure(), clock));
        }
        return List.copyOf(probes);
    }
}
