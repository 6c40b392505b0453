package io.dbharness.cli;

import io.dbharness.cli.option.CollectSettings;
import io.dbharness.provisioning.azure.AzureMonitor;
import io.dbharness.target.ServerProbe;
import io.dbharness.target.host.HostProbe;
import io.dbharness.time.RunClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The probes of the machines that a target runs on. */
final class HostFigures {

    /** A host of an address that is this machine, or a file. */
    private static final Pattern HERE = Pattern.compile(
            "(//|,|@)(localhost|127(\\.\\d+){3}|\\[::1])([:/;,?].*)?$|^file:", Pattern.CASE_INSENSITIVE);

    private HostFigures() {}

    /**
     * Where a target is.
     *
     * @param address as its client uses it
     * @param data    where it keeps them, on the disk that counts; empty when nobody knows, and then all disks count
     */
    record Where(String address, Optional<Path> data) {}

    /**
     * What is to be asked beside the target.
     *
     * @param where the target is
     */
    static List<Supplier<ServerProbe>> of(CollectSettings settings, Where where, RunClock clock) {
        List<Supplier<ServerProbe>> probes = new ArrayList<>();
        if (!settings.exporters().isEmpty()) {
            probes.add(() -> HostProbe.exported(clock, settings.exporters()));
        } else if (settings.host() || (settings.ifLocal() && isHere(where.address()))) {
            probes.add(() -> HostProbe.local(clock, where.data()));
        }
        if (!settings.azure().isEmpty()) {
            probes.add(() -> AzureMonitor.probe(settings.azure(), clock));
        }
        return List.copyOf(probes);
    }

    /** Whether the target runs on this machine. */
    static boolean isHere(String address) {
        return HERE.matcher(address).find();
    }
}
