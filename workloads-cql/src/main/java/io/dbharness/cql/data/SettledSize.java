package io.dbharness.cql.data;

import io.dbharness.cql.target.Compactions;
import io.dbharness.cql.target.CqlTarget;
import io.dbharness.model.HarnessException;
import io.dbharness.time.RunClock;
import io.dbharness.workload.Progress;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;

/** How large a table is once it is written out and merged. One thread. */
final class SettledSize {

    /** What is younger than this may still be in memory. */
    private static final Duration FLUSH_PERIOD = Duration.ofSeconds(1);

    private final CqlTarget target;
    private final Desk desk;
    private final TableText text;
    private final RunClock clock;

    SettledSize(CqlTarget target, Desk desk, TableText text, RunClock clock) {
        this.target = target;
        this.desk = desk;
        this.text = text;
        this.clock = clock;
    }

    /** Bytes on each node, on average; empty when nodes do not tell. */
    OptionalDouble nodeBytes(Progress progress) {
        // CQL has no statement that flushes, but a table may be told to flush by itself.
        flushEvery(FLUSH_PERIOD);
        try (Compactions compactions = target.compactions()) {
            clock.sleepUntil(clock.now() + FLUSH_PERIOD.multipliedBy(2).toNanos());
            compactions.await(clock, progress);
            return compactions.tableBytes(text.shape().table());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while waiting for the table to be written out", e);
        } finally {
            flushEvery(Duration.ZERO);
        }
    }

    /** Never, if zero. */
    private void flushEvery(Duration period) {
        Map<String, String> names = Map.of(
                "keyspace", text.keyspace(),
                "table", text.shape().table(),
                "period", Long.toString(period.toMillis()));
        desk.execute(new CqlText(names).of("flush-period"));
    }
}
