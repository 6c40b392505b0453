package io.dbharness.tpcc.operation;

import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.operation.TransactionOutput.NewOrderOutput;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Tells an order that was to be rolled back for its unused item (clause 2.4.2.3) from one that lacks a line for another reason. By then the
 * database has undone the order.
 *
 * @param sqlState what an order that is short of a line fails with, where the product can let a statement fail
 */
record MissingLine(String sqlState) {

    /** For an order that is undone without a failure: the answer has the lines that were found. */
    static Optional<NewOrderOutput> judged(NewOrderOutput output, NewOrderInput input) {
        int missing = input.items().size() - output.lines().size();
        if (missing == 0) {
            return Optional.of(output);
        }
        if (missing == 1 && input.mustRollBack()) {
            return Optional.empty();
        }
        throw TransactionType.NEW_ORDER.foundNoRow(input);
    }

    /** Throws the failure again unless it is about a line. */
    Optional<NewOrderOutput> judge(SQLException failure, NewOrderInput input) throws SQLException {
        if (!sqlState.equals(failure.getSQLState())) {
            throw failure;
        }
        if (input.mustRollBack()) {
            return Optional.empty();
        }
        throw TransactionType.NEW_ORDER.foundNoRow(input);
    }
}
