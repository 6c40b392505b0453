package com.example.counters;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.workload.Invocation;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/** One request: its input is drawn already, so a retry sends the same. */
record Add(int counter, AtomicLong added) implements Invocation<JdbcSession> {

    @Override
    public Operation operation() {
        return Counters.ADD;
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        PreparedStatement statement =
                session.prepare("UPDATE counters SET total = total + 1 WHERE id = ?");
        statement.setInt(1, counter);
        int rows = statement.executeUpdate();
        session.commit();
        if (rows != 1) {
            throw new UnexpectedRowsException(
                    "counter " + counter + " was found " + rows + " times");
        }
        added.incrementAndGet();
        return Outcome.COMPLETED;
    }
}
