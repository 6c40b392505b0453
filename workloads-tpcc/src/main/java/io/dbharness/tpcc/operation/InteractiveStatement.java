package io.dbharness.tpcc.operation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The statements of {@link InteractiveTransactions}, one message each; the texts are in {@code tpcc/interactive}, by dialect. */
enum InteractiveStatement {
    NEW_ORDER_CUSTOMER,
    NEW_ORDER_NUMBER,
    /** Both before it in one message. */
    NEW_ORDER_START,
    NEW_ORDER_ORDER,
    NEW_ORDER_QUEUE,
    /** Both before it in one message. */
    NEW_ORDER_ENTRY,
    NEW_ORDER_ITEMS,
    NEW_ORDER_STOCK,
    NEW_ORDER_STOCK_UPDATE,
    NEW_ORDER_LINES,
    PAYMENT_WAREHOUSE,
    PAYMENT_DISTRICT,
    /** Both before it in one message. */
    PAYMENT_PLACES,
    NAMESAKES,
    PAYMENT_CUSTOMER,
    PAYMENT_HISTORY,
    /** Both before it in one message. */
    PAYMENT_RECORD,
    ORDER_STATUS_CUSTOMER,
    ORDER_STATUS_ORDER,
    ORDER_STATUS_LINES,
    DELIVERY_OLDEST,
    DELIVERY_TAKE,
    DELIVERY_AMOUNTS,
    DELIVERY_ORDERS,
    DELIVERY_LINES,
    DELIVERY_CUSTOMERS,
    STOCK_LEVEL_DISTRICT,
    STOCK_LEVEL_COUNT;

    /** The steps of a transaction that are not statements follow the statements. */
    static final int COMMIT = values().length;

    static final int ROLLBACK = COMMIT + 1;
    static final int BETWEEN = ROLLBACK + 1;

    /** All steps by their names, in the order of their indexes. */
    static final List<String> STEPS = Stream.concat(
                    Arrays.stream(values())
                            .map(statement ->
                                    statement.name().toLowerCase(Locale.ROOT).replace('_', '-')),
                    Stream.of("commit", "rollback", Mode.BETWEEN_MESSAGES))
            .toList();

    /** Returns the index of the statement among the steps. */
    // Both are made of this enum.
    @SuppressWarnings("EnumOrdinal")
    int step() {
        return ordinal();
    }
}
