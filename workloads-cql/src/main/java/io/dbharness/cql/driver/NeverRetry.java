package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/**
 * A retry policy that leaves every failure to the harness: a repetition by the driver would hide inside a measured time. The driver creates
 * it by its class name.
 */
// The driver deprecates these methods and still requires them.
@SuppressWarnings("deprecation")
public final class NeverRetry implements RetryPolicy {

    /** The constructor that the driver calls. */
    public NeverRetry(DriverContext context, String profileName) {
        // Neither argument is needed.
    }

    @Override
    public RetryDecision onReadTimeout(
            Request request, ConsistencyLevel level, int blockFor, int received, boolean dataPresent, int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onWriteTimeout(
            Request request, ConsistencyLevel level, WriteType writeType, int blockFor, int received, int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onUnavailable(
            Request request, ConsistencyLevel level, int required, int alive, int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onRequestAborted(Request request, Throwable error, int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onErrorResponse(Request request, CoordinatorException error, int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    public void close() {}
}
