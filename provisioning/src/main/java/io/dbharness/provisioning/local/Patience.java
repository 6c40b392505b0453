package io.dbharness.provisioning.local;

import io.dbharness.time.RunClock;
import java.io.IOException;
import java.time.Duration;

/** Waits for what only asking can tell. Immutable. */
record Patience(RunClock clock) {

    private static final long STEP_NANOS = Duration.ofMillis(50).toNanos();

    /** A question whose answer is looked up. */
    interface Question {
        boolean holds() throws IOException;
    }

    /** True as soon as it holds, false when it still does not after {@code limit}. */
    boolean until(Duration limit, Question question) throws IOException, InterruptedException {
        long deadline = clock.now() + limit.toNanos();
        while (!question.holds()) {
            if (deadline - clock.now() <= 0) {
                return false;
            }
            clock.sleepUntil(clock.now() + STEP_NANOS);
        }
        return true;
    }
}
