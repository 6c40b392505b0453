package io.dbharness.result.study;

/**
 * A claim and what the data say of it; a service level is the claim that it is kept.
 *
 * @param text       the claim in words
 * @param expression what it was taken to mean; may be empty
 * @param verdict    what follows
 * @param because    the numbers, or what is missing
 */
public record ClaimOutcome(String text, String expression, Verdict verdict, String because) {

    /** What may be said of a claim. */
    public enum Verdict {
        SUPPORTED("supported"),
        CONTRADICTED("contradicted"),
        /** The data are missing, or cannot tell the claim from chance. */
        NOT_TESTABLE("not testable");

        private final String word;

        Verdict(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
