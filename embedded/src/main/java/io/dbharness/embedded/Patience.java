package io.dbharness.embedded;

import io.dbharness.time.RunClock;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for conditions that only asking can tell, in short steps on the run clock. Immutable. */
record Patience(RunClock clock) {

    private static final long STEP_NANOS = Duration.ofMillis(20).toNanos();

    /** True as soon as the condition holds, false when it still does not after {@code limit}. */
    boolean until(Duration limit, BooleanSupplier condition) throws InterruptedException {
        long deadline = clock.now() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            long left = deadline - clock.now();
            if (left <= 0) {
                return false;
            }
            clock.sleepUntil(clock.now() + Math.min(left, STEP_NANOS));
        }
        return true;
    }
}
