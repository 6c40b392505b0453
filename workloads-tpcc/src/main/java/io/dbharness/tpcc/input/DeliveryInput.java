package io.dbharness.tpcc.input;

/**
 * Inputs of a Delivery (clause 2.7.1).
 *
 * @param warehouse W_ID, the terminal's home; its ten districts are all served
 * @param carrier   O_CARRIER_ID, 1 to 10
 */
public record DeliveryInput(int warehouse, int carrier) {}
