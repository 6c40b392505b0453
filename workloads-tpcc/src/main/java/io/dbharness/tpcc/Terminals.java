package io.dbharness.tpcc;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.load.Slice;
import io.dbharness.random.Seed;
import io.dbharness.tpcc.TransactionMix.Cards;
import io.dbharness.tpcc.input.Cardinality;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.Terminal;
import io.dbharness.tpcc.input.TerminalInputs;
import io.dbharness.tpcc.input.TransactionInput;
import io.dbharness.tpcc.input.WarehouseRange;
import io.dbharness.tpcc.operation.TpccInvocation;
import io.dbharness.tpcc.operation.TpccTransactions;
import io.dbharness.tpcc.operation.TransactionType;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;

/**
 * The terminals of a client.
 *
 * @param range        home warehouses of the terminals
 * @param uniform      true if terminals draw a home for each transaction
 * @param perWarehouse default number of users for each of its warehouses
 * @param mix          mix of transactions
 * @param rows         number of rows of each warehouse, and of items
 */
record Terminals(WarehouseRange range, boolean uniform, int perWarehouse, TransactionMix mix, Cardinality rows) {

    /** Creates ten terminals in each warehouse, as specified. */
    static Terminals all(int warehouses, Cardinality rows) {
        return new Terminals(
                WarehouseRange.all(warehouses), false, 10, TransactionMix.parse(TransactionMix.DECK), rows);
    }

    static Terminals of(Parameters parameters) {
        return new Terminals(
                WarehouseRange.parse(parameters.text(Tpcc.RANGE), parameters.whole(Tpcc.WAREHOUSES)),
                parameters.text(Tpcc.BINDING).equals(Tpcc.UNIFORM),
                parameters.whole(Tpcc.TERMINALS),
                TransactionMix.parse(parameters.text(Tpcc.MIX)),
                Tpcc.rows(parameters));
    }

    /** Returns the terminals of one of several processes: in its own range of warehouses, if there are enough of them. */
    Terminals slice(Slice slice) {
        return range.size() < slice.of() ? this : new Terminals(range.slice(slice), uniform, perWarehouse, mix, rows);
    }

    int count() {
        return Math.multiplyExact(range.size(), perWarehouse);
    }

    /** Returns the operations of a user's terminal, which deals a card and draws the inputs. For one thread. */
    OperationSource<JdbcSession> source(int user, TpccTransactions transactions, Seed seed, RunConstants constants) {
        Cards cards = mix.cards(seed.stream("tpcc-deck", stream(user)));
        TerminalInputs inputs = inputs(user, seed, constants);
        return () -> {
            TransactionType type = cards.deal();
            TransactionInput input = switch (type) {
                case NEW_ORDER -> inputs.newOrder();
                case PAYMENT -> inputs.payment();
                case ORDER_STATUS -> inputs.orderStatus();
                case DELIVERY -> inputs.delivery();
                case STOCK_LEVEL -> inputs.stockLevel();
            };
            return new TpccInvocation(transactions, type, input);
        };
    }

    TerminalInputs inputs(int user, Seed seed, RunConstants constants) {
        return new TerminalInputs(
                Terminal.of(user, range, uniform), constants, rows, seed.stream("tpcc-inputs", stream(user)));
    }

    /**
     * Returns the random stream of a user. Users are numbered from the client's first warehouse, so that clients with the same seed and
     * different ranges draw different inputs.
     */
    private long stream(int user) {
        return user + ((range.first() - 1L) << Integer.SIZE);
    }
}
