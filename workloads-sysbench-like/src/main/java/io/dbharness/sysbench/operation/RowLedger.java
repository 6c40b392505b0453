package io.dbharness.sysbench.operation;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the transactions of a run have done to the number of rows. A transaction whose commit was sent and never answered has an unknown
 * outcome: it counts as neither, and bounds what may be found. Thread-safe.
 */
public final class RowLedger {

    private final LongAdder sent = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder inserted = new LongAdder();
    private final LongAdder deleted = new LongAdder();
    private final int mostInserted;
    private final int mostDeleted;

    /** A ledger for transactions of one script. */
    public RowLedger(Script script) {
        this.mostInserted = script.count(Step.INSERT);
        this.mostDeleted = script.count(Step.DELETE);
    }

    /**
     * What has happened since some moment.
     *
     * @param inserted rows inserted by transactions known to be committed
     * @param deleted  rows deleted by them
     * @param unknown  transactions of unknown outcome
     * @param fewest   what these have changed at least, 0 or less
     * @param most     what these have changed at most
     */
    public record Balance(long inserted, long deleted, long unknown, long fewest, long most) {

        /** The change that is known. */
        public long known() {
            return inserted - deleted;
        }
    }

    /** A transaction is about to be committed. */
    void sent() {
        sent.increment();
    }

    /** It was. */
    void committed(RowChange change) {
        inserted.add(change.inserted());
        deleted.add(change.deleted());
        answered.increment();
    }

    /** It was not, says the server. */
    void refused() {
        answered.increment();
    }

    /** What has happened since the last {@link #reset}. Transactions on their way are of unknown outcome. */
    public Balance balance() {
        long unknown = sent.sum() - answered.sum();
        return new Balance(
                inserted.sum(),
                deleted.sum(),
                unknown,
                unknown * Math.min(0, mostInserted - mostDeleted),
                unknown * mostInserted);
    }

    /** Starts anew; to be called while nothing runs. */
    public void reset() {
        sent.reset();
        answered.reset();
        inserted.reset();
        deleted.reset();
    }
}
