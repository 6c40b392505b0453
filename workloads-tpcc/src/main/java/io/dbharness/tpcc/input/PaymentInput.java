package io.dbharness.tpcc.input;

/**
 * Inputs of a Payment (clause 2.5.1).
 *
 * @param warehouse   W_ID, the terminal's home
 * @param district    D_ID
 * @param customer    who pays, at home or elsewhere
 * @param amountCents H_AMOUNT in cents, 100 to 500,000
 */
public record PaymentInput(int warehouse, int district, CustomerChoice customer, int amountCents) {}
