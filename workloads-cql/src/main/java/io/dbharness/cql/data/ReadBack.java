package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import io.dbharness.model.HarnessException;
import io.dbharness.workload.Progress;
import java.util.EnumSet;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Reads rows and compares them with what they must be. Used once; one thread. */
final class ReadBack {

    private static final int WINDOW = 64;
    private static final int ROWS_A_REPORT = 1_000;
    private static final int TRIES = 5;

    /** Levels whose writes only a read of all replicas is sure to see. */
    private static final Set<DefaultConsistencyLevel> WEAK = EnumSet.of(
            DefaultConsistencyLevel.ANY,
            DefaultConsistencyLevel.ONE,
            DefaultConsistencyLevel.LOCAL_ONE,
            DefaultConsistencyLevel.TWO,
            DefaultConsistencyLevel.THREE);

    private final CqlSession driver;
    private final StressTable table;
    private final AcknowledgedWrites acknowledged;
    private final boolean mayExpire;
    private final Semaphore places = new Semaphore(WINDOW);
    private final AtomicLong read = new AtomicLong();
    private final AtomicLong expired = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicReference<@Nullable String> first = new AtomicReference<>();

    /**
     * @param acknowledged the least versions that rows must have
     * @param mayExpire    whether a row may be gone
     */
    ReadBack(CqlSession driver, StressTable table, AcknowledgedWrites acknowledged, boolean mayExpire) {
        this.driver = driver;
        this.table = table;
        this.acknowledged = acknowledged;
        this.mayExpire = mayExpire;
    }

    /**
     * What was found.
     *
     * @param read    rows looked for
     * @param expired rows that are gone and may be
     * @param wrong   rows that are missing, older than acknowledged, or not what was written
     * @param first   what is wrong with one of them; empty when none is
     */
    record Findings(long read, long expired, long wrong, String first) {}

    /** The level to read at so that writes acknowledged at {@code written} are seen. */
    static ConsistencyLevel levelAfter(ConsistencyLevel written) {
        if (written instanceof DefaultConsistencyLevel level && WEAK.contains(level)) {
            return ConsistencyLevel.ALL;
        }
        return written == ConsistencyLevel.EACH_QUORUM || written == ConsistencyLevel.LOCAL_QUORUM
                ? ConsistencyLevel.LOCAL_QUORUM
                : ConsistencyLevel.QUORUM;
    }

    /** Reads the rows; what cannot be read at all after several tries is wrong, too. */
    Findings of(LongStream rows, long total, Progress progress) {
        try {
            for (PrimitiveIterator.OfLong next = rows.iterator(); next.hasNext(); ) {
                places.acquire();
                ask(next.nextLong(), 1);
                long done = read.incrementAndGet();
                if (done % ROWS_A_REPORT == 0 || done == total) {
                    progress.advance("read back", done, total, "rows");
                }
            }
            places.acquire(WINDOW);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while reading back", e);
        }
        String example = first.get();
        return new Findings(read.get(), expired.get(), wrong.get(), example == null ? "" : example);
    }

    private void ask(long row, int attempt) {
        driver.executeAsync(table.readBack(row)).whenComplete((result, thrown) -> {
            if (thrown == null) {
                judge(row, result);
            } else if (attempt < TRIES) {
                ask(row, attempt + 1);
                return;
            } else {
                wrong("row " + row + " cannot be read: " + thrown.getMessage());
            }
            places.release();
        });
    }

    private void judge(long row, AsyncResultSet result) {
        Row found = result.one();
        long least = acknowledged.versionOf(row);
        if (found == null) {
            if (mayExpire) {
                expired.incrementAndGet();
            } else {
                wrong("row " + row + " is missing");
            }
        } else if (!mayExpire && table.version(found) < least) {
            wrong("row " + row + " has version " + table.version(found) + ", but " + least + " was acknowledged");
        } else if (!table.isWhole(row, found)) {
            wrong("row " + row + " is not what version " + table.version(found) + " wrote");
        }
    }

    private void wrong(String what) {
        wrong.incrementAndGet();
        first.compareAndSet(null, what);
    }
}
