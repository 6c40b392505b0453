package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.model.Operation;
import io.dbharness.model.Outcome;
import io.dbharness.tpcc.input.CustomerChoice;
import io.dbharness.tpcc.input.PaymentInput;
import io.dbharness.workload.Invocation;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The Payment transaction (clause 2.5), one message with its COMMIT.
 *
 * @param sql   the statements as the target's dialect has them
 * @param input what was typed
 */
public record Payment(SqlCatalog<TransactionStatement> sql, PaymentInput input) implements Invocation<JdbcSession> {

    @Override
    public Operation operation() {
        return TransactionType.PAYMENT.operation();
    }

    @Override
    public Outcome execute(JdbcSession session) throws SQLException {
        perform(session);
        return Outcome.COMPLETED;
    }

    /** One attempt. */
    public PaymentOutput perform(JdbcSession session) throws SQLException {
        PreparedStatement statement = session.prepare(sql.sql(
                input.customer().byLastName()
                        ? TransactionStatement.PAYMENT_BY_LAST_NAME
                        : TransactionStatement.PAYMENT_BY_NUMBER));
        bind(statement);
        try (ResultSet rows = Columns.query(statement)) {
            Columns columns = new Columns(rows);
            if (!columns.next()) {
                throw new DamagedDataException(TransactionType.PAYMENT, input);
            }
            return new PaymentOutput(readPayer(columns), readPlace(columns), readPlace(columns), columns.time());
        }
    }

    private void bind(PreparedStatement statement) throws SQLException {
        BigDecimal amount = BigDecimal.valueOf(input.amountCents(), 2);
        CustomerChoice customer = input.customer();
        Arguments arguments = Arguments.of(statement)
                .add(amount)
                .add(amount)
                .add(input.district())
                .add(input.warehouse())
                .add(amount)
                .add(customer.warehouse())
                .add(customer.district());
        CustomerArguments.add(customer, arguments);
        arguments
                .add(amount)
                .add(input.warehouse())
                .add(input.district())
                .add(amount)
                .add(input.warehouse())
                .add(amount);
    }

    private static PaymentOutput.Payer readPayer(Columns columns) throws SQLException {
        return new PaymentOutput.Payer(
                columns.integer(),
                columns.text(),
                columns.text(),
                readPlace(columns),
                columns.text(),
                columns.time(),
                columns.text(),
                columns.decimal(),
                columns.decimal(),
                columns.decimal(),
                columns.text());
    }

    private static PaymentOutput.Place readPlace(Columns columns) throws SQLException {
        return new PaymentOutput.Place(
                columns.text(), columns.text(), columns.text(), columns.text(), columns.text(), columns.text());
    }
}
