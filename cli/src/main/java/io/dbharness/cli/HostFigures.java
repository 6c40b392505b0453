package io.dbharness.cli;

import io.dbharness.cli.option.CollectSettings;
import io.dbharness.target.ServerProbe;
import io.dbharness.target.host.HostProbe;
import io.dbharness.time.RunClock;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The probes of the machines that a target runs on. */
final class HostFigures {

    /** A host of an address that is this machine, or a file. */
    private static final Pattern HERE = Pattern.compile(
            "(//|,|@)(localhost|127(\\.\\d+){3}|\\[::1])([:/;,?].*)?$|^file:", Pattern.CASE_INSENSITIVE);

    private HostFigures() {}

    /**
     * What is to be asked beside the target.
     *
     * @param address of the target, as its client uses it
     */
    static List<Supplier<ServerProbe>> of(CollectSettings settings, String address, RunClock clock) {
        if (!settings.exporters().isEmpty()) {
            return List.of(() -> HostProbe.exported(clock, settings.exporters()));
        }
        return settings.host() || (settings.ifLocal() && isHere(address))
                ? List.of(() -> HostProbe.local(clock))
                : List.of();
    }

    /** Whether the target runs on this machine. */
    static boolean isHere(String address) {
        return HERE.matcher(address).find();
    }
}
