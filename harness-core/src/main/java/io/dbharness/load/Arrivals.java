package io.dbharness.load;

/** A load model in motion: what one run's pacers share. Thread-safe. */
public interface Arrivals {

    /** The pacer of one user. */
    Pacer pacerFor(int user);

    /**
     * Arrivals due in [from, to) that no pacer has handed out: an open model's backlog when all users are busy. Always 0 in a closed
     * model, where each user holds its own next start.
     */
    long unclaimedBetween(long from, long to);

    /** Arrivals due in the measurement window that were not sent because every user was busy. Always 0 unless late ones are skipped. */
    long skippedMeasured();

    /** How long the oldest arrival that nobody has taken has waited by {@code now}; nanoseconds, 0 when none waits. */
    long longestWait(long now);
}
