package io.dbharness.model;

/** One finished invocation by itself. Immutable. */
public record Sample(
        Operation operation,
        long intended,
        long started,
        long ended,
        long connectionWait,
        Outcome outcome,
        FailureKind failure,
        int attempts)
        implements Finished {}
