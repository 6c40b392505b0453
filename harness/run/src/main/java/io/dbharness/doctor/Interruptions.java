package io.dbharness.doctor;

import java.nio.channels.ClosedByInterruptException;

/** Converts the exceptions of interrupted channels. */
final class Interruptions {

    private Interruptions() {}

    /** Returns the interrupt that closed a channel, and clears the thread's interrupt flag, as is usual for the thrown exception. */
    static InterruptedException of(ClosedByInterruptException closed) {
        Thread.interrupted();
        InterruptedException interrupted = new InterruptedException("interrupted");
        interrupted.initCause(closed);
        return interrupted;
    }
}
