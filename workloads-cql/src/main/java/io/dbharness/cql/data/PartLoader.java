package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.sut.Target.FailureClassifier;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes ranges of units with a bounded number of rows in flight. Transient failures are retried, because a repeated write of a row writes
 * the same values.
 */
final class PartLoader {

    private static final int ATTEMPTS = 20;
    private static final long BACK_OFF_MILLIS = 100;
    private static final int UNITS_A_REPORT = 2_000;
    private static final Set<FailureKind> TRANSIENT = EnumSet.of(
            FailureKind.OVERLOADED, FailureKind.TIMEOUT, FailureKind.UNAVAILABLE, FailureKind.CONNECTION_LOST);

    private final CqlSession driver;
    private final FailureClassifier failures;
    private final int window;
    private final Semaphore permits;
    private final LongConsumer report;
    private final long total;
    private final AtomicLong done = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** @param report receives the number of loaded units, of {@code total}, from time to time */
    PartLoader(CqlTarget target, int window, LongConsumer report, long total) {
        this.driver = target.driver();
        this.failures = target.failures();
        this.window = window;
        this.permits = new Semaphore(window);
        this.report = report;
        this.total = total;
    }

    /** Counts units that are already loaded. */
    void skip(long count) {
        done.addAndGet(count);
    }

    /** Writes units from {@code from} to before {@code to} and returns when all their rows are acknowledged. */
    void load(long from, long to, LongFunction<Iterator<BoundStatement>> writes) {
        try {
            for (long unit = from; unit < to; unit++) {
                for (Iterator<BoundStatement> rows = writes.apply(unit); rows.hasNext(); ) {
                    BoundStatement row = rows.next();
                    permits.acquire();
                    throwFailure();
                    send(row, !rows.hasNext(), 1);
                }
            }
            permits.acquire(window);
            permits.release(window);
            throwFailure();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("the load was interrupted; start it again and it goes on", e);
        }
    }

    /** @param last true for the last row of its unit */
    private void send(BoundStatement row, boolean last, int attempt) {
        driver.executeAsync(row).whenComplete((result, thrown) -> {
            if (thrown != null && mayPass(thrown) && attempt < ATTEMPTS) {
                CompletableFuture.delayedExecutor(BACK_OFF_MILLIS * attempt, TimeUnit.MILLISECONDS)
                        .execute(() -> send(row, last, attempt + 1));
                return;
            }
            if (thrown != null) {
                failure.compareAndSet(null, thrown);
            } else if (last) {
                report(done.incrementAndGet());
            }
            permits.release();
        });
    }

    /** The progress listener may end the load. */
    private void report(long count) {
        if (count % UNITS_A_REPORT == 0 || count == total) {
            try {
                report.accept(count);
            } catch (HarnessException e) {
                failure.compareAndSet(null, e);
            }
        }
    }

    /**
     * Returns true if a retry may succeed. A replica that failed one write may accept it later: one with a vector index and few processors
     * fails when many writes arrive at once.
     */
    private boolean mayPass(Throwable thrown) {
        return TRANSIENT.contains(failures.classify(thrown)) || thrown instanceof WriteFailureException;
    }

    private void throwFailure() {
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new HarnessException(
                    "the load failed, start it again and it goes on: " + thrown.getMessage(), thrown);
        }
    }
}
