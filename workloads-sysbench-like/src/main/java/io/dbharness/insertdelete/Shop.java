package io.dbharness.insertdelete;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.target.FailureClassifier;
import io.dbharness.workload.Invocation;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * The two calls and their books. Thread-safe.
 *
 * @param sql      in the target's dialect
 * @param failures tells refused calls from those of unknown outcome
 * @param ledger   what the calls have done
 * @param ids      rows that can be deleted
 */
record Shop(SqlCatalog<Call> sql, FailureClassifier failures, Ledger ledger, LiveIds ids) {

    static final Operation INSERT = new Operation(0, "Insert", OperationKind.WRITE);
    static final Operation DELETE = new Operation(1, "Delete", OperationKind.WRITE);
    static final List<Operation> OPERATIONS = List.of(INSERT, DELETE);

    /** No data: the standard's class for a statement that found nothing. */
    private static final String NO_DATA = "02000";

    private static final int PRICE_DIGITS = 2;
    private static final int AMOUNT_DIGITS = 4;

    Invocation<JdbcSession> insert(Row row) {
        return new Insertion(row);
    }

    Invocation<JdbcSession> delete(long id) {
        return new Deletion(id);
    }

    @FunctionalInterface
    private interface Work {
        void run() throws SQLException;
    }

    /** One statement, one transaction. */
    private Outcome perform(JdbcSession session, Ledger.Column column, Work work) throws SQLException {
        session.autoCommit(true);
        column.sent();
        try {
            work.run();
        } catch (SQLException e) {
            if (failures.classify(e) != FailureKind.CONNECTION_LOST) {
                column.refused();
            }
            throw e;
        }
        column.done();
        return Outcome.COMPLETED;
    }

    private final class Insertion implements Invocation<JdbcSession> {

        private final Row row;

        Insertion(Row row) {
            this.row = row;
        }

        @Override
        public Operation operation() {
            return INSERT;
        }

        @Override
        public Outcome execute(JdbcSession session) throws SQLException {
            Outcome outcome = perform(session, ledger.inserts(), () -> send(session.prepare(sql.sql(Call.INSERT))));
            ids.add(row.id());
            return outcome;
        }

        private void send(PreparedStatement call) throws SQLException {
            int at = 1;
            call.setLong(at++, row.id());
            call.setInt(at++, row.account());
            call.setInt(at++, row.quantity());
            call.setObject(at++, row.createdAt());
            call.setObject(at++, row.dueAt());
            call.setBigDecimal(at++, BigDecimal.valueOf(row.priceCents(), PRICE_DIGITS));
            call.setBigDecimal(at++, BigDecimal.valueOf(row.amountMills(), AMOUNT_DIGITS));
            call.setString(at++, row.code());
            call.setString(at++, row.name());
            call.setString(at++, row.note());
            call.setBytes(at, row.payload());
            call.execute();
        }
    }

    private final class Deletion implements Invocation<JdbcSession> {

        private final long id;

        Deletion(long id) {
            this.id = id;
        }

        @Override
        public Operation operation() {
            return DELETE;
        }

        /** A row that is not there is a failure: it would be the cheapest of deletes. */
        @Override
        public Outcome execute(JdbcSession session) throws SQLException {
            return perform(session, ledger.deletes(), () -> {
                PreparedStatement call = session.prepare(sql.sql(Call.DELETE));
                call.setLong(1, id);
                try (ResultSet deleted = call.executeQuery()) {
                    if (!deleted.next() || deleted.getInt(1) != 1) {
                        throw new SQLException("no row has the id " + id + "; somebody else deletes here", NO_DATA);
                    }
                }
            });
        }
    }
}
