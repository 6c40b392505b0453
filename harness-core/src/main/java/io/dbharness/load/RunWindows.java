package io.dbharness.load;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A timeline laid on the run clock. The end may move forward when a run is stopped early; nothing else changes. Thread-safe.
 */
public final class RunWindows {

    /** The windows of a run. */
    public enum Phase {
        WARM_UP("warmup"),
        MEASUREMENT("measure"),
        /** After the measurement: nothing starts, what runs is awaited. */
        DRAIN("drain");

        private final String tag;

        Phase(String tag) {
            this.tag = tag;
        }

        /** As written in interval logs. */
        public String tag() {
            return tag;
        }
    }

    private static final long UNSTOPPED = Long.MAX_VALUE;

    private final long start;
    private final long measureFrom;
    private final long plannedEnd;
    private final AtomicLong stoppedAt = new AtomicLong(UNSTOPPED);
    private final AtomicLong completedAt = new AtomicLong(UNSTOPPED);

    public RunWindows(Timeline timeline, long start) {
        this.start = start;
        this.measureFrom = start + timeline.warmUp().toNanos();
        this.plannedEnd = measureFrom + timeline.measurement().toNanos();
    }

    public long start() {
        return start;
    }

    public long measureFrom() {
        return measureFrom;
    }

    /** The end of the measurement: nothing starts at or after it. */
    public long end() {
        return Math.min(plannedEnd, Math.min(stoppedAt.get(), completedAt.get()));
    }

    /** Ends the run at {@code now}. The first call counts; a call after the planned end changes nothing. */
    public void stopAt(long now) {
        stoppedAt.compareAndSet(UNSTOPPED, Math.max(start, now));
    }

    /** Ends the run at {@code now} because everything it was to send has been sent and answered: an end as planned. */
    public void completeAt(long now) {
        completedAt.compareAndSet(UNSTOPPED, Math.max(measureFrom, now));
    }

    /** Returns true if the run was stopped before its planned end. */
    public boolean stoppedEarly() {
        return stoppedAt.get() < Math.min(plannedEnd, completedAt.get());
    }

    /** The window an instant lies in; an invocation belongs to that of its intended start. */
    public Phase phaseOf(long instant) {
        if (instant < measureFrom) {
            return Phase.WARM_UP;
        }
        return instant < end() ? Phase.MEASUREMENT : Phase.DRAIN;
    }

    /** Returns true if an instant lies in the measurement window. */
    public boolean measures(long instant) {
        return measured(instant) == 1;
    }

    /**
     * 1 when an instant is after the warm-up, 0 when it is in it. This and {@link #measured} have no branch: one that a whole warm-up has
     * never taken is not compiled, and what records would be compiled again in the first seconds of the measurement.
     */
    public int afterWarmUp(long instant) {
        return 1 + (int) ((instant - measureFrom) >> 63);
    }

    /** 1 when an instant lies in the measurement window, else 0. */
    public int measured(long instant) {
        return afterWarmUp(instant) & (int) ((instant - end()) >>> 63);
    }

    /** Length of the measurement window so far planned, at least 1 ns so that rates stay finite. */
    public long measuredNanos() {
        return Math.max(1, end() - measureFrom);
    }

    /**
     * The next instant at which an interval ends: every {@code interval} nanoseconds from the start of each window, and at the end of
     * each window.
     */
    public long nextBoundary(long after, long interval) {
        long from = after < measureFrom ? start : measureFrom;
        long to = after < measureFrom ? measureFrom : end();
        long next = from + ((after - from) / interval + 1) * interval;
        return after < to ? Math.min(to, next) : next;
    }
}
