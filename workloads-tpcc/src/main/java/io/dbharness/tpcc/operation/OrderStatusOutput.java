package io.dbharness.tpcc.operation;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a terminal shows after an Order-Status (clause 2.6.3.3).
 *
 * @param customer C_ID
 * @param first    C_FIRST
 * @param middle   C_MIDDLE
 * @param last     C_LAST
 * @param balance  C_BALANCE
 * @param orderId  O_ID of the customer's latest order
 * @param entered  O_ENTRY_D
 * @param carrier  O_CARRIER_ID, once delivered
 * @param lines    by OL_NUMBER
 */
public record OrderStatusOutput(
        int customer,
        String first,
        String middle,
        String last,
        BigDecimal balance,
        int orderId,
        LocalDateTime entered,
        OptionalInt carrier,
        List<Line> lines) {

    /**
     * One ordered item.
     *
     * @param supplyWarehouse OL_SUPPLY_W_ID
     * @param item            OL_I_ID
     * @param quantity        OL_QUANTITY
     * @param amount          OL_AMOUNT
     * @param delivered       OL_DELIVERY_D, once delivered
     */
    public record Line(
            int supplyWarehouse, int item, int quantity, BigDecimal amount, Optional<LocalDateTime> delivered) {}

    public OrderStatusOutput {
        lines = List.copyOf(lines);
    }
}
