package io.dbharness.experiment;

import io.dbharness.exec.RunObserver;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.GeneratorHealth;
import io.dbharness.measure.GeneratorProbe;
import io.dbharness.measure.IntervalListener;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.time.RunClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands a run's intervals to everyone who wants them and watches the load generator from its begin to its end. */
final class Watch implements RunObserver, AutoCloseable {

    private final RunClock clock;
    private final List<IntervalListener> intervals;
    private final RunObserver observer;
    private final boolean probing;
    private @Nullable GeneratorProbe probe;

    /** @param probing whether this process is part of what is measured */
    Watch(RunClock clock, List<IntervalListener> intervals, RunObserver observer, boolean probing) {
        this.clock = clock;
        this.intervals = List.copyOf(intervals);
        this.observer = observer;
        this.probing = probing;
    }

    @Override
    public void begin(RunWindows windows) {
        if (probing) {
            probe = new GeneratorProbe(clock, windows);
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

    @Override
    public void close() {
        if (probe != null) {
            probe.close();
        }
    }
}
