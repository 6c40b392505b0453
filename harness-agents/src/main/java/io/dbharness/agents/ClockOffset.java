package io.dbharness.agents;

import java.util.Optional;

/**
 * How another process's clocks stand to this one's, by the fastest of some exchanges: the answer is taken to come from the middle of it.
 *
 * @param monotonicNanos what the other's monotonic clock shows beyond this one's
 * @param wallNanos      what its wall clock shows beyond this one's
 * @param errorNanos     how far both may be off: half of that exchange
 */
record ClockOffset(long monotonicNanos, long wallNanos, long errorNanos) {

    /** So many exchanges are made. */
    static final int EXCHANGES = 20;

    /**
     * Of one exchange.
     *
     * @param asked     on this process's monotonic clock
     * @param wallAsked its wall clock then, in microseconds
     * @param answered  on this process's monotonic clock
     */
    static ClockOffset of(long asked, long wallAsked, Message.Time answer, long answered) {
        long half = (answered - asked) / 2;
        return new ClockOffset(answer.nanos() - (asked + half), (answer.wallMicros() - wallAsked) * 1_000 - half, half);
    }

    /** The better of two. */
    static ClockOffset better(Optional<ClockOffset> known, ClockOffset other) {
        return known.filter(k -> k.errorNanos <= other.errorNanos).orElse(other);
    }

    /** An instant of this process's monotonic clock, on the other's. */
    long there(long here) {
        return here + monotonicNanos;
    }

    /** The reverse. */
    long here(long there) {
        return there - monotonicNanos;
    }
}
