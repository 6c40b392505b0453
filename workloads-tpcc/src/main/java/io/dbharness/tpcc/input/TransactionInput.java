package io.dbharness.tpcc.input;

import java.util.List;

/** The inputs of the five transactions, as typed at a terminal. */
public sealed interface TransactionInput {

    /**
     * Inputs of a New-Order (clause 2.4.1).
     *
     * @param warehouse W_ID, the terminal's home
     * @param district  D_ID
     * @param customer  C_ID
     * @param items     5 to 15 lines in the order typed; line {@code n} becomes OL_NUMBER {@code n + 1}
     */
    record NewOrderInput(int warehouse, int district, int customer, List<OrderedItem> items)
            implements TransactionInput {

        public NewOrderInput {
            items = List.copyOf(items);
        }

        /** Returns O_ALL_LOCAL: true if every line is supplied by the home warehouse. */
        public boolean allLocal() {
            return items.stream().allMatch(line -> line.supplyWarehouse() == warehouse);
        }

        /** Returns true if the last item is the unused one, so that the order must roll back (clause 2.4.1.4). */
        public boolean mustRollBack() {
            return items.get(items.size() - 1).item() == OrderedItem.UNUSED;
        }
    }

    /**
     * One line of an order.
     *
     * @param item            OL_I_ID; {@link #UNUSED} for the line that rolls an order back
     * @param supplyWarehouse OL_SUPPLY_W_ID
     * @param quantity        OL_QUANTITY, 1 to 10
     */
    record OrderedItem(int item, int supplyWarehouse, int quantity) {

        /** The item number that no row has (clause 2.4.1.5). */
        public static final int UNUSED = Cardinality.MOST_ITEMS + 1;
    }

    /**
     * Inputs of a Payment (clause 2.5.1).
     *
     * @param warehouse   W_ID, the terminal's home
     * @param district    D_ID
     * @param customer    paying customer, of the home or another warehouse
     * @param amountCents H_AMOUNT in cents, 100 to 500,000
     */
    record PaymentInput(int warehouse, int district, CustomerChoice customer, int amountCents)
            implements TransactionInput {}

    /**
     * Inputs of an Order-Status (clause 2.6.1).
     *
     * @param customer customer of the queried order, always of the home warehouse
     */
    record OrderStatusInput(CustomerChoice customer) implements TransactionInput {}

    /**
     * The choice of a customer: by number, or by last name, which selects the middle one of those that share it (clauses 2.5.1.2 and
     * 2.6.1.2).
     *
     * @param warehouse  C_W_ID
     * @param district   C_D_ID
     * @param byLastName true if {@code number} is that of a last name, 0 to 999; false if it is a C_ID, 1 to 3000
     * @param number     number of the last name or the customer
     */
    record CustomerChoice(int warehouse, int district, boolean byLastName, int number) {

        /** Returns C_LAST of a choice by last name. */
        public String lastName() {
            if (!byLastName) {
                throw new IllegalStateException("customer " + number + " was chosen by number");
            }
            return LastName.of(number);
        }
    }

    /**
     * Inputs of a Delivery (clause 2.7.1).
     *
     * @param warehouse W_ID, the terminal's home; all its ten districts are served
     * @param carrier   O_CARRIER_ID, 1 to 10
     */
    record DeliveryInput(int warehouse, int carrier) implements TransactionInput {}

    /**
     * Inputs of a Stock-Level (clause 2.8.1).
     *
     * @param warehouse W_ID, the terminal's home
     * @param district  D_ID, fixed for the terminal
     * @param threshold stock below it counts as low, 10 to 20
     */
    record StockLevelInput(int warehouse, int district, int threshold) implements TransactionInput {}
}
