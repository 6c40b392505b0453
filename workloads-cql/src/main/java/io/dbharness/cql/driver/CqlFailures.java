package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryExecutionException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import io.dbharness.model.FailureKind;
import io.dbharness.sut.Target.FailureClassifier;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Classifies the driver's exceptions. */
final class CqlFailures implements FailureClassifier {

    private static final Map<Class<? extends Throwable>, FailureKind> KINDS = Map.of(
            DriverTimeoutException.class, FailureKind.TIMEOUT,
            ReadTimeoutException.class, FailureKind.TIMEOUT,
            WriteTimeoutException.class, FailureKind.TIMEOUT,
            CASWriteUnknownException.class, FailureKind.TIMEOUT,
            OverloadedException.class, FailureKind.OVERLOADED,
            BusyConnectionException.class, FailureKind.OVERLOADED,
            UnavailableException.class, FailureKind.UNAVAILABLE,
            ClosedConnectionException.class, FailureKind.CONNECTION_LOST,
            HeartbeatException.class, FailureKind.CONNECTION_LOST,
            IOException.class, FailureKind.CONNECTION_LOST);

    @Override
    public FailureKind classify(Throwable failure) {
        for (Throwable link = failure; link != null; link = link.getCause()) {
            Throwable cause = link;
            FailureKind kind = cause instanceof AllNodesFailedException all
                    ? ofNodes(all)
                    : KINDS.entrySet().stream()
                            .filter(known -> known.getKey().isInstance(cause))
                            .map(Map.Entry::getValue)
                            .findFirst()
                            .orElse(FailureKind.OTHER);
            if (kind != FailureKind.OTHER) {
                return kind;
            }
        }
        return FailureKind.OTHER;
    }

    /** Returns a lost connection if no node answered, and otherwise the kind of the last failure. */
    private FailureKind ofNodes(AllNodesFailedException failure) {
        List<Throwable> causes = failure.getAllErrors().values().stream()
                .flatMap(Collection::stream)
                .toList();
        boolean reached = causes.stream()
                .anyMatch(
                        cause -> cause instanceof QueryExecutionException || cause instanceof BusyConnectionException);
        return reached ? classify(causes.get(causes.size() - 1)) : FailureKind.CONNECTION_LOST;
    }
}
