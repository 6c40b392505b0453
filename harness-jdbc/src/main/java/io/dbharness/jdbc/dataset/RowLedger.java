package io.dbharness.jdbc.dataset;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the transactions of one kind have done to the number of rows in a run. A transaction whose commit was sent and never answered has an
 * unknown outcome: it counts as neither, and bounds what may be found. Thread-safe.
 */
public final class RowLedger {

    private final LongAdder sent = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder inserted = new LongAdder();
    private final LongAdder deleted = new LongAdder();
    private final int fewest;
    private final int most;

    /**
     * A ledger for transactions that change the number of rows by so many.
     *
     * @param fewest at least, 0 or less
     * @param most   at most, 0 or more
     */
    public RowLedger(int fewest, int most) {
        this.fewest = fewest;
        this.most = most;
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

        Balance plus(Balance other) {
            return new Balance(
                    inserted + other.inserted,
                    deleted + other.deleted,
                    unknown + other.unknown,
                    fewest + other.fewest,
                    most + other.most);
        }
    }

    /** A transaction is about to be committed. */
    public void sent() {
        sent.increment();
    }

    /** It was committed and had changed so many rows. */
    public void committed(int insertedRows, int deletedRows) {
        inserted.add(insertedRows);
        deleted.add(deletedRows);
        answered.increment();
    }

    /** The server says that it was not committed. */
    public void refused() {
        answered.increment();
    }

    /** What has happened since the last {@link #reset}. Transactions on their way are of unknown outcome. */
    public Balance balance() {
        long unknown = sent.sum() - answered.sum();
        return new Balance(inserted.sum(), deleted.sum(), unknown, unknown * fewest, unknown * most);
    }

    /** Starts from zero; to be called while nothing runs. */
    public void reset() {
        sent.reset();
        answered.reset();
        inserted.reset();
        deleted.reset();
    }
}
