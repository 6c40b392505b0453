package io.dbharness.provisioning.azure;

import java.util.function.Predicate;

/** A response of the fake in place of the usual one, for a number of matching requests. Not thread-safe. */
final class InjectedResponse {

    /** The kinds of faults. */
    enum Kind {
        /** A refusal with a Retry-After header. */
        ANSWER,
        /** A refusal without a Retry-After header. */
        ABRUPT,
        /** An HTML error page of a gateway. */
        HTML,
        /** The request is accepted, and its operation fails. */
        OPERATION
    }

    private final Predicate<Asked> where;
    private final Kind kind;
    private final int status;
    private final String code;
    private int left;

    private InjectedResponse(Predicate<Asked> where, Kind kind, int status, String code, int times) {
        this.where = where;
        this.kind = kind;
        this.status = status;
        this.code = code;
        this.left = times;
    }

    static InjectedResponse answer(int status, String code, int times, Predicate<Asked> where) {
        return new InjectedResponse(where, Kind.ANSWER, status, code, times);
    }

    static InjectedResponse of(Kind kind, int status, String code, int times, Predicate<Asked> where) {
        return new InjectedResponse(where, kind, status, code, times);
    }

    static InjectedResponse operation(String code, Predicate<Asked> where) {
        return new InjectedResponse(where, Kind.OPERATION, 0, code, 1);
    }

    /** Returns true if the fault applies to this request, and counts it. */
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
