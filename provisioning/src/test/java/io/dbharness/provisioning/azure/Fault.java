package io.dbharness.provisioning.azure;

import java.util.function.Predicate;

/** An answer of the fake in place of the usual one, for the first so many requests that match. One thread at a time. */
final class Fault {

    private final Predicate<Asked> where;
    private final int status;
    private final String code;
    private int left;

    private Fault(Predicate<Asked> where, int status, String code, int times) {
        this.where = where;
        this.status = status;
        this.code = code;
        this.left = times;
    }

    static Fault answer(int status, String code, int times, Predicate<Asked> where) {
        return new Fault(where, status, code, times);
    }

    /** The request is accepted, and its operation fails. */
    static Fault operation(String code, Predicate<Asked> where) {
        return new Fault(where, 0, code, 1);
    }

    /** Whether it happens to this request; counts it if so. */
    boolean strikes(Asked request) {
        boolean strikes = left > 0 && where.test(request);
        if (strikes) {
            left--;
        }
        return strikes;
    }

    boolean isInOperation() {
        return status == 0;
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }
}
