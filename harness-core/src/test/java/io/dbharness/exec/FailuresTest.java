package io.dbharness.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailuresTest {

    private static final long SECOND = 1_000_000_000L;

    private final HarnessException refused = new HarnessException("connection refused");
    private final Failures failures = new Failures(failure -> FailureKind.OTHER, Duration.ofSeconds(30));

    private boolean unreached(long triedSeconds, long failedSeconds) {
        return failures.unreached(triedSeconds * SECOND, failedSeconds * SECOND, refused);
    }

    @Test
    void aTargetIsGivenUpAfterTheLimitOfOneOutage() {
        assertThat(unreached(10, 20)).isFalse();
        assertThat(unreached(20, 39)).isFalse();
        assertThat(failures.targetLost()).isEmpty();

        assertThat(unreached(39, 40)).isTrue();

        assertThat(failures.targetLost()).contains("connection refused");
    }

    @Test
    void anOutageThatIsOverDoesNotCountTowardsTheNext() {
        assertThat(unreached(10, 30)).isFalse();
        failures.reached();

        assertThat(unreached(60, 80)).isFalse();
        assertThat(failures.targetLost()).isEmpty();
        assertThat(unreached(80, 90)).isTrue();
    }
}
