package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.target.FailureClassifier;
import io.dbharness.workload.Progress;
import java.util.EnumSet;
import java.util.Iterator;
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
    private static final int UNITS_A_REPORT = 2_000;
    private static final Set<FailureKind> PASSING = EnumSet.of(
            FailureKind.OVERLOADED, FailureKind.TIMEOUT, FailureKind.UNAVAILABLE, FailureKind.CONNECTION_LOST);

    private final CqlSession driver;
    private final FailureClassifier failures;
    private final int window;
    private final Semaphore places;
    private final AtomicLong done = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Report report;

    /** What follows the load, and in which units. */
    record Report(Progress progress, long total, String unit) {}

    RowLoader(CqlSession driver, FailureClassifier failures, int window, Report report) {
        this.driver = driver;
        this.failures = failures;
        this.window = window;
        this.places = new Semaphore(window);
        this.report = report;
    }

    /** Units that were there already. */
    void skip(long count) {
        done.addAndGet(count);
    }

    /** Writes units from {@code from} to before {@code to} and returns when all their rows are acknowledged. */
    void load(long from, long to, LongFunction<Iterator<BoundStatement>> writes) {
        try {
            for (long unit = from; unit < to; unit++) {
                for (Iterator<BoundStatement> rows = writes.apply(unit); rows.hasNext(); ) {
                    BoundStatement row = rows.next();
                    places.acquire();
                    throwFailure();
                    send(new Write(row, !rows.hasNext()), 1);
                }
            }
            places.acquire(window);
            places.release(window);
            throwFailure();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("the load was interrupted; start it again and it goes on", e);
        }
    }

    /** A row to write, and whether it is the last of its unit. */
    private record Write(BoundStatement statement, boolean last) {}

    private void send(Write write, int attempt) {
        driver.executeAsync(write.statement()).whenComplete((result, thrown) -> {
            if (thrown == null) {
                arrived(write.last());
            } else if (PASSING.contains(failures.classify(thrown)) && attempt < ATTEMPTS) {
                CompletableFuture.delayedExecutor(BACK_OFF_MILLIS * attempt, TimeUnit.MILLISECONDS)
                        .execute(() -> send(write, attempt + 1));
            } else {
                failure.compareAndSet(null, thrown);
                places.release();
            }
        });
    }

    private void arrived(boolean unit) {
        long count = unit ? done.incrementAndGet() : 0;
        if (unit && (count % UNITS_A_REPORT == 0 || count == report.total())) {
            report.progress().advance("load", count, report.total(), report.unit());
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
