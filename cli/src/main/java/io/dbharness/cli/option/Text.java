package io.dbharness.cli.option;

import io.dbharness.workload.Parameter;

/**
 * Any text but the empty one.
 *
 * @param label       as in help, for example {@code URL}
 * @param expectation completes {@code must be}
 */
public record Text(String label, String expectation) implements Parameter.Domain {

    @Override
    public boolean contains(String text) {
        return !text.isBlank();
    }
}
