package io.dbharness.agents;

import java.util.Optional;

/**
 * The offset of another process's clocks, estimated from the fastest of some exchanges as if the answer came from the middle of it.
 *
 * @param monotonicNanos what the other's monotonic clock shows beyond this one's
 * @param wallNanos      what its wall clock shows beyond this one's
 * @param errorNanos     how far both may be off: half of that exchange
 */
record ClockOffset(long monotonicNanos, long wallNanos, long errorNanos) {

    /** Number of exchanges. */
    static final int EXCHANGES = 20;

    /**
     * Computes the offset from one exchange.
     *
     * @param asked     on this process's monotonic clock
     * @param wallAsked its wall clock then, in microseconds
     * @param answered  on this process's monotonic clock
     */
    static ClockOffset of(long asked, long wallAsked, Message.Time answer, long answered) {
        long half = (answered - asked) / 2;
        return new ClockOffset(answer.nanos() - (asked + half), (answer.wallMicros() - wallAsked) * 1_000 - half, half);
    }

    /** Returns the one with the smaller error. */
    static ClockOffset better(Optional<ClockOffset> known, ClockOffset other) {
        return known.filter(k -> k.errorNanos <= other.errorNanos).orElse(other);
    }

    /** Converts an instant of this process's monotonic clock to the other's. */
    long there(long here) {
        return here + monotonicNanos;
    }

    /** Converts an instant of the other's monotonic clock to this process's. */
    long here(long there) {
        return there - monotonicNanos;
    }
}
