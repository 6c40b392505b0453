package io.dbharness.cli.progress;

import io.dbharness.time.RunClock;
import java.time.Duration;
import java.util.Optional;

/** Says when and what to print of long work such as loading. Thread-safe. */
final class WorkMeter {

    private static final double NANOS = 1e9;

    private final RunClock clock;
    private final long everyNanos;
    private String phase = "";
    private long began;
    private long doneAtBegin;
    private long mostDone;
    private long printed;
    private boolean complete;

    /** @param every how much time lies between two lines */
    WorkMeter(RunClock clock, Duration every) {
        this.clock = clock;
        this.everyNanos = every.toNanos();
    }

    /**
     * How far the work is.
     *
     * @param phase     its name
     * @param elapsed   seconds since it was first heard of
     * @param done      units
     * @param total     units
     * @param perSecond since it was first heard of
     */
    record Standing(String phase, double elapsed, long done, long total, double perSecond) {

        /** Seconds to go at this pace; nothing when there is no pace. */
        Optional<Double> secondsLeft() {
            return perSecond > 0 ? Optional.of(Math.max(0, total - done) / perSecond) : Optional.empty();
        }
    }

    /** Returns the progress to print if it is due; always once when the work is complete. */
    synchronized Optional<Standing> advance(String newPhase, long done, long total) {
        long now = clock.now();
        if (!newPhase.equals(phase) || (complete && done < total)) {
            phase = newPhase;
            began = now;
            printed = now;
            doneAtBegin = done;
            mostDone = done;
            complete = false;
        }
        // Loaders report in any order.
        mostDone = Math.max(mostDone, done);
        boolean completed = mostDone >= total && !complete;
        if (!completed && now - printed < everyNanos) {
            return Optional.empty();
        }
        complete = complete || completed;
        printed = now;
        double elapsed = (now - began) / NANOS;
        double pace = elapsed > 0 ? (mostDone - doneAtBegin) / elapsed : 0;
        return Optional.of(new Standing(phase, elapsed, mostDone, total, pace));
    }
}
