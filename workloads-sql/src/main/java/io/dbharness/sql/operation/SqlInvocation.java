package io.dbharness.sql.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.Steps;
import java.sql.SQLException;
import java.util.Arrays;
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
        int inserted = 0;
        int deleted = 0;
        for (Query query : script.queries()) {
            long rows = send(query, session, steps, values);
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
                    : send(query, session, steps, values);
            query.require(rows);
            if (query.ends(rows)) {
                return;
            }
        }
    }

    private long counted(Query query, JdbcSession session, Steps steps, @Nullable Object[] values) throws SQLException {
        script.ledger().sent();
        long rows;
        try {
            rows = send(query, session, steps, values);
        } catch (SQLException e) {
            refused(e);
            throw e;
        }
        script.ledger().committed(query.inserted(rows), query.deleted(rows));
        return rows;
    }

    private static long send(Query query, JdbcSession session, Steps steps, @Nullable Object[] values)
            throws SQLException {
        long started = steps.start();
        long rows = query.send(session, values);
        end(steps, query.step(), started);
        return rows;
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
