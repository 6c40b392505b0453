package io.dbharness.model;

import java.util.Set;

/**
 * A machine-checked reason to distrust a result. Travels with the result.
 *
 * @param code     stable, upper case, for example {@code CLIENT_CPU}
 * @param severity what it does to the verdict
 * @param detail   one sentence with the measured value and the threshold
 */
public record Caveat(String code, Severity severity, String detail) {

    private static final Set<String> LATENCY_ONLY =
            Set.of("CLIENT_DELAY", "CLIENT_GC", "DISPATCH_LAG", "RESPONSE_TREND");

    /** The effect of a caveat on the verdict. */
    public enum Severity {
        /** Worth knowing; does not change the verdict. */
        NOTE,
        /** A reason to distrust the numbers. */
        SUSPECT,
        /** The numbers do not mean what they say. */
        INVALID
    }

    /** Returns true if it concerns the load generator only, not the target. */
    public boolean concernsClient() {
        return code.startsWith("CLIENT_") || code.startsWith("DISPATCH_LAG");
    }

    /** Returns true if it affects latencies and leaves the throughput valid. */
    public boolean concernsLatencyOnly() {
        return LATENCY_ONLY.contains(code);
    }

    public static Caveat note(String code, String detail) {
        return new Caveat(code, Severity.NOTE, detail);
    }

    public static Caveat suspect(String code, String detail) {
        return new Caveat(code, Severity.SUSPECT, detail);
    }

    public static Caveat invalid(String code, String detail) {
        return new Caveat(code, Severity.INVALID, detail);
    }
}
