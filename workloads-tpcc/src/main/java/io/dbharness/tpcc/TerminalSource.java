package io.dbharness.tpcc;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.Terminal;
import io.dbharness.tpcc.input.TerminalInputs;
import io.dbharness.tpcc.operation.Delivery;
import io.dbharness.tpcc.operation.NewOrder;
import io.dbharness.tpcc.operation.OrderStatus;
import io.dbharness.tpcc.operation.Payment;
import io.dbharness.tpcc.operation.StockLevel;
import io.dbharness.tpcc.operation.TransactionStatement;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;

/** What one terminal does: deals a card and draws its inputs. One thread. */
final class TerminalSource implements OperationSource<JdbcSession> {

    private final SqlCatalog<TransactionStatement> sql;
    private final Deck deck;
    private final TerminalInputs inputs;

    /**
     * A user's terminal.
     *
     * @param user       from 0
     * @param warehouses how many there are
     */
    TerminalSource(SqlCatalog<TransactionStatement> sql, int user, int warehouses, Run run) {
        this.sql = sql;
        this.deck = new Deck(run.seed().stream("tpcc-deck", user));
        this.inputs = new TerminalInputs(
                Terminal.of(user, warehouses), run.constants(), run.seed().stream("tpcc-inputs", user));
    }

    /** What all terminals of a run share. */
    record Run(Seed seed, RunConstants constants) {}

    @Override
    public Invocation<JdbcSession> next() {
        return switch (deck.deal()) {
            case NEW_ORDER -> new NewOrder(sql, inputs.newOrder());
            case PAYMENT -> new Payment(sql, inputs.payment());
            case ORDER_STATUS -> new OrderStatus(sql, inputs.orderStatus());
            case DELIVERY -> new Delivery(sql, inputs.delivery());
            case STOCK_LEVEL -> new StockLevel(sql, inputs.stockLevel());
        };
    }
}
