package io.dbharness.target.simulated;

/**
 * Something a request passes on its way: a queue, a cap, a stall. Stages may keep state; requests come in the order of time. One thread.
 */
@FunctionalInterface
interface Stage {

    /** When a request that arrives at {@code at} leaves; nanoseconds, not before {@code at}. */
    long leave(long at);
}
