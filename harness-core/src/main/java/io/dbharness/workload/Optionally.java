package io.dbharness.workload;

/**
 * A domain in which leaving the value out is a choice of its own.
 *
 * @param domain of values that are given
 */
public record Optionally(Parameter.Domain domain) implements Parameter.Domain {

    @Override
    public String label() {
        return domain.label();
    }

    @Override
    public boolean contains(String text) {
        return text.isEmpty() || domain.contains(text);
    }

    @Override
    public String expectation() {
        return domain.expectation();
    }
}
