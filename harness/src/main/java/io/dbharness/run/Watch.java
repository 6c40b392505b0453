package io.dbharness.run;

import io.dbharness.exec.Executor.RunObserver;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.ClientSampler;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.IntervalListener;
import io.dbharness.result.ServerStatistics;
import io.dbharness.result.ServerTable;
import io.dbharness.sut.ServerProbe;
import io.dbharness.time.RunClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hands a run's intervals to everyone who wants them and watches load generator and server from its begin to its end. */
final class Watch implements RunObserver, AutoCloseable {

    private final RunClock clock;
    private final List<IntervalListener> intervals;
    private final RunObserver observer;
    private final Optional<ServerWatches> server;
    private final Faults faults;
    private @Nullable ClientSampler sampler;
    private @Nullable GeneratorProbe probe;

    /** @param server the server's watches; empty when time is virtual, so that neither the server nor this process is what is measured */
    Watch(
            RunClock clock,
            List<IntervalListener> intervals,
            RunObserver observer,
            Optional<ServerWatches> server,
            Faults faults) {
        this.clock = clock;
        this.intervals = intervals;
        this.observer = observer;
        this.server = server;
        this.faults = faults;
    }

    @Override
    public void sampled(ClientSampler ofThisRun) {
        sampler = ofThisRun;
    }

    @Override
    public long start(long now) {
        return observer.start(now);
    }

    @Override
    public void begin(RunWindows windows) {
        ClientSampler ofThisRun = sampler;
        if (server.isPresent() && ofThisRun != null) {
            probe = new GeneratorProbe(clock, windows, ofThisRun);
            server.get().begin(windows);
        }
        faults.begin(windows);
        observer.begin(windows);
    }

    @Override
    public void interval(IntervalSnapshot snapshot) {
        intervals.forEach(listener -> listener.interval(snapshot));
        observer.interval(snapshot);
    }

    /** What the probe saw, if there was one; ends it. */
    GeneratorHealth health() {
        GeneratorProbe started = probe;
        return started == null ? GeneratorHealth.unwatched() : started.stop();
    }

    /** What the server told about itself; ends the conversation. */
    ServerStatistics server() {
        return server.map(ServerWatches::stop).orElse(ServerStatistics.NONE);
    }

    @Override
    public void close() {
        faults.close();
        server.ifPresent(ServerWatches::close);
        if (probe != null) {
            probe.close();
        }
    }

    /**
     * Watches by several probes of one run, each on a thread of its own: one that hangs or dies takes nothing from the others. Started and
     * stopped by one thread.
     */
    static final class ServerWatches implements AutoCloseable {

        private final ServerTable table;
        private final List<ServerWatch> watches;

        ServerWatches(RunClock clock, Duration interval, List<ServerProbe> probes, Optional<Path> directory) {
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
}
