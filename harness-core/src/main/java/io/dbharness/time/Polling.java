package io.dbharness.time;

import java.io.IOException;
import java.time.Duration;

/** Waits until a condition holds that must be polled, in short steps on the run clock. Immutable. */
public record Polling(RunClock clock) {

    private static final long STEP_NANOS = Duration.ofMillis(20).toNanos();

    /** A question whose answer is looked up. */
    @FunctionalInterface
    public interface Question {

        /** Returns true if the condition holds now. */
        boolean holds() throws IOException;
    }

    /** True as soon as it holds, false when it still does not after {@code limit}. */
    public boolean until(Duration limit, Question question) throws IOException, InterruptedException {
        long deadline = clock.now() + limit.toNanos();
        while (!question.holds()) {
            long left = deadline - clock.now();
            if (left <= 0) {
                return false;
            }
            clock.sleepUntil(clock.now() + Math.min(left, STEP_NANOS));
        }
        return true;
    }
}
