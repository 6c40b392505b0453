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

/** The messages of one interactive transaction, and the time between them. One thread. */
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
     * None has been sent yet.
     *
     * @param session     where it runs, with autocommit off
     * @param dialect     how lists are sent
     * @param sql         texts of the statements
     * @param batched     whether neighbours share a message
     * @param steps       where each message is timed
     * @param transaction which of the five
     * @param input       what was typed for it
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

    /** A message starts; returns when. Locks were held since the answer to the one before it. */
    private long start() {
        if (sent) {
            steps.end(InteractiveStatement.BETWEEN, answered);
        }
        return steps.start();
    }

    /** A message has been answered. */
    private void end(int step, long started) {
        steps.end(step, started);
        sent = true;
        answered = steps.start();
    }

    /** A message that carries this statement, still without parameters. */
    Message to(InteractiveStatement statement) throws SQLException {
        return new Message(statement, new Arguments(dialect, session.prepare(sql.sql(statement))));
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

    /** What is thrown when a row is missing that the specification guarantees. */
    UnexpectedRowsException damaged() {
        return transaction.foundNoRow(input);
    }

    /** What is made of a row: its columns are read from left to right. */
    @FunctionalInterface
    interface Row<T> {
        T read(Answer answer) throws SQLException;
    }

    /**
     * A statement that answers with one row.
     *
     * @param row    what is made of it
     * @param values its parameters, as {@link Arguments#add} takes them
     */
    // Made for one call and never compared.
    @SuppressWarnings("ArrayRecordComponent")
    record Question<T>(InteractiveStatement statement, Row<T> row, Object... values) {}

    /** Sends two statements that need nothing of each other: as one message where neighbours share it, otherwise one after the other. */
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

        /** Sends it when no rows are expected back. */
        void send() throws SQLException {
            long started = start();
            arguments.sendChange();
            end(statement.step(), started);
        }

        /** Adds the statement with these parameters to the batch. */
        void batch(Object... values) throws SQLException {
            arguments.add(values).batch();
        }

        /** Sends the batch; each of its statements must change a row, otherwise the data set is damaged. */
        void sendEach() throws SQLException {
            if (Arrays.stream(sendBatch()).anyMatch(changed -> changed <= 0)) {
                throw damaged();
            }
        }

        /** Sends the batch; returns how many rows each of its statements changed, as {@link Arguments#sendBatch} does. */
        int[] sendBatch() throws SQLException {
            long started = start();
            int[] changed = arguments.sendBatch();
            end(statement.step(), started);
            return changed;
        }
    }
}
