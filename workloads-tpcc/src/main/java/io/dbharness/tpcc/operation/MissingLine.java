package io.dbharness.tpcc.operation;

import io.dbharness.tpcc.input.TransactionInput.NewOrderInput;
import io.dbharness.tpcc.operation.TransactionOutput.NewOrderOutput;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Distinguishes an order that was rolled back for its unused item (clause 2.4.2.3) from one that lacks a line for another reason. The
 * database has already rolled the order back.
 *
 * @param sqlState SQLSTATE of an order with a missing line, on products where the statement can fail
 */
record MissingLine(String sqlState) {

    /** Judges an order that was rolled back without a failure; the answer contains the lines that were found. */
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

    /** Judges a failed order; rethrows the failure unless a line is missing. */
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
