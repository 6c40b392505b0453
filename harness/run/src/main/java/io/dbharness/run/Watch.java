package io.dbharness.run;

import io.dbharness.exec.Executor.RunObserver;
import io.dbharness.load.RunWindows;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.ClientSampler;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.IntervalListener;
import io.dbharness.result.ServerCsv;
import io.dbharness.result.ServerStatistics;
import io.dbharness.sut.ServerProbe;
import io.dbharness.time.RunClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Distributes the intervals of a run to listeners, and monitors the load generator and the server from begin to end. */
final class Watch implements RunObserver, AutoCloseable {

    private final RunClock clock;
    private final List<IntervalListener> intervals;
    private final RunObserver observer;
    private final BooleanSupplier complete;
    private final Optional<ServerWatches> server;
    private final Faults faults;
    private @Nullable ClientSampler sampler;
    private @Nullable RunWindows windows;
    private @Nullable GeneratorProbe probe;

    /**
     * @param complete asked after each interval of the measurement; true ends it as planned
     * @param server   watches of the server; empty in virtual time, when neither the server nor this process is measured
     */
    Watch(
            RunClock clock,
            List<IntervalListener> intervals,
            RunObserver observer,
            BooleanSupplier complete,
            Optional<ServerWatches> server,
            Faults faults) {
        this.clock = clock;
        this.intervals = intervals;
        this.observer = observer;
        this.complete = complete;
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
    public void begin(RunWindows begun) {
        windows = begun;
        ClientSampler ofThisRun = sampler;
        if (server.isPresent() && ofThisRun != null) {
            probe = new GeneratorProbe(clock, begun, ofThisRun);
            server.get().begin(begun);
        }
        faults.begin(begun);
        observer.begin(begun);
    }

    @Override
    public void interval(IntervalSnapshot snapshot) {
        intervals.forEach(listener -> listener.interval(snapshot));
        if (snapshot.phase() == Phase.MEASUREMENT && windows != null && complete.getAsBoolean()) {
            windows.completeAt(windows.start() + snapshot.endNanos());
        }
        observer.interval(snapshot);
    }

    /** Stops the probe and returns the health of the load generator. */
    GeneratorHealth health() {
        GeneratorProbe started = probe;
        return started == null ? GeneratorHealth.unwatched() : started.stop();
    }

    /** Stops the watches and returns the statistics of the server. */
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
     * The watches of several probes of one run, each on its own thread: a hanging or failing probe does not affect the others. Started and
     * stopped by one thread.
     */
    static final class ServerWatches implements AutoCloseable {

        private final ServerCsv table;
        private final List<ServerWatch> watches;

        ServerWatches(RunClock clock, Duration interval, List<ServerProbe> probes, Optional<Path> directory) {
            table = new ServerCsv(directory);
            watches = probes.stream()
                    .map(probe -> new ServerWatch(clock, interval, probe, table))
                    .toList();
        }

        void begin(RunWindows windows) {
            watches.forEach(watch -> watch.begin(windows));
        }

        /** Stops all watches and returns their combined statistics. */
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
