package io.dbharness.model;

import java.util.List;

/** Wrong input: every problem found, reported together before anything is opened or created. */
public class UsageException extends HarnessException {

    private static final long serialVersionUID = 1L;

    /** @param problems one sentence each, at least one */
    public UsageException(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
    }

    /** The problems again, a sentence each. */
    public final List<String> problems() {
        return String.valueOf(getMessage()).lines().toList();
    }
}
