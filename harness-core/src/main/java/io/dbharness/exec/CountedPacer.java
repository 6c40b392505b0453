package io.dbharness.exec;

import io.dbharness.load.Pacer;
import io.dbharness.load.Phase;
import io.dbharness.load.RunWindows;
import io.dbharness.model.Operation;
import java.util.concurrent.atomic.AtomicLong;

/** Hands out starts until so many have been intended in the measurement, over all users. */
final class CountedPacer implements Pacer {

    private final Pacer pacer;
    private final RunWindows windows;
    private final AtomicLong left;

    CountedPacer(Pacer pacer, RunWindows windows, AtomicLong left) {
        this.pacer = pacer;
        this.windows = windows;
        this.left = left;
    }

    @Override
    public long intendedStart(Operation next, long previousEnd) {
        if (left.get() <= 0) {
            return NEVER;
        }
        long intended = pacer.intendedStart(next, previousEnd);
        boolean counts = windows.phaseOf(intended) == Phase.MEASUREMENT;
        return counts && left.getAndDecrement() <= 0 ? NEVER : intended;
    }
}
