package io.dbharness.tpcc.operation;

import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import io.dbharness.model.UnexpectedRowsException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The five transactions, with their share of the mix (clauses 5.2.3 and 5.2.4.2), their keying and think times, and their limit (clauses
 * 5.2.5.3 and 5.2.5.4).
 */
public enum TransactionType {
    /** Clause 2.4. */
    NEW_ORDER(0, "NewOrder", OperationKind.TRANSACTION, 10, 0, 18, 12, 5),
    /** Clause 2.5. */
    PAYMENT(1, "Payment", OperationKind.TRANSACTION, 10, 43, 3, 12, 5),
    /** Clause 2.6. */
    ORDER_STATUS(2, "OrderStatus", OperationKind.READ, 1, 4, 2, 10, 5),
    /**
     * Clause 2.7: the oldest undelivered order of each of the ten districts in one database transaction; a district without one is skipped
     * (clause 2.7.4.2). It runs when it is sent and not from the queue of clause 2.7.2, so its response time is that of the deferred part.
     */
    DELIVERY(3, "Delivery", OperationKind.TRANSACTION, 1, 4, 2, 5, 5),
    /** Clause 2.8. */
    STOCK_LEVEL(4, "StockLevel", OperationKind.READ, 1, 4, 2, 5, 20);

    private static final List<TransactionType> BY_INDEX = List.of(values());
    private static final List<Operation> OPERATIONS =
            Arrays.stream(values()).map(TransactionType::operation).toList();

    // A record of an int, a string and an enum.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Operation operation;

    private final int cards;
    private final int leastMixPercent;
    private final Duration keying;
    private final Duration meanThink;
    private final Duration limit;

    TransactionType(
            int index,
            String name,
            OperationKind kind,
            int cards,
            int leastMixPercent,
            int keyingSeconds,
            int meanThinkSeconds,
            int limitSeconds) {
        this.operation = new Operation(index, name, kind);
        this.cards = cards;
        this.leastMixPercent = leastMixPercent;
        this.keying = Duration.ofSeconds(keyingSeconds);
        this.meanThink = Duration.ofSeconds(meanThinkSeconds);
        this.limit = Duration.ofSeconds(limitSeconds);
    }

    /** Creates the exception for a missing row that every TPC-C data set has. */
    UnexpectedRowsException foundNoRow(Object input) {
        return new UnexpectedRowsException(operation.name() + " found no row for " + input);
    }

    /** Returns the operations of all five types, in the order of their indexes. */
    public static List<Operation> operations() {
        return OPERATIONS;
    }

    /** Returns the type of one of {@link #operations()}. */
    public static TransactionType of(Operation operation) {
        return BY_INDEX.get(operation.index());
    }

    public Operation operation() {
        return operation;
    }

    /** Returns the number of cards of this type in the deck of 23. */
    public int cards() {
        return cards;
    }

    /** Returns the minimum share of the mix, in percent. */
    public double leastMixPercent() {
        return leastMixPercent;
    }

    /** Returns the keying time before the transaction is sent. */
    public Duration keying() {
        return keying;
    }

    /** Returns the mean think time after the answer. */
    public Duration meanThink() {
        return meanThink;
    }

    /**
     * Returns the limit for 90 % of the response times; for a Delivery, that of the response to its request, which here does all of the
     * work.
     */
    public Duration limit() {
        return limit;
    }
}
