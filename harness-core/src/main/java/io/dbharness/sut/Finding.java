package io.dbharness.sut;

/**
 * One line of a preflight: a property of a target, compared with the needs of a command.
 *
 * @param what    the property, for example {@code connections}
 * @param found   its value
 * @param needed  what the command needs; empty if it takes any value
 * @param verdict what follows for the command
 * @param mend    the statement or the step that mends it; empty if there is nothing to mend
 */
public record Finding(String what, String found, String needed, Verdict verdict, String mend) {

    /** The consequence of a finding for a command. */
    public enum Verdict {
        OK,
        /** The command works; figures or single requests may be affected. */
        CAUTION,
        /** The command cannot work. */
        REFUSED
    }

    /** The finding as one sentence. */
    public String sentence() {
        return what + ": " + found + (needed.isEmpty() ? "" : ", needed: " + needed)
                + (mend.isEmpty() ? "" : "; " + mend);
    }
}
