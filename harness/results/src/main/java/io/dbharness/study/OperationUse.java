package io.dbharness.study;

import java.util.Map;

/**
 * A metric, an operation or a step that a formula speaks of.
 *
 * @param kind  which of them
 * @param name  of a metric with its operation, such as {@code p99(Pay)}; otherwise as the workload calls it, if it does
 * @param where levels at which it is asked for, by factor
 */
public record OperationUse(Kind kind, String name, Map<String, String> where) {

    /** The kinds of things that a formula can use. */
    public enum Kind {
        METRIC("metric"),
        OPERATION("operation"),
        STEP("step");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /** The name of its figure in an {@link Observation}. */
    String figure() {
        return kind == Kind.STEP ? Observation.STEP + "(" + name + ")" : name;
    }
}
