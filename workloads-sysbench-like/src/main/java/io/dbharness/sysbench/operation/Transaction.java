package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.sysbench.operation.Query.Step;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.Steps;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One event with all its inputs: a transaction, or several that are one statement each. Immutable.
 *
 * @param transactions what all have in common
 * @param tables       the table of each statement, from 0
 * @param inputs       of each statement
 */
// Holds what was drawn and is never compared.
@SuppressWarnings("ArrayRecordComponent")
record Transaction(Transactions transactions, int[] tables, Input[] inputs) implements Invocation<JdbcSession> {

    private static final String SERIALIZATION_FAILURE = "40001";

    @Override
    public Operation operation() {
        return transactions.operation;
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        return execute(session, Steps.IGNORED);
    }

    @Override
    public Outcome execute(JdbcSession session, Steps steps) throws SQLException {
        RowChange change = new RowChange();
        try {
            session.autoCommit(transactions.autocommit);
            perform(session, steps, change);
            change.requireAll();
            return Outcome.COMPLETED;
        } catch (SQLException e) {
            FailureKind kind = transactions.failures.classify(e);
            if (change.sent && kind != FailureKind.CONNECTION_LOST) {
                transactions.ledger.refused();
            }
            throw kind == FailureKind.CONSTRAINT && transactions.replacesRows ? replacedMeanwhile(e) : e;
        }
    }

    private void perform(JdbcSession session, Steps steps, RowChange change) throws SQLException {
        List<Message> messages = transactions.messages;
        int at = 0;
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            if (message.last()) {
                change.sent();
            }
            if (message.step() < 0) {
                message.send(session, tables[at], inputs, at, change);
            } else {
                long started = steps.start();
                message.send(session, tables[at], inputs, at, change);
                steps.end(message.step(), started);
            }
            at += message.queries().size();
            if (message.last()) {
                change.committed();
            }
        }
        if (transactions.commitsApart) {
            change.sent();
            long started = steps.start();
            session.commit();
            change.committed();
            steps.end(transactions.commitStep, started);
        }
    }

    /**
     * A row that this transaction did not find when it deleted it, because another one had just deleted it, is there again when it is
     * inserted. What the server reports as a duplicate key is a lost race, so the same transaction may be tried again; sysbench does so.
     */
    private static SQLException replacedMeanwhile(SQLException cause) {
        return new SQLTransactionRollbackException(
                "another transaction replaced the same row: " + cause.getMessage(), SERIALIZATION_FAILURE, cause);
    }

    /** Rows inserted and deleted, for the ledger, and rows that were missing. One thread. */
    final class RowChange {

        private int inserted;
        private int deleted;
        private boolean sent;
        private @Nullable String missing;

        /**
         * A statement was answered.
         *
         * @param rows that it saw or changed
         */
        void add(Query query, Input input, int rows) {
            Step step = query.step();
            // A row to be updated may be gone when another transaction is about to put it back.
            boolean race = step == Step.UPDATE && transactions.replacesRows;
            int least = race ? 0 : query.leastRows(input, transactions.shape.tableSize());
            if (rows < least && missing == null) {
                missing = query + " " + input + " found " + rows + " rows instead of " + least;
            }
            if (step == Step.INSERT) {
                inserted += rows;
            } else if (step == Step.DELETE) {
                deleted += rows;
            }
        }

        /** When the transaction is over, which what is missing does not undo. */
        void requireAll() {
            if (missing != null) {
                throw new UnexpectedRowsException(missing);
            }
        }

        /** What was sent since the last commit is committed. */
        private void committed() {
            if (sent) {
                transactions.ledger.committed(inserted, deleted);
                inserted = 0;
                deleted = 0;
                sent = false;
            }
        }

        private void sent() {
            if (transactions.changesRows) {
                transactions.ledger.sent();
                sent = true;
            }
        }
    }
}
