package io.dbharness.jdbc.dataset;

import io.dbharness.model.FailureKind;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.sut.Target.FailureClassifier;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;

/**
 * What the transactions of one kind have done to the number of rows in a run. A transaction whose commit was sent and never answered has an
 * unknown outcome: it counts as neither, and bounds what may be found. Thread-safe.
 */
public final class RowLedger {

    private final LongAdder sent = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder inserted = new LongAdder();
    private final LongAdder deleted = new LongAdder();
    private final LongAdder lost = new LongAdder();
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
     * @param lost     processes that did the same and were lost, so that nobody knows what they have changed
     */
    public record Balance(long inserted, long deleted, long unknown, long fewest, long most, long lost) {

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
                    most + other.most,
                    lost + other.lost);
        }
    }

    /**
     * A transaction, tried once.
     *
     * @param <T> what it returns
     */
    @FunctionalInterface
    public interface Attempt<T> {
        T run() throws SQLException;
    }

    /**
     * Carries out a transaction and counts what it did, or that nobody knows.
     *
     * @param failures tells refused transactions from those of unknown outcome
     * @param change   rows that it has inserted, or, below zero, deleted
     */
    public <T> T attempt(FailureClassifier failures, Attempt<T> transaction, ToIntFunction<T> change)
            throws SQLException {
        sent();
        T done;
        try {
            done = transaction.run();
        } catch (SQLException | UnexpectedRowsException e) {
            if (failures.classify(e) != FailureKind.CONNECTION_LOST) {
                refused();
            }
            throw e;
        }
        int rows = change.applyAsInt(done);
        committed(Math.max(rows, 0), Math.max(-rows, 0));
        return done;
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
        return new Balance(inserted.sum(), deleted.sum(), unknown, unknown * fewest, unknown * most, lost.sum());
    }

    /** Everything counted since the last {@link #reset}, for the ledger of another process. */
    public List<Long> counts() {
        return List.of(sent.sum(), answered.sum(), inserted.sum(), deleted.sum());
    }

    /** Adds the {@link #counts} of another process; empty if it was lost. */
    public void add(Optional<List<Long>> elsewhere) {
        if (elsewhere.isEmpty()) {
            lost.increment();
            return;
        }
        List<Long> counts = elsewhere.get();
        sent.add(counts.get(0));
        answered.add(counts.get(1));
        inserted.add(counts.get(2));
        deleted.add(counts.get(3));
    }

    /** Starts from zero; to be called while nothing runs. */
    public void reset() {
        sent.reset();
        answered.reset();
        inserted.reset();
        deleted.reset();
        lost.reset();
    }
}
