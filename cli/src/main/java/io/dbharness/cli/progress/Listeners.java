package io.dbharness.cli.progress;

import io.dbharness.experiment.RunListener;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.IntervalSnapshot;
import java.util.List;

/**
 * Several listeners as one; none at all is a listener too.
 *
 * @param all told in this order
 */
public record Listeners(List<RunListener> all) implements RunListener {

    public Listeners {
        all = List.copyOf(all);
    }

    @Override
    public void step(String description) {
        all.forEach(listener -> listener.step(description));
    }

    @Override
    public void advance(String phase, long done, long total, String unit) {
        all.forEach(listener -> listener.advance(phase, done, total, unit));
    }

    @Override
    public void begin(RunWindows windows) {
        all.forEach(listener -> listener.begin(windows));
    }

    @Override
    public void interval(IntervalSnapshot snapshot) {
        all.forEach(listener -> listener.interval(snapshot));
    }
}
