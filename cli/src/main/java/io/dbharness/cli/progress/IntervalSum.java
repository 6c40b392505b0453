package io.dbharness.cli.progress;

import io.dbharness.load.RunWindows;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.LatencyHistogram;
import java.util.Locale;

/** Adds up the intervals since the last line was printed. One thread. */
public final class IntervalSum {

    private double seconds;
    private long completed;
    private long failed;
    private final LatencyHistogram response = new LatencyHistogram();

    void add(IntervalSnapshot snapshot) {
        seconds += snapshot.seconds();
        completed += snapshot.completed();
        failed += snapshot.failed();
        response.add(snapshot.response());
    }

    double seconds() {
        return seconds;
    }

    double perSecond() {
        return seconds == 0 ? 0 : completed / seconds;
    }

    long failed() {
        return failed;
    }

    /** Formats a percentile of the response times in milliseconds; a dash if nothing completed. */
    String millis(double quantile, int decimals) {
        return response.count() == 0
                ? "-"
                : String.format(Locale.ROOT, "%." + decimals + "f", response.quantileNanos(quantile) / 1e6);
    }

    /**
     * Where in a run an interval lies.
     *
     * @param phase   the window most of it lies in
     * @param elapsed nanoseconds since that window began, at the interval's end
     * @param length  of the window in nanoseconds, as planned
     */
    public record Moment(Phase phase, long elapsed, long length) {

        /** An interval is read a moment after the boundary at which it ends, so its middle decides. */
        public static Moment of(RunWindows windows, IntervalSnapshot snapshot) {
            long warmUp = windows.measureFrom() - windows.start();
            long middle = snapshot.startNanos() + (snapshot.endNanos() - snapshot.startNanos()) / 2;
            return switch (windows.phaseOf(windows.start() + middle)) {
                case WARM_UP -> new Moment(Phase.WARM_UP, snapshot.endNanos(), warmUp);
                case MEASUREMENT ->
                    new Moment(Phase.MEASUREMENT, snapshot.endNanos() - warmUp, windows.measuredNanos());
                case DRAIN -> new Moment(Phase.DRAIN, snapshot.endNanos() - warmUp - windows.measuredNanos(), 0);
            };
        }

        boolean over() {
            return elapsed >= length;
        }
    }
}
