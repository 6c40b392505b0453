package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.target.FailureClassifier;
import io.dbharness.workload.Progress;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Writes ranges of rows with a bounded number in flight. Writing a row again writes the same, so failures that pass are tried again. */
final class RowLoader {

    private static final int ATTEMPTS = 20;
    private static final long BACK_OFF_MILLIS = 100;
    private static final int ROWS_A_REPORT = 2_000;
    private static final Set<FailureKind> PASSING = EnumSet.of(
            FailureKind.OVERLOADED, FailureKind.TIMEOUT, FailureKind.UNAVAILABLE, FailureKind.CONNECTION_LOST);

    private final CqlSession driver;
    private final FailureClassifier failures;
    private final int window;
    private final Semaphore places;
    private final AtomicLong rows = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Report report;

    /** What follows the load. */
    record Report(Progress progress, long total) {}

    RowLoader(CqlSession driver, FailureClassifier failures, int window, Report report) {
        this.driver = driver;
        this.failures = failures;
        this.window = window;
        this.places = new Semaphore(window);
        this.report = report;
    }

    /** Rows that were there already. */
    void skip(long count) {
        rows.addAndGet(count);
    }

    /** Writes rows from {@code from} to before {@code to} and returns when all are acknowledged. */
    void load(long from, long to, LongFunction<BoundStatement> statements) {
        try {
            for (long row = from; row < to; row++) {
                places.acquire();
                throwFailure();
                send(statements.apply(row), 1);
            }
            places.acquire(window);
            places.release(window);
            throwFailure();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("the load was interrupted; start it again and it goes on", e);
        }
    }

    private void send(BoundStatement statement, int attempt) {
        driver.executeAsync(statement).whenComplete((result, thrown) -> {
            if (thrown == null) {
                arrived();
            } else if (PASSING.contains(failures.classify(thrown)) && attempt < ATTEMPTS) {
                CompletableFuture.delayedExecutor(BACK_OFF_MILLIS * attempt, TimeUnit.MILLISECONDS)
                        .execute(() -> send(statement, attempt + 1));
            } else {
                failure.compareAndSet(null, thrown);
                places.release();
            }
        });
    }

    private void arrived() {
        long done = rows.incrementAndGet();
        if (done % ROWS_A_REPORT == 0 || done == report.total()) {
            report.progress().advance("load", done, report.total(), "rows");
        }
        places.release();
    }

    private void throwFailure() {
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new HarnessException(
                    "the load failed, start it again and it goes on: " + thrown.getMessage(), thrown);
        }
    }
}
