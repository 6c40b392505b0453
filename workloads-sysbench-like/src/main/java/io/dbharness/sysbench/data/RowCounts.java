package io.dbharness.sysbench.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.load.Crew;
import io.dbharness.jdbc.schema.Schema;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sysbench.operation.RowLedger;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The check that a table has the rows it should have: those before the run, plus inserted ones, minus deleted ones. One thread; it uses
 * others.
 */
final class RowCounts {

    private static final String NAME = "rows";
    private static final int CONNECTIONS = 2;
    private static final long UNCOUNTED = -1;
    private static final long PATIENCE_NANOS = Duration.ofMinutes(2).toNanos();
    private static final long REST_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Logger LOG = LoggerFactory.getLogger(RowCounts.class);

    private final RunClock clock = new SystemClock();
    private final JdbcTarget target;
    private final int tables;
    private final RowLedger ledger;
    private long before = UNCOUNTED;

    RowCounts(JdbcTarget target, int tables, RowLedger ledger) {
        this.target = target;
        this.tables = tables;
        this.ledger = ledger;
    }

    /** Counts what is there and starts the ledger anew, or, after a run, compares. */
    Check check(String when, Progress progress) {
        if (before == UNCOUNTED || "before".equals(when)) {
            long found = count(progress);
            before = found;
            ledger.reset();
            return new Check(NAME, when, true, String.format(Locale.ROOT, "%,d rows in %s", found, tablesInWords()));
        }
        long found = countPatiently(progress);
        RowLedger.Balance balance = ledger.balance();
        long known = before + balance.known();
        boolean passed = found >= known + balance.fewest() && found <= known + balance.most();
        return new Check(NAME, when, passed, detail(balance, known, found));
    }

    private String detail(RowLedger.Balance balance, long known, long found) {
        String sum = String.format(
                Locale.ROOT,
                "%,d before + %,d inserted - %,d deleted = %,d; counted %,d in %s",
                before,
                balance.inserted(),
                balance.deleted(),
                known,
                found,
                tablesInWords());
        return balance.unknown() == 0
                ? sum
                : String.format(
                        Locale.ROOT,
                        "%s, with %,d to %,d more by %,d transactions whose commit was not answered",
                        sum,
                        balance.fewest(),
                        balance.most(),
                        balance.unknown());
    }

    private String tablesInWords() {
        return tables == 1 ? "1 table" : tables + " tables";
    }

    /** A server that was killed during the run may still be busy with recovery. */
    private long countPatiently(Progress progress) {
        long giveUp = clock.now() + PATIENCE_NANOS;
        while (true) {
            try {
                return count(progress);
            } catch (TargetUnreachableException e) {
                if (clock.now() > giveUp) {
                    throw e;
                }
                LOG.info("waiting for the server to count the rows: {}", e.getMessage());
                rest(e);
            }
        }
    }

    private void rest(TargetUnreachableException reason) {
        try {
            clock.sleepUntil(clock.now() + REST_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw reason;
        }
    }

    private long count(Progress progress) {
        AtomicInteger done = new AtomicInteger();
        progress.advance("count", 0, tables, "tables");
        List<Crew.Task<Long>> tasks = new ArrayList<>();
        for (Table table : Table.all(tables)) {
            tasks.add(connection -> {
                long rows = Schema.rows(connection, table.sqlName());
                progress.advance("count", done.incrementAndGet(), tables, "tables");
                return rows;
            });
        }
        try (Crew crew = new Crew(target, CONNECTIONS)) {
            return crew.run("count the rows", tasks).stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }
}
