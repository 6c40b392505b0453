package io.dbharness.cli.progress;

import io.dbharness.load.Phase;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.IntervalSnapshot;

/**
 * Where in a run an interval lies.
 *
 * @param phase   the window most of it lies in
 * @param elapsed nanoseconds since that window began, at the interval's end
 * @param length  of the window in nanoseconds, as planned
 */
record Moment(Phase phase, long elapsed, long length) {

    /** An interval is read a moment after the boundary at which it ends, so its middle decides. */
    static Moment of(RunWindows windows, IntervalSnapshot snapshot) {
        long warmUp = windows.measureFrom() - windows.start();
        long middle = snapshot.startNanos() + (snapshot.endNanos() - snapshot.startNanos()) / 2;
        return switch (windows.phaseOf(windows.start() + middle)) {
            case WARM_UP -> new Moment(Phase.WARM_UP, snapshot.endNanos(), warmUp);
            case MEASUREMENT -> new Moment(Phase.MEASUREMENT, snapshot.endNanos() - warmUp, windows.measuredNanos());
            case DRAIN -> new Moment(Phase.DRAIN, snapshot.endNanos() - warmUp - windows.measuredNanos(), 0);
        };
    }

    boolean over() {
        return elapsed >= length;
    }
}
