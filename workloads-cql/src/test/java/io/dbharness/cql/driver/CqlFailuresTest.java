package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import io.dbharness.model.FailureKind;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class CqlFailuresTest {

    private static FailureKind kind(Throwable failure) {
        return new CqlFailures().classify(failure);
    }

    @Test
    void whatTheDriverThrowsHasAKind() {
        assertThat(kind(new DriverTimeoutException("late"))).isEqualTo(FailureKind.TIMEOUT);
        assertThat(kind(new CASWriteUnknownException(null, DefaultConsistencyLevel.SERIAL, 1, 2)))
                .isEqualTo(FailureKind.TIMEOUT);
        assertThat(kind(new BusyConnectionException(1))).isEqualTo(FailureKind.OVERLOADED);
        assertThat(kind(new NoNodeAvailableException())).isEqualTo(FailureKind.CONNECTION_LOST);
        assertThat(kind(new ClosedConnectionException("gone"))).isEqualTo(FailureKind.CONNECTION_LOST);
        assertThat(kind(new CompletionException(new IOException("reset")))).isEqualTo(FailureKind.CONNECTION_LOST);
        assertThat(kind(new IllegalStateException("else"))).isEqualTo(FailureKind.OTHER);
    }
}
