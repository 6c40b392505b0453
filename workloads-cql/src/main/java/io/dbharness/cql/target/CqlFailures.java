package io.dbharness.cql.target;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryExecutionException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import io.dbharness.model.FailureKind;
import io.dbharness.target.FailureClassifier;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/** What the driver's exceptions mean. */
final class CqlFailures implements FailureClassifier {

    @Override
    public FailureKind classify(Throwable failure) {
        for (Throwable link = failure; link != null; link = link.getCause()) {
            FailureKind kind = kindOf(link);
            if (kind != FailureKind.OTHER) {
                return kind;
            }
        }
        return FailureKind.OTHER;
    }

    private FailureKind kindOf(Throwable failure) {
        if (failure instanceof DriverTimeoutException
                || failure instanceof ReadTimeoutException
                || failure instanceof WriteTimeoutException) {
            return FailureKind.TIMEOUT;
        }
        if (failure instanceof OverloadedException || failure instanceof BusyConnectionException) {
            return FailureKind.OVERLOADED;
        }
        if (failure instanceof UnavailableException) {
            return FailureKind.UNAVAILABLE;
        }
        if (failure instanceof ClosedConnectionException
                || failure instanceof HeartbeatException
                || failure instanceof IOException) {
            return FailureKind.CONNECTION_LOST;
        }
        return failure instanceof AllNodesFailedException all ? ofNodes(all) : FailureKind.OTHER;
    }

    /** No node at all is nobody to talk to; nodes that failed each for a reason failed for the last of their reasons. */
    private FailureKind ofNodes(AllNodesFailedException failure) {
        List<Throwable> causes = failure.getAllErrors().values().stream()
                .flatMap(Collection::stream)
                .toList();
        boolean reached = causes.stream().anyMatch(QueryExecutionException.class::isInstance)
                || causes.stream().anyMatch(BusyConnectionException.class::isInstance);
        return reached ? classify(causes.get(causes.size() - 1)) : FailureKind.CONNECTION_LOST;
    }
}
