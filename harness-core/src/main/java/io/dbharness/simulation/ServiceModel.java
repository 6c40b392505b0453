package io.dbharness.simulation;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;

/** How a simulated target serves: a function of time alone, so that queueing theory has the answer. One thread. */
@FunctionalInterface
public interface ServiceModel {

    /**
     * Serves one attempt. Calls come in the order of their starts, so a model may keep the state of its servers.
     *
     * @param startedAt nanoseconds on the virtual clock
     */
    Service serve(Operation operation, long startedAt);

    /**
     * How an attempt went.
     *
     * @param endsAt  nanoseconds on the virtual clock, not before its start
     * @param outcome how it ended
     * @param failure why it failed; {@code NONE} unless it did
     */
    record Service(long endsAt, Outcome outcome, FailureKind failure) {

        public static Service completed(long endsAt) {
            return new Service(endsAt, Outcome.COMPLETED, FailureKind.NONE);
        }

        public static Service failed(long endsAt, FailureKind kind) {
            return new Service(endsAt, Outcome.FAILED, kind);
        }
    }

    /** Every attempt takes the same time, with no limit on how many are served at once. */
    static ServiceModel fixed(long nanos) {
        return (operation, startedAt) -> Service.completed(startedAt + nanos);
    }
}
