package io.dbharness.provisioning.azure;

import java.util.function.Predicate;

/** An answer of the fake in place of the usual one, for the first so many requests that match. One thread at a time. */
final class Fault {

    /** How it shows. */
    enum Kind {
        /** A refusal that says when to come back. */
        ANSWER,
        /** One that does not. */
        ABRUPT,
        /** A page for people, of something on the way. */
        HTML,
        /** Nothing, for longer than anybody waits. */
        SILENCE,
        /** The request is accepted, and its operation fails. */
        OPERATION
    }

    private final Predicate<Asked> where;
    private final Kind kind;
    private final int status;
    private final String code;
    private int left;

    private Fault(Predicate<Asked> where, Kind kind, int status, String code, int times) {
        this.where = where;
        this.kind = kind;
        this.status = status;
        this.code = code;
        this.left = times;
    }

    static Fault answer(int status, String code, int times, Predicate<Asked> where) {
        return new Fault(where, Kind.ANSWER, status, code, times);
    }

    static Fault of(Kind kind, int status, String code, int times, Predicate<Asked> where) {
        return new Fault(where, kind, status, code, times);
    }

    static Fault operation(String code, Predicate<Asked> where) {
        return new Fault(where, Kind.OPERATION, 0, code, 1);
    }

    /** Whether it happens to this request; counts it if so. */
    boolean strikes(Asked request) {
        boolean strikes = left > 0 && where.test(request);
        if (strikes) {
            left--;
        }
        return strikes;
    }

    Kind kind() {
        return kind;
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }
}
