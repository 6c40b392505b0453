package io.dbharness.load;

import io.dbharness.model.Operation;
import java.util.random.RandomGenerator;

/** A user's delays around its operations: part of the load, never of a response time. Immutable. */
public interface ThinkTime {

    /** No delay: the next operation is intended at the moment the previous one ends. */
    ThinkTime NONE = new ThinkTime() {
        @Override
        public String toString() {
            return "none";
        }
    };

    /** The delay before {@code next} is sent, after it has been chosen. */
    default long keyingNanos(Operation next) {
        return 0;
    }

    /** The delay after {@code previous} has ended. */
    default long thinkNanos(Operation previous, RandomGenerator random) {
        return 0;
    }
}
