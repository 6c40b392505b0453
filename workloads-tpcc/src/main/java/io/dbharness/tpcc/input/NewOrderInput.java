package io.dbharness.tpcc.input;

import java.util.List;

/**
 * Inputs of a New-Order (clause 2.4.1).
 *
 * @param warehouse W_ID, the terminal's home
 * @param district  D_ID
 * @param customer  C_ID
 * @param items     5 to 15 lines in the order typed; line {@code n} becomes OL_NUMBER {@code n + 1}
 */
public record NewOrderInput(int warehouse, int district, int customer, List<OrderedItem> items) {

    public NewOrderInput {
        items = List.copyOf(items);
    }

    /** O_ALL_LOCAL: whether every line is supplied by the home warehouse. */
    public boolean allLocal() {
        return items.stream().allMatch(line -> line.supplyWarehouse() == warehouse);
    }

    /** Whether the last item is the unused one, so that the order must roll back (clause 2.4.1.4). */
    public boolean mustRollBack() {
        return items.get(items.size() - 1).item() == OrderedItem.UNUSED;
    }
}
