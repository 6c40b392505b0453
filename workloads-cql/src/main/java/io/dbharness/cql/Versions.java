package io.dbharness.cql;

import io.dbharness.time.RunClock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Versions of rows: microseconds since 1970, as CQL time stamps are, read from the monotonic clock. Two writers of the same row in the
 * same microsecond have the same version and so write the same values. Thread-safe.
 */
final class Versions {

    private static final long NANOS_PER_MICRO = 1_000;

    private final RunClock clock;
    private final long originMicros;
    private final long originNanos;

    Versions(RunClock clock) {
        this.clock = clock;
        this.originMicros = ChronoUnit.MICROS.between(Instant.EPOCH, clock.wallTime());
        this.originNanos = clock.now();
    }

    long next() {
        return originMicros + (clock.now() - originNanos) / NANOS_PER_MICRO;
    }
}
