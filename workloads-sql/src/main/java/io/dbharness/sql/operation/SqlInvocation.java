package io.dbharness.sql.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.sql.operation.UpdateLedger.Update;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.Steps;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One operation with drawn inputs. Each attempt has the same inputs, and reads the values passed between statements again. Immutable.
 *
 * @param script operation to execute
 * @param inputs values in the order of the operation's parameters
 * @param done   runs when the server has acknowledged all of it
 */
// Contains arrays, but is never compared.
@SuppressWarnings("ArrayRecordComponent")
public record SqlInvocation(OperationScript script, Object[] inputs, Runnable done) implements Invocation<JdbcSession> {

    @Override
    public Operation operation() {
        return script.operation();
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        return execute(session, Steps.IGNORED);
    }

    @Override
    public Outcome execute(JdbcSession session, Steps steps) throws SQLException {
        session.autoCommit(!script.transaction());
        @Nullable Object[] values = script.carries() ? Arrays.copyOf(inputs, script.places()) : inputs;
        if (script.transaction()) {
            together(session, steps, values);
        } else {
            oneByOne(session, steps, values);
        }
        done.run();
        return Outcome.COMPLETED;
    }

    /** Executes the statements in one transaction, which is not committed after a wrong number of rows. */
    private void together(JdbcSession session, Steps steps, @Nullable Object[] values) throws SQLException {
        List<Update> updates = new ArrayList<>();
        try {
            together(session, steps, values, updates);
        } catch (SQLException | UnexpectedRowsException e) {
            refused(updates, e);
            throw e;
        }
        updates.forEach(script.updates()::acknowledged);
    }

    private void together(JdbcSession session, Steps steps, @Nullable Object[] values, List<Update> updates)
            throws SQLException {
        int inserted = 0;
        int deleted = 0;
        for (Query query : script.queries()) {
            long rows = send(query, session, steps, values, updates);
            query.require(rows);
            inserted += query.inserted(rows);
            deleted += query.deleted(rows);
            if (query.ends(rows)) {
                break;
            }
        }
        script.ledger().sent();
        try {
            long started = steps.start();
            session.commit();
            end(steps, script.commitStep(), started);
        } catch (SQLException e) {
            refused(e);
            throw e;
        }
        script.ledger().committed(inserted, deleted);
    }

    /** Executes each statement in its own transaction; its changes remain, even after a wrong number of rows. */
    private void oneByOne(JdbcSession session, Steps steps, @Nullable Object[] values) throws SQLException {
        for (Query query : script.queries()) {
            long rows = query.changesNumber()
                    ? counted(query, session, steps, values)
                    : updated(query, session, steps, values);
            query.require(rows);
            if (query.ends(rows)) {
                return;
            }
        }
    }

    private long updated(Query query, JdbcSession session, Steps steps, @Nullable Object[] values) throws SQLException {
        List<Update> updates = new ArrayList<>();
        long rows;
        try {
            rows = send(query, session, steps, values, updates);
        } catch (SQLException e) {
            refused(updates, e);
            throw e;
        }
        updates.forEach(script.updates()::acknowledged);
        return rows;
    }

    private long counted(Query query, JdbcSession session, Steps steps, @Nullable Object[] values) throws SQLException {
        script.ledger().sent();
        long rows;
        try {
            rows = send(query, session, steps, values, List.of());
        } catch (SQLException e) {
            refused(e);
            throw e;
        }
        script.ledger().committed(query.inserted(rows), query.deleted(rows));
        return rows;
    }

    /** @param updates receives the update that the statement is, if its values are tracked */
    private long send(
            Query query, JdbcSession session, Steps steps, @Nullable Object[] values, Collection<Update> updates)
            throws SQLException {
        Optional<Update> update = query.update(script.updates(), values);
        update.ifPresent(updates::add);
        long started = steps.start();
        long rows = query.send(session, values);
        end(steps, query.step(), started);
        if (rows == 0) {
            update.ifPresent(script.updates()::refused);
            update.ifPresent(updates::remove);
        }
        return rows;
    }

    /** After a lost connection or a time limit the outcome is not known: the updates may be there. */
    private void refused(List<Update> updates, Exception failure) {
        FailureKind kind =
                updates.isEmpty() ? FailureKind.NONE : script.failures().classify(failure);
        if (kind != FailureKind.CONNECTION_LOST && kind != FailureKind.TIMEOUT) {
            updates.forEach(script.updates()::refused);
        }
    }

    private static void end(Steps steps, int step, long started) {
        if (step >= 0) {
            steps.end(step, started);
        }
    }

    private void refused(SQLException failure) {
        if (script.failures().classify(failure) != FailureKind.CONNECTION_LOST) {
            script.ledger().refused();
        }
    }
}
