package io.dbharness.tpcc.operation;

import java.math.BigDecimal;
import java.time.LocalDateTime;

/**
 * What a terminal shows after a Payment (clause 2.5.3.3).
 *
 * @param payer     the customer after the payment
 * @param district  where it was paid
 * @param warehouse where it was paid
 * @param paid      H_DATE
 */
public record PaymentOutput(Payer payer, Place district, Place warehouse, LocalDateTime paid) {

    /**
     * A name and an address.
     *
     * @param name    W_NAME, D_NAME or C_LAST
     * @param street1 the first line of the street
     * @param street2 the second line of the street
     */
    public record Place(String name, String street1, String street2, String city, String state, String zip) {}

    /**
     * The customer.
     *
     * @param id          C_ID
     * @param first       C_FIRST
     * @param middle      C_MIDDLE
     * @param address     C_LAST and the address
     * @param phone       C_PHONE
     * @param since       C_SINCE
     * @param credit      C_CREDIT
     * @param creditLimit C_CREDIT_LIM
     * @param discount    C_DISCOUNT
     * @param balance     C_BALANCE
     * @param data        the first 200 characters of C_DATA when the credit is bad, otherwise empty
     */
    public record Payer(
            int id,
            String first,
            String middle,
            Place address,
            String phone,
            LocalDateTime since,
            String credit,
            BigDecimal creditLimit,
            BigDecimal discount,
            BigDecimal balance,
            String data) {}
}
