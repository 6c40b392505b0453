package io.dbharness.experiment;

import io.dbharness.load.RunWindows;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.ServerTable;
import io.dbharness.target.ServerProbe;
import io.dbharness.time.RunClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Watches by several probes of one run, each on a thread of its own: one that hangs or dies takes nothing from the others. Started and
 * stopped by one thread.
 */
final class ServerWatches implements AutoCloseable {

    private final ServerTable table;
    private final List<ServerWatch> watches;

    ServerWatches(RunClock clock, Duration interval, List<ServerProbe> probes, Path directory) {
        table = new ServerTable(directory);
        watches = probes.stream()
                .map(probe -> new ServerWatch(clock, interval, probe, table))
                .toList();
    }

    void begin(RunWindows windows) {
        watches.forEach(watch -> watch.begin(windows));
    }

    /** What all of them told. */
    ServerStatistics stop() {
        return watches.stream()
                .map(ServerWatch::stop)
                .reduce((one, other) -> one.plus(other, false))
                .orElse(ServerStatistics.NONE);
    }

    @Override
    public void close() {
        watches.forEach(ServerWatch::close);
        table.close();
    }
}
