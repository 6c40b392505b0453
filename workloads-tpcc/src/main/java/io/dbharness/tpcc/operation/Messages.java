package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.tpcc.input.TransactionInput;
import io.dbharness.workload.Steps;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of one interactive transaction. One thread.
 *
 * @param session     where it runs, with autocommit off
 * @param dialect     how lists are sent
 * @param sql         texts of the statements
 * @param steps       where each message is timed
 * @param transaction which of the five
 * @param input       what was typed for it
 */
record Messages(
        JdbcSession session,
        Dialect dialect,
        SqlCatalog<InteractiveStatement> sql,
        Steps steps,
        TransactionType transaction,
        TransactionInput input) {

    /** A message that carries this statement, still without parameters. */
    Message to(InteractiveStatement statement) throws SQLException {
        return new Message(statement, new Arguments(dialect, session.prepare(sql.sql(statement))));
    }

    void commit() throws SQLException {
        long started = steps.start();
        session.commit();
        steps.end(InteractiveStatement.COMMIT, started);
    }

    void rollback() throws SQLException {
        long started = steps.start();
        session.rollback();
        steps.end(InteractiveStatement.ROLLBACK, started);
    }

    /** What is thrown when a row is missing that the specification guarantees. */
    DamagedDataException damaged() {
        return new DamagedDataException(transaction, input);
    }

    /** What is made of a row: its columns are read from left to right. */
    @FunctionalInterface
    interface Row<T> {
        T read(Answer answer) throws SQLException;
    }

    /** A statement, or a batch of one, with its parameters. */
    final class Message {

        private final InteractiveStatement statement;
        private final Arguments arguments;

        private Message(InteractiveStatement statement, Arguments arguments) {
            this.statement = statement;
            this.arguments = arguments;
        }

        /** The next parameters, as {@link Arguments#add} takes them. */
        Message add(Object... values) throws SQLException {
            arguments.add(values);
            return this;
        }

        /** Sends it and returns the answer's only row; without one the data set is damaged. */
        <T> T row(Row<T> row) throws SQLException {
            List<T> rows = rows(row);
            if (rows.isEmpty()) {
                throw damaged();
            }
            return rows.get(0);
        }

        /** Sends it and returns all rows of the answer. */
        <T> List<T> rows(Row<T> row) throws SQLException {
            long started = steps.start();
            List<T> rows = new ArrayList<>();
            try (Answer answer = arguments.send()) {
                while (answer.next()) {
                    rows.add(row.read(answer));
                }
                answer.finish();
            }
            steps.end(statement.step(), started);
            return rows;
        }

        /** Sends it when no rows are expected back. */
        void send() throws SQLException {
            long started = steps.start();
            arguments.sendChange();
            steps.end(statement.step(), started);
        }

        /** Adds the statement with these parameters to the batch. */
        void batch(Object... values) throws SQLException {
            arguments.add(values).batch();
        }

        /** Sends the batch; returns how many rows each of its statements changed. */
        int[] sendBatch() throws SQLException {
            long started = steps.start();
            int[] changed = arguments.sendBatch();
            steps.end(statement.step(), started);
            return changed;
        }
    }
}
