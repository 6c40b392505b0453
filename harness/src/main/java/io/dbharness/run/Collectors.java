package io.dbharness.run;

import io.dbharness.host.HostProbe;
import io.dbharness.model.HarnessException;
import io.dbharness.spec.CollectSpec;
import io.dbharness.sut.ServerProbe;
import io.dbharness.time.RunClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Makes the probes that are asked beside the target: those of the machines it runs on, and of the clouds that watch it. */
final class Collectors {

    /** A host of an address that is this machine, or a file. */
    private static final Pattern HERE = Pattern.compile(
            "(//|,|@)(localhost|127(\\.\\d+){3}|\\[::1])([:/;,?].*)?$|^file:", Pattern.CASE_INSENSITIVE);

    private Collectors() {}

    /**
     * What is to be asked beside the target.
     *
     * @param address as its client uses it
     * @param data    where it keeps them, on the disk that counts; empty when not known, and then all disks count
     */
    static List<Supplier<ServerProbe>> of(CollectSpec settings, String address, Optional<Path> data, RunClock clock) {
        List<Supplier<ServerProbe>> probes = new ArrayList<>();
        if (!settings.exporters().isEmpty()) {
            probes.add(() -> HostProbe.exported(clock, settings.exporters()));
        } else if (settings.host()
                || (settings.ifLocal() && HERE.matcher(address).find())) {
            probes.add(() -> HostProbe.local(clock, data));
        }
        if (!settings.azure().isEmpty()) {
            probes.add(ServiceLoader.load(CloudMetrics.class)
                    .findFirst()
                    .orElseThrow(() ->
                            new HarnessException("figures of Azure need the module provisioning on the class path"))
                    .probe(settings.azure(), clock));
        }
        return List.copyOf(probes);
    }
}
