package io.dbharness.cli.option;

import io.dbharness.target.Secret;
import io.dbharness.workload.Parameter;

/** References to a password; its text itself is never accepted, nor repeated in a message. */
record Passwords() implements Parameter.Domain {

    /** Ask on the terminal. */
    static final String PROMPT = "prompt";

    @Override
    public String label() {
        return "REF";
    }

    @Override
    public boolean contains(String text) {
        return text.equals(PROMPT) || Secret.parse(text).isPresent();
    }

    @Override
    public String expectation() {
        return "env:NAME, file:PATH or prompt";
    }
}
