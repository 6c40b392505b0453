package io.dbharness.tpcc.input;

/**
 * Inputs of an Order-Status (clause 2.6.1).
 *
 * @param customer whose last order is asked for; always of the home warehouse
 */
public record OrderStatusInput(CustomerChoice customer) {}
