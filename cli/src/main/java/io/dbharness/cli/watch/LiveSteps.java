package io.dbharness.cli.watch;

import io.dbharness.cli.progress.IntervalSum.Moment;
import io.dbharness.load.RunWindows;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.run.RunListener;
import io.dbharness.run.RunningFolder.Told;
import io.dbharness.sut.Secret;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Remembers how far a run has come, for pages. Keeps a few lines at most. Thread-safe. */
final class LiveSteps implements RunListener {

    private static final int MOST = 12;
    private static final double NANOS = 1e9;

    private final String what;
    private final Deque<String> steps = new ArrayDeque<>();
    private String label = "";
    private String when = "";
    private Optional<Double> share = Optional.empty();
    private @Nullable RunWindows windows;
    private long changes;

    LiveSteps(String what) {
        this.what = what;
    }

    /** Returns the state for a page. */
    synchronized Told told() {
        return new Told(what, label.isEmpty() ? when : label + ": " + when, share, List.copyOf(steps));
    }

    /** Returns a counter that grows with each change. */
    synchronized long changes() {
        return changes;
    }

    @Override
    public synchronized void label(String run) {
        changes++;
        label = run.isEmpty() ? "" : "run " + run.replace("/", " of ");
    }

    @Override
    public synchronized void step(String description) {
        changes++;
        if (steps.size() == MOST) {
            steps.removeFirst();
        }
        steps.addLast(Secret.masked(description));
        when = Secret.masked(description);
        share = Optional.empty();
    }

    @Override
    public synchronized void advance(String phase, long done, long total, String unit) {
        changes++;
        when = phase + ": " + done + " of " + total + " " + unit;
        share = total <= 0 ? Optional.empty() : Optional.of(Math.min(1, (double) done / total));
    }

    @Override
    public synchronized void begin(RunWindows begun) {
        changes++;
        windows = begun;
    }

    @Override
    public synchronized void interval(IntervalSnapshot snapshot) {
        RunWindows begun = windows;
        if (begun == null) {
            return;
        }
        changes++;
        Moment moment = Moment.of(begun, snapshot);
        if (moment.phase() == Phase.DRAIN) {
            when = "measured; waiting for the last answers";
            share = Optional.of(1.0);
            return;
        }
        double elapsed = Math.min(moment.elapsed(), moment.length()) / NANOS;
        double length = moment.length() / NANOS;
        when = String.format(
                Locale.ROOT,
                "%s for %.0f of %.0f s",
                moment.phase() == Phase.WARM_UP ? "warming up" : "measuring",
                elapsed,
                length);
        share = Optional.of(Math.max(0, Math.min(1, elapsed / length)));
    }
}
