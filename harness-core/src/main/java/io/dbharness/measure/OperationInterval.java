package io.dbharness.measure;

import io.dbharness.load.Phase;
import io.dbharness.model.Operation;

/**
 * What one interval recorded of one operation, for invocations intended in one phase.
 *
 * @param phase          the window of their intended starts
 * @param operation      which
 * @param counts         starts and ends that fell into the interval
 * @param response       of completed invocations
 * @param service        of completed invocations
 * @param connectionWait of all invocations that got a session
 * @param failedResponse of failed invocations
 */
public record OperationInterval(
        Phase phase,
        Operation operation,
        Counts counts,
        Distribution response,
        Distribution service,
        Distribution connectionWait,
        Distribution failedResponse) {

    /** The sum of two intervals of the same operation and phase. */
    public OperationInterval plus(OperationInterval other) {
        return new OperationInterval(
                phase,
                operation,
                counts.plus(other.counts),
                sum(response, other.response),
                sum(service, other.service),
                sum(connectionWait, other.connectionWait),
                sum(failedResponse, other.failedResponse));
    }

    private static Distribution sum(Distribution a, Distribution b) {
        Distribution both = new Distribution();
        both.add(a);
        both.add(b);
        return both;
    }
}
