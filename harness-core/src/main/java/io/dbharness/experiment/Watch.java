package io.dbharness.experiment;

import io.dbharness.exec.RunObserver;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.measure.GeneratorProbe;
import io.dbharness.measure.IntervalListener;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.result.ServerStatistics;
import io.dbharness.time.RunClock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hands a run's intervals to everyone who wants them and watches load generator and server from its begin to its end. */
final class Watch implements RunObserver, AutoCloseable {

    private final RunClock clock;
    private final List<IntervalListener> intervals;
    private final RunObserver observer;
    private final Optional<ServerWatches> server;
    private @Nullable GeneratorProbe probe;

    /** @param server the server's watches; empty when time is virtual, so that neither the server nor this process is what is measured */
    Watch(RunClock clock, List<IntervalListener> intervals, RunObserver observer, Optional<ServerWatches> server) {
        this.clock = clock;
        this.intervals = List.copyOf(intervals);
        this.observer = observer;
        this.server = server;
    }

    @Override
    public void begin(RunWindows windows) {
        if (server.isPresent()) {
            probe = new GeneratorProbe(clock, windows);
            server.get().begin(windows);
        }
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
        server.ifPresent(ServerWatches::close);
        if (probe != null) {
            probe.close();
        }
    }
}
