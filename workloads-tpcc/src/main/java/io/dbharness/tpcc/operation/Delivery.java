package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.tpcc.input.DeliveryInput;
import io.dbharness.workload.Invocation;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The Delivery transaction (clause 2.7): the oldest waiting order of each of the ten districts in one database transaction, one message
 * with its COMMIT. It runs when it is sent, not from the queue of clause 2.7.2, so its response time is that of the deferred part. A
 * district without a waiting order is skipped (clause 2.7.4.2).
 *
 * @param sql   the statements as the target's dialect has them
 * @param input what was typed
 */
public record Delivery(SqlCatalog<TransactionStatement> sql, DeliveryInput input) implements Invocation<JdbcSession> {

    @Override
    public Operation operation() {
        return TransactionType.DELIVERY.operation();
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        perform(session);
        return Outcome.COMPLETED;
    }

    /** One attempt; what was delivered, O_ID by district. */
    public Map<Integer, Integer> perform(JdbcSession session) throws SQLException {
        PreparedStatement statement = session.prepare(sql.sql(TransactionStatement.DELIVERY));
        Arguments.of(statement)
                .add(input.warehouse())
                .add(input.warehouse())
                .add(input.carrier())
                .add(input.warehouse())
                .add(input.warehouse())
                .add(input.warehouse());
        Map<Integer, Integer> delivered = new TreeMap<>();
        try (ResultSet rows = Columns.query(statement)) {
            Columns columns = new Columns(rows);
            while (columns.next()) {
                delivered.put(columns.integer(), columns.integer());
            }
        }
        return Collections.unmodifiableMap(delivered);
    }
}
