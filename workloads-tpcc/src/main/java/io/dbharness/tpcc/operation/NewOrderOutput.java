package io.dbharness.tpcc.operation;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;

/**
 * What a terminal shows after a New-Order (clause 2.4.3.3).
 *
 * @param orderId      O_ID
 * @param entered      O_ENTRY_D
 * @param lastName     C_LAST
 * @param credit       C_CREDIT
 * @param discount     C_DISCOUNT
 * @param warehouseTax W_TAX
 * @param districtTax  D_TAX
 * @param lines        by OL_NUMBER; without the unused item
 */
public record NewOrderOutput(
        int orderId,
        LocalDateTime entered,
        String lastName,
        String credit,
        BigDecimal discount,
        BigDecimal warehouseTax,
        BigDecimal districtTax,
        List<Line> lines) {

    /**
     * One ordered item.
     *
     * @param number   OL_NUMBER
     * @param item     I_NAME
     * @param quantity S_QUANTITY after the order
     * @param brand    B when both I_DATA and S_DATA have ORIGINAL, otherwise G
     * @param price    I_PRICE
     * @param amount   OL_AMOUNT
     */
    public record Line(int number, String item, int quantity, String brand, BigDecimal price, BigDecimal amount) {}

    public NewOrderOutput {
        lines = List.copyOf(lines);
    }

    /** The sum of the amounts after discount and taxes, not rounded (clause 2.4.2.2). */
    public BigDecimal totalAmount() {
        BigDecimal sum = lines.stream().map(Line::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
        return sum.multiply(BigDecimal.ONE.subtract(discount))
                .multiply(BigDecimal.ONE.add(warehouseTax).add(districtTax));
    }

    NewOrderOutput withLines(List<Line> all) {
        return new NewOrderOutput(orderId, entered, lastName, credit, discount, warehouseTax, districtTax, all);
    }
}
