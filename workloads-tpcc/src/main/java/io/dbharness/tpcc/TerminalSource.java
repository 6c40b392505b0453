package io.dbharness.tpcc;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.TerminalInputs;
import io.dbharness.tpcc.operation.Delivery;
import io.dbharness.tpcc.operation.NewOrder;
import io.dbharness.tpcc.operation.OrderStatus;
import io.dbharness.tpcc.operation.Payment;
import io.dbharness.tpcc.operation.StockLevel;
import io.dbharness.tpcc.operation.Transactions;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;

/** What one terminal does: deals a card and draws its inputs. One thread. */
final class TerminalSource implements OperationSource<JdbcSession> {

    private final Transactions transactions;
    private final Cards cards;
    private final TerminalInputs inputs;

    /** @param user from 0 */
    TerminalSource(Transactions transactions, int user, Terminals terminals, Run run) {
        this.transactions = transactions;
        this.cards = terminals.cards(user, run.seed());
        this.inputs = terminals.inputs(user, run.seed(), run.constants());
    }

    /** What all terminals of a run share. */
    record Run(Seed seed, RunConstants constants) {}

    @Override
    public Invocation<JdbcSession> next() {
        return switch (cards.deal()) {
            case NEW_ORDER -> new NewOrder(transactions, inputs.newOrder());
            case PAYMENT -> new Payment(transactions, inputs.payment());
            case ORDER_STATUS -> new OrderStatus(transactions, inputs.orderStatus());
            case DELIVERY -> new Delivery(transactions, inputs.delivery());
            case STOCK_LEVEL -> new StockLevel(transactions, inputs.stockLevel());
        };
    }
}
