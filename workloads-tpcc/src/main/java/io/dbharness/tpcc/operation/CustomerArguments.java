package io.dbharness.tpcc.operation;

import io.dbharness.tpcc.input.CustomerChoice;
import java.sql.SQLException;

/** The parameters that pick a customer within a statement that already has C_W_ID and C_D_ID. */
final class CustomerArguments {

    private CustomerArguments() {}

    /** C_ID, or C_W_ID, C_D_ID and C_LAST of the sub-query that looks for the middle namesake. */
    static void add(CustomerChoice customer, Arguments arguments) throws SQLException {
        if (customer.byLastName()) {
            arguments.add(customer.warehouse()).add(customer.district()).add(customer.lastName());
        } else {
            arguments.add(customer.number());
        }
    }
}
