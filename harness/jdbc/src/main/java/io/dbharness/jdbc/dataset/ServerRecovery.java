package io.dbharness.jdbc.dataset;

import io.dbharness.model.TargetUnreachableException;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for a server that was killed during a run and may still be recovering when its data are checked. Stateless. */
final class ServerRecovery {

    private static final long WAIT_NANOS = Duration.ofSeconds(45).toNanos();
    private static final long REST_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Logger LOG = LoggerFactory.getLogger(ServerRecovery.class);

    private ServerRecovery() {}

    /**
     * Returns the answer to a query as soon as the server is reachable.
     *
     * @throws TargetUnreachableException if the server is unreachable for 45 seconds, which is less than the time limit of the last checks
     *         of a run
     */
    static <T> T await(Supplier<T> question) {
        RunClock clock = new SystemClock();
        long giveUp = clock.now() + WAIT_NANOS;
        while (true) {
            try {
                return question.get();
            } catch (TargetUnreachableException e) {
                if (clock.now() > giveUp) {
                    throw e;
                }
                LOG.info("waiting for the server to check the data: {}", e.getMessage());
                try {
                    clock.sleepUntil(clock.now() + REST_NANOS);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    throw e;
                }
            }
        }
    }
}
