package io.dbharness.sysbench.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.sysbench.operation.SysbenchStatement.Step;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.Steps;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One event with all its inputs: a transaction, or several that are one statement each. Immutable.
 *
 * @param transactions common parts of all transactions
 * @param tables       index of the table of each statement, from 0
 * @param inputs       input of each statement
 */
// Contains arrays, but is never compared.
@SuppressWarnings("ArrayRecordComponent")
record Transaction(SysbenchTransactions transactions, int[] tables, Input[] inputs) implements Invocation<JdbcSession> {

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
        List<StatementMessage> messages = transactions.messages;
        int at = 0;
        for (int i = 0; i < messages.size(); i++) {
            StatementMessage message = messages.get(i);
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
     * Converts a duplicate key to a lost race: another transaction deleted the row before this one and inserted it again. The same
     * transaction may be retried, as sysbench does.
     */
    private static SQLException replacedMeanwhile(SQLException cause) {
        return new SQLTransactionRollbackException(
                "another transaction replaced the same row: " + cause.getMessage(), SERIALIZATION_FAILURE, cause);
    }

    /** Counts inserted and deleted rows for the ledger, and missing rows. Not thread-safe. */
    final class RowChange {

        private int inserted;
        private int deleted;
        private boolean sent;
        private @Nullable String missing;

        /**
         * Counts the rows of an answered statement.
         *
         * @param rows number of rows that it read or changed
         */
        void add(SysbenchStatement query, Input input, int rows) {
            Step step = query.step();
            // A row to update may be missing while another transaction is about to insert it again.
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

        /** Throws if rows were missing; called after the end of the transaction, which is not undone. */
        void requireAll() {
            if (missing != null) {
                throw new UnexpectedRowsException(missing);
            }
        }

        /** Adds the changes since the last commit to the ledger. */
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
