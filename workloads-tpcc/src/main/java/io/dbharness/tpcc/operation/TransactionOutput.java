package io.dbharness.tpcc.operation;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The outputs of transactions on a terminal that are more than a number. */
public final class TransactionOutput {

    private TransactionOutput() {}

    /**
     * The output of a New-Order (clause 2.4.3.3).
     *
     * @param orderId     O_ID
     * @param entered     O_ENTRY_D
     * @param buyer       customer and warehouse
     * @param districtTax D_TAX
     * @param lines       lines by OL_NUMBER, without the unused item
     */
    public record NewOrderOutput(
            int orderId, LocalDateTime entered, Buyer buyer, BigDecimal districtTax, List<OrderedLine> lines) {

        /**
         * The customer, and the tax of the warehouse.
         *
         * @param lastName     C_LAST
         * @param credit       C_CREDIT
         * @param discount     C_DISCOUNT
         * @param warehouseTax W_TAX
         */
        public record Buyer(String lastName, String credit, BigDecimal discount, BigDecimal warehouseTax) {}

        /**
         * One ordered item.
         *
         * @param number   OL_NUMBER
         * @param item     I_NAME
         * @param quantity S_QUANTITY after the order
         * @param brand    B if both I_DATA and S_DATA contain ORIGINAL, otherwise G
         * @param price    I_PRICE
         * @param amount   OL_AMOUNT
         */
        public record OrderedLine(
                int number, String item, int quantity, String brand, BigDecimal price, BigDecimal amount) {}

        public NewOrderOutput {
            lines = List.copyOf(lines);
        }

        /** Returns the sum of the amounts after discount and taxes, not rounded (clause 2.4.2.2). */
        public BigDecimal totalAmount() {
            BigDecimal sum = lines.stream().map(OrderedLine::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
            return sum.multiply(BigDecimal.ONE.subtract(buyer.discount))
                    .multiply(BigDecimal.ONE.add(buyer.warehouseTax).add(districtTax));
        }

        NewOrderOutput withLines(List<OrderedLine> all) {
            return new NewOrderOutput(orderId, entered, buyer, districtTax, all);
        }
    }

    /**
     * The output of a Payment (clause 2.5.3.3).
     *
     * @param payer     customer after the payment
     * @param district  district of the payment
     * @param warehouse warehouse of the payment
     * @param paid      H_DATE
     */
    public record PaymentOutput(Payer payer, NamedAddress district, NamedAddress warehouse, LocalDateTime paid) {

        /**
         * A name and an address.
         *
         * @param name    W_NAME, D_NAME or C_LAST
         * @param street1 the first line of the street
         * @param street2 the second line of the street
         */
        public record NamedAddress(
                String name, String street1, String street2, String city, String state, String zip) {}

        /**
         * The customer.
         *
         * @param id      C_ID
         * @param first   C_FIRST
         * @param middle  C_MIDDLE
         * @param address C_LAST and the address
         * @param phone   C_PHONE
         * @param since   C_SINCE
         * @param account credit and balance
         */
        public record Payer(
                int id,
                String first,
                String middle,
                NamedAddress address,
                String phone,
                LocalDateTime since,
                Account account) {}

        /**
         * The account of the customer.
         *
         * @param credit      C_CREDIT
         * @param creditLimit C_CREDIT_LIM
         * @param discount    C_DISCOUNT
         * @param balance     C_BALANCE
         * @param data        first 200 characters of C_DATA if the credit is bad, otherwise empty
         */
        public record Account(
                String credit, BigDecimal creditLimit, BigDecimal discount, BigDecimal balance, String data) {}
    }

    /**
     * The output of an Order-Status (clause 2.6.3.3).
     *
     * @param customer C_ID
     * @param debtor   name and balance of the customer
     * @param order    the customer's latest
     * @param lines    by OL_NUMBER
     */
    public record OrderStatusOutput(int customer, Debtor debtor, LatestOrder order, List<StatusLine> lines) {

        /**
         * The customer.
         *
         * @param first   C_FIRST
         * @param middle  C_MIDDLE
         * @param last    C_LAST
         * @param balance C_BALANCE
         */
        public record Debtor(String first, String middle, String last, BigDecimal balance) {}

        /**
         * The latest order of the customer.
         *
         * @param id      O_ID
         * @param entered O_ENTRY_D
         * @param carrier O_CARRIER_ID; empty before delivery
         */
        public record LatestOrder(int id, LocalDateTime entered, OptionalInt carrier) {}

        /**
         * One ordered item.
         *
         * @param supplyWarehouse OL_SUPPLY_W_ID
         * @param item            OL_I_ID
         * @param quantity        OL_QUANTITY
         * @param amount          OL_AMOUNT
         * @param delivered       OL_DELIVERY_D; empty before delivery
         */
        public record StatusLine(
                int supplyWarehouse, int item, int quantity, BigDecimal amount, Optional<LocalDateTime> delivered) {}

        public OrderStatusOutput {
            lines = List.copyOf(lines);
        }
    }
}
