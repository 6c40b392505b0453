package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.tpcc.input.TransactionInput;
import io.dbharness.workload.Steps;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

/** Sends the messages of one interactive transaction, and times them and the intervals between them. Not thread-safe. */
final class Messages {

    private final JdbcSession session;
    private final Dialect dialect;
    private final SqlCatalog<InteractiveStatement> sql;
    private final boolean batched;
    private final Steps steps;
    private final TransactionType transaction;
    private final TransactionInput input;
    private boolean sent;
    private long answered;

    /**
     * Creates the messages before the first one is sent.
     *
     * @param session     session with autocommit off
     * @param dialect     sets list parameters
     * @param sql         texts of the statements
     * @param batched     true if neighbouring statements share a message
     * @param steps       times each message
     * @param transaction type of the transaction
     * @param input       input of the transaction
     */
    Messages(
            JdbcSession session,
            Dialect dialect,
            SqlCatalog<InteractiveStatement> sql,
            boolean batched,
            Steps steps,
            TransactionType transaction,
            TransactionInput input) {
        this.session = session;
        this.dialect = dialect;
        this.sql = sql;
        this.batched = batched;
        this.steps = steps;
        this.transaction = transaction;
        this.input = input;
    }

    /** Starts timing a message and returns the time. Locks were held since the previous answer. */
    private long start() {
        if (sent) {
            steps.end(InteractiveStatement.BETWEEN, answered);
        }
        return steps.start();
    }

    /** Ends timing an answered message. */
    private void end(int step, long started) {
        steps.end(step, started);
        sent = true;
        answered = steps.start();
    }

    /** Creates a message with this statement, without parameters. */
    Message to(InteractiveStatement statement) throws SQLException {
        return new Message(statement, new StatementArguments(dialect, session.prepare(sql.sql(statement))));
    }

    void commit() throws SQLException {
        long started = start();
        session.commit();
        end(InteractiveStatement.COMMIT, started);
    }

    void rollback() throws SQLException {
        long started = start();
        session.rollback();
        end(InteractiveStatement.ROLLBACK, started);
    }

    /** Creates the exception for a missing row that the specification guarantees. */
    UnexpectedRowsException damaged() {
        return transaction.foundNoRow(input);
    }

    /** Converts a row, whose columns are read from left to right. */
    @FunctionalInterface
    interface Row<T> {
        T read(Answer answer) throws SQLException;
    }

    /**
     * A statement with one row as answer.
     *
     * @param row    converts the row
     * @param values parameters, as for {@link StatementArguments#add}
     */
    // Created for one call and never compared.
    @SuppressWarnings("ArrayRecordComponent")
    record Question<T>(InteractiveStatement statement, Row<T> row, Object... values) {}

    /** Sends two independent statements: in one message if batched, otherwise consecutively. */
    <A, B, T> T both(InteractiveStatement together, Question<A> first, Question<B> second, BiFunction<A, B, T> made)
            throws SQLException {
        if (!batched) {
            return made.apply(ask(first), ask(second));
        }
        return to(together).add(first.values()).add(second.values()).row(answer -> {
            A one = first.row().read(answer);
            if (!answer.nextResult()) {
                throw damaged();
            }
            return made.apply(one, second.row().read(answer));
        });
    }

    private <T> T ask(Question<T> question) throws SQLException {
        return to(question.statement()).add(question.values()).row(question.row());
    }

    /** A statement or a batch of it, with parameters. */
    final class Message {

        private final InteractiveStatement statement;
        private final StatementArguments arguments;

        private Message(InteractiveStatement statement, StatementArguments arguments) {
            this.statement = statement;
            this.arguments = arguments;
        }

        /** Adds parameters, as in {@link StatementArguments#add}. */
        Message add(Object... values) throws SQLException {
            arguments.add(values);
            return this;
        }

        /** Sends the message and returns the only row of the answer; throws if there is none, because the data set is damaged. */
        <T> T row(Row<T> row) throws SQLException {
            List<T> rows = rows(row);
            if (rows.isEmpty()) {
                throw damaged();
            }
            return rows.get(0);
        }

        /** Sends the message and returns all rows of the answer. */
        <T> List<T> rows(Row<T> row) throws SQLException {
            long started = start();
            List<T> rows = new ArrayList<>();
            try (Answer answer = arguments.send()) {
                while (answer.next()) {
                    rows.add(row.read(answer));
                }
                answer.finish();
            }
            end(statement.step(), started);
            return rows;
        }

        /** Sends a message without rows in its answer. */
        void send() throws SQLException {
            long started = start();
            arguments.sendChange();
            end(statement.step(), started);
        }

        /** Adds the statement with these parameters to the batch. */
        void batch(Object... values) throws SQLException {
            arguments.add(values).batch();
        }

        /** Sends the batch; throws if one of its statements changes no row, because the data set is damaged. */
        void sendEach() throws SQLException {
            if (Arrays.stream(sendBatch()).anyMatch(changed -> changed <= 0)) {
                throw damaged();
            }
        }

        /** Sends the batch; returns the number of rows that each statement changed, like {@link StatementArguments#sendBatch}. */
        int[] sendBatch() throws SQLException {
            long started = start();
            int[] changed = arguments.sendBatch();
            end(statement.step(), started);
            return changed;
        }
    }
}
