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
 * The calls of the two procedures, and what they have done. Thread-safe.
 *
 * @param sql      in the target's dialect
 * @param failures tells refused calls from those of unknown outcome
 * @param inserts  what inserts have done to the number of rows
 * @param deletes  what deletes have done to it
 * @param ids      rows that can be deleted
 */
record Calls(SqlCatalog<Sql> sql, FailureClassifier failures, RowLedger inserts, RowLedger deletes, LiveIds ids) {

    static final Operation INSERT = new Operation(0, "Insert", OperationKind.WRITE);
    static final Operation DELETE = new Operation(1, "Delete", OperationKind.WRITE);

    Calls(SqlCatalog<Sql> sql, FailureClassifier failures) {
        this(sql, failures, new RowLedger(0, 1), new RowLedger(-1, 0), new LiveIds());
    }

    /** The statements; their text is in {@code insertdelete/sql}, by dialect. */
    enum Sql {
        /** Parameters: the columns of {@link Row} in their order. */
        INSERT,
        /** Parameter: the id. Answers with one row of one number: how many rows were deleted. */
        DELETE,
        /** All ids that are there. */
        IDS,
        /** How many rows hold what no call inserts. */
        MALFORMED
    }

    List<RowLedger> ledgers() {
        return List.of(inserts, deletes);
    }

    Invocation<JdbcSession> insert(Row row) {
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
                    call.setBigDecimal(at++, BigDecimal.valueOf(row.priceCents(), Row.PRICE_DIGITS));
                    call.setBigDecimal(at++, BigDecimal.valueOf(row.amountMills(), Row.AMOUNT_DIGITS));
                    call.setString(at++, row.code());
                    call.setString(at++, row.name());
                    call.setString(at++, row.note());
                    call.setBytes(at, row.payload());
                    call.execute();
                    return 1;
                },
                () -> ids.add(row.id()));
    }

    /** A row that is not there is a failure: it would be the cheapest of deletes. */
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

    /** Returns how many rows it has added; below zero, removed. */
    @FunctionalInterface
    private interface Work {
        int run(JdbcSession session) throws SQLException;
    }

    /**
     * One statement, one transaction.
     *
     * @param answered what users know once it has succeeded
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
