package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import io.dbharness.cql.data.StressDataSet.Loaded;
import io.dbharness.model.HarnessException;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows and compares them with their expected values: a sample as long as nothing was written, every acknowledged row afterwards. Used
 * once. Not thread-safe: one thread.
 */
final class ReadBack {

    /** Rows that are read before a run to verify the data set. */
    private static final int SAMPLE = 1_000;
    /** Every acknowledged row is read back up to this number; a sample of this size beyond it. */
    private static final int MOST_READ_BACK = 100_000;

    private static final int IN_FLIGHT = 64;
    private static final int TRIES = 5;
    /** Levels whose writes only a read of all replicas is certain to see. */
    private static final Set<ConsistencyLevel> WEAK = Set.of(
            ConsistencyLevel.ANY,
            ConsistencyLevel.ONE,
            ConsistencyLevel.LOCAL_ONE,
            ConsistencyLevel.TWO,
            ConsistencyLevel.THREE);

    private final CqlSession driver;
    private final Loaded data;
    private final Storage storage;
    private final boolean mayExpire;
    private final Semaphore permits = new Semaphore(IN_FLIGHT);
    private final AtomicLong expired = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicReference<@Nullable String> firstWrong = new AtomicReference<>();
    private final AtomicLong unread = new AtomicLong();
    private final AtomicReference<@Nullable String> firstUnread = new AtomicReference<>();

    ReadBack(CqlSession driver, Loaded data, Storage storage) {
        this.driver = driver;
        this.data = data;
        this.storage = storage;
        this.mayExpire = storage.ttlSeconds() > 0;
    }

    /** Returns the read level that sees writes acknowledged at {@code written}. */
    static ConsistencyLevel levelAfter(ConsistencyLevel written) {
        if (WEAK.contains(written)) {
            return ConsistencyLevel.ALL;
        }
        return written == ConsistencyLevel.EACH_QUORUM || written == ConsistencyLevel.LOCAL_QUORUM
                ? ConsistencyLevel.LOCAL_QUORUM
                : ConsistencyLevel.QUORUM;
    }

    Check run(String when, Progress progress) {
        return data.acknowledged().rowsSeen() == 0 ? sample(when, progress) : acknowledged(when, progress);
    }

    private Check sample(String when, Progress progress) {
        if (data.rows() == 0) {
            return new Check("rows", when, true, "nothing was loaded to compare; each read is compared as it comes");
        }
        int total = (int) Math.min(SAMPLE, data.rows());
        LongStream rows = total == data.rows()
                ? LongStream.range(0, total)
                : data.seed().stream("cql-sample", 0).longs(total, 0, data.rows());
        return compare("rows", when, rows.toArray(), total + " of " + data.rows() + " rows", progress);
    }

    private Check acknowledged(String when, Progress progress) {
        AcknowledgedWrites writes = data.acknowledged();
        long[] written = writes.rows().toArray();
        int stride = (written.length + MOST_READ_BACK - 1) / MOST_READ_BACK;
        int from = data.seed().stream("cql-read-back", 0).nextInt(stride);
        long[] rows = LongStream.iterate(from, at -> at < written.length, at -> at + stride)
                .map(at -> written[(int) at])
                .toArray();
        String which = stride == 1 && writes.all()
                ? "all " + rows.length + " rows written and acknowledged"
                : "a sample by the seed: " + rows.length + " of " + (writes.all() ? "" : "more than ") + written.length
                        + " rows written and acknowledged";
        return compare("read-back", when, rows, which, progress);
    }

    /**
     * Reads the rows and waits for all answers. A row that is still unreadable after several tries counts neither as equal nor as wrong. If
     * no row is readable, the outcome is unknown.
     */
    private Check compare(String name, String when, long[] rows, String which, Progress progress) {
        try {
            for (int i = 0; i < rows.length; i++) {
                permits.acquire();
                ask(rows[i], 1);
                int done = i + 1;
                if (done % 1_000 == 0 || done == rows.length) {
                    progress.advance("read back", done, rows.length, "rows");
                }
            }
            permits.acquire(IN_FLIGHT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while reading back", e);
        }
        String detail = which + ", read at " + levelAfter(storage.consistency()).name() + ": "
                + verdict(rows.length)
                + (expired.get() == 0 ? "" : "; " + expired + " have expired");
        return new Check(name, when, wrong.get() == 0 && (rows.length == 0 || unread.get() < rows.length), detail);
    }

    private String verdict(int rows) {
        String compared = unread.get() == 0 ? "all equal" : (rows - unread.get()) + " equal";
        return (wrong.get() == 0 ? compared : wrong + " wrong, for example " + firstWrong)
                + (unread.get() == 0 ? "" : "; " + unread + " could not be read, for example " + firstUnread);
    }

    private void ask(long row, int attempt) {
        driver.executeAsync(data.table().readBack(row)).whenComplete((result, thrown) -> {
            if (thrown != null && attempt < TRIES) {
                ask(row, attempt + 1);
                return;
            }
            String fault = thrown == null ? judge(row, result) : null;
            if (thrown != null) {
                unread.incrementAndGet();
                firstUnread.compareAndSet(null, "row " + row + ": " + thrown.getMessage());
            } else if (fault != null) {
                wrong.incrementAndGet();
                firstWrong.compareAndSet(null, "row " + row + " " + fault);
            }
            permits.release();
        });
    }

    /** Returns the fault of a row; null if there is none. */
    private @Nullable String judge(long row, AsyncResultSet result) {
        Row found = result.one();
        if (found == null) {
            if (mayExpire) {
                expired.incrementAndGet();
                return null;
            }
            return "is missing";
        }
        long version = data.table().version(found);
        long least = data.acknowledged().versionOf(row);
        if (!mayExpire && version < least) {
            return "has version " + version + ", but " + least + " was acknowledged";
        }
        return data.table().isWhole(row, found) ? null : "is not what version " + version + " wrote";
    }
}
