package io.dbharness.tpcc.operation;

import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The five transactions: their share of the mix (clause 5.2.4.2) and their pace (clauses 5.2.5.3 and 5.2.5.4). */
public enum TransactionType {
    NEW_ORDER(new Operation(0, "NewOrder", OperationKind.TRANSACTION), 10, 18, 12),
    PAYMENT(new Operation(1, "Payment", OperationKind.TRANSACTION), 10, 3, 12),
    ORDER_STATUS(new Operation(2, "OrderStatus", OperationKind.READ), 1, 2, 10),
    DELIVERY(new Operation(3, "Delivery", OperationKind.TRANSACTION), 1, 2, 5),
    STOCK_LEVEL(new Operation(4, "StockLevel", OperationKind.READ), 1, 2, 5);

    private static final List<TransactionType> BY_INDEX = List.of(values());
    private static final List<Operation> OPERATIONS =
            Arrays.stream(values()).map(TransactionType::operation).toList();

    // A record of an int, a string and an enum.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Operation operation;

    private final int cards;
    private final Duration keying;
    private final Duration meanThink;

    TransactionType(Operation operation, int cards, int keyingSeconds, int meanThinkSeconds) {
        this.operation = operation;
        this.cards = cards;
        this.keying = Duration.ofSeconds(keyingSeconds);
        this.meanThink = Duration.ofSeconds(meanThinkSeconds);
    }

    /** All five as the harness knows them, in the order of their indexes. */
    public static List<Operation> operations() {
        return OPERATIONS;
    }

    /** The type of one of {@link #operations()}. */
    public static TransactionType of(Operation operation) {
        return BY_INDEX.get(operation.index());
    }

    public Operation operation() {
        return operation;
    }

    /** How many of a deck's 23 cards are of this type. */
    public int cards() {
        return cards;
    }

    /** The time to key in the inputs, before the transaction is sent. */
    public Duration keying() {
        return keying;
    }

    /** The mean of the time to think about the answer, after it has come. */
    public Duration meanThink() {
        return meanThink;
    }
}
