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
    private @Nullable GeneratorProbe probe;

    Watch(RunClock clock, List<IntervalListener> intervals, RunObserver observer) {
        this.clock = clock;
        this.intervals = List.copyOf(intervals);
        this.observer = observer;
    }

    @Override
    public void begin(RunWindows windows) {
        probe = new GeneratorProbe(clock, windows);
        observer.begin(windows);
    }

    @Override
    public void interval(IntervalSnapshot snapshot) {
        intervals.forEach(listener -> listener.interval(snapshot));
        observer.interval(snapshot);
    }

    /** What the probe saw; ends it. */
    GeneratorHealth health() {
        GeneratorProbe started = probe;
        if (started == null) {
            throw new IllegalStateException("the run has not begun");
        }
        return started.stop();
    }

    @Override
    public void close() {
        if (probe != null) {
            probe.close();
        }
    }
}
