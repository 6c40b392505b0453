package io.dbharness.doctor;

import java.nio.channels.ClosedByInterruptException;

/** Channels tell of an interrupt in their own way. */
final class Interruptions {

    private Interruptions() {}

    /** The interrupt that closed a channel; the flag of the thread is taken back, as who throws this does. */
    static InterruptedException of(ClosedByInterruptException closed) {
        Thread.interrupted();
        InterruptedException interrupted = new InterruptedException("interrupted");
        interrupted.initCause(closed);
        return interrupted;
    }
}
