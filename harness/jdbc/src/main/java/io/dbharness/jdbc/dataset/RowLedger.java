package io.dbharness.jdbc.dataset;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Internal;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.sut.Target.FailureClassifier;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;

/**
 * Counts the changes of the number of rows by the transactions of one kind in a run. A transaction whose commit was sent but never answered
 * has an unknown outcome: it counts as neither committed nor refused, and widens the expected range. Thread-safe.
 */
@Internal
public final class RowLedger {

    private final LongAdder sent = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder inserted = new LongAdder();
    private final LongAdder deleted = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final int fewest;
    private final int most;

    /**
     * Creates a ledger for transactions that change the number of rows within bounds.
     *
     * @param fewest lower bound of the change, 0 or less
     * @param most   upper bound of the change, 0 or more
     */
    public RowLedger(int fewest, int most) {
        this.fewest = fewest;
        this.most = most;
    }

    /**
     * The changes since the last {@link #reset}.
     *
     * @param inserted rows inserted by committed transactions
     * @param deleted  rows deleted by committed transactions
     * @param unknown  transactions of unknown outcome
     * @param fewest   lower bound of the change by transactions of unknown outcome, 0 or less
     * @param most     upper bound of the change by transactions of unknown outcome
     * @param lost     number of lost processes, whose changes are not known
     */
    public record Balance(long inserted, long deleted, long unknown, long fewest, long most, long lost) {

        /** Returns the known change of the number of rows. */
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
     * One attempt of a transaction.
     *
     * @param <T> type of the result
     */
    @FunctionalInterface
    public interface Attempt<T> {
        T run() throws SQLException;
    }

    /**
     * Executes a transaction and counts its change, or its unknown outcome.
     *
     * @param failures distinguishes refused transactions from those of unknown outcome
     * @param change   number of inserted rows; negative for deleted rows
     */
    public <T> T attempt(FailureClassifier failures, Attempt<T> transaction, ToIntFunction<T> change)
            throws SQLException {
        sent();
        T done;
        try {
            done = transaction.run();
        } catch (SQLException | UnexpectedRowsException e) {
            FailureKind kind = failures.classify(e);
            // A time limit may end a call between its last change, which is committed already, and its answer.
            if (kind != FailureKind.CONNECTION_LOST && kind != FailureKind.TIMEOUT) {
                refused();
            }
            throw e;
        }
        int rows = change.applyAsInt(done);
        committed(Math.max(rows, 0), Math.max(-rows, 0));
        return done;
    }

    /** Counts a transaction that is about to be committed. */
    public void sent() {
        sent.increment();
    }

    /** Counts the rows of a committed transaction. */
    public void committed(int insertedRows, int deletedRows) {
        inserted.add(insertedRows);
        deleted.add(deletedRows);
        answered.increment();
    }

    /** Counts a transaction that the server has refused to commit. */
    public void refused() {
        answered.increment();
    }

    /** Returns the changes since the last {@link #reset}. Pending transactions count as of unknown outcome. */
    public Balance balance() {
        long unknown = sent.sum() - answered.sum();
        return new Balance(inserted.sum(), deleted.sum(), unknown, unknown * fewest, unknown * most, lost.sum());
    }

    /** Returns all counts since the last {@link #reset}, for the ledger of another process. */
    public List<Long> counts() {
        return List.of(sent.sum(), answered.sum(), inserted.sum(), deleted.sum());
    }

    /** Adds the {@link #counts} of another process; empty for a lost process. */
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

    /** Resets all counts to zero; must be called while no transaction runs. */
    public void reset() {
        sent.reset();
        answered.reset();
        inserted.reset();
        deleted.reset();
        lost.reset();
    }
}
