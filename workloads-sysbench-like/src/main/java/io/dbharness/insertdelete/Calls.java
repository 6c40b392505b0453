package io.dbharness.insertdelete;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.dataset.RowLedger;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.Outcome;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.workload.Invocation;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Calls the two procedures and counts their changes. Thread-safe.
 *
 * @param sql      statements in the target's dialect
 * @param failures distinguishes refused calls from those of unknown outcome
 * @param inserts  changes of the number of rows by inserts
 * @param deletes  changes of the number of rows by deletes
 * @param ids      ids of rows that can be deleted
 */
record Calls(SqlCatalog<Sql> sql, FailureClassifier failures, RowLedger inserts, RowLedger deletes, LiveIds ids) {

    static final Operation INSERT = new Operation(0, "Insert", OperationKind.WRITE);
    static final Operation DELETE = new Operation(1, "Delete", OperationKind.WRITE);

    Calls(SqlCatalog<Sql> sql, FailureClassifier failures) {
        this(sql, failures, new RowLedger(0, 1), new RowLedger(-1, 0), new LiveIds());
    }

    /** The statements; their text is in {@code insertdelete/sql}, by dialect. */
    enum Sql {
        /** Parameters: the columns of {@link InsertDeleteRow} in order. */
        INSERT,
        /** Parameter: the id. Returns one row with the number of deleted rows. */
        DELETE,
        /** Returns all existing ids. */
        IDS,
        /** Returns the number of rows with values that no call inserts. */
        MALFORMED
    }

    List<RowLedger> ledgers() {
        return List.of(inserts, deletes);
    }

    Invocation<JdbcSession> insert(InsertDeleteRow row) {
        return new Call(
                this,
                INSERT,
                session -> {
                    PreparedStatement call = session.prepare(sql.sql(Sql.INSERT));
                    int at = 1;
                    call.setLong(at++, row.id());
                    call.setInt(at++, row.account());
                    call.setInt(at++, row.quantity());
                    call.setObject(at++, row.createdAt());
                    call.setObject(at++, row.dueAt());
                    call.setBigDecimal(at++, BigDecimal.valueOf(row.priceCents(), InsertDeleteRow.PRICE_DIGITS));
                    call.setBigDecimal(at++, BigDecimal.valueOf(row.amountMills(), InsertDeleteRow.AMOUNT_DIGITS));
                    call.setString(at++, row.code());
                    call.setString(at++, row.name());
                    call.setString(at++, row.note());
                    call.setBytes(at, row.payload());
                    call.execute();
                    return 1;
                },
                () -> ids.add(row.id()));
    }

    /** Creates a delete. A missing row is a failure, because it would be the cheapest delete. */
    Invocation<JdbcSession> delete(long id) {
        return new Call(
                this,
                DELETE,
                session -> {
                    PreparedStatement call = session.prepare(sql.sql(Sql.DELETE));
                    call.setLong(1, id);
                    try (ResultSet deleted = call.executeQuery()) {
                        if (!deleted.next() || deleted.getInt(1) != 1) {
                            throw new UnexpectedRowsException(
                                    "no row has the id " + id + ", or another client deletes here");
                        }
                    }
                    return -1;
                },
                () -> {});
    }

    /** Executes the call; returns the number of added rows, negative for removed rows. */
    @FunctionalInterface
    private interface Work {
        int run(JdbcSession session) throws SQLException;
    }

    /**
     * One statement, one transaction.
     *
     * @param answered publishes the outcome to other users after success
     */
    private record Call(Calls calls, Operation operation, Work work, Runnable answered)
            implements Invocation<JdbcSession> {

        @Override
        public Outcome execute(JdbcSession session) throws SQLException {
            session.autoCommit(true);
            RowLedger ledger = operation.equals(INSERT) ? calls.inserts : calls.deletes;
            ledger.attempt(calls.failures, () -> work.run(session), rows -> rows);
            answered.run();
            return Outcome.COMPLETED;
        }

        @Override
        public void simulated() {
            answered.run();
        }
    }
}
