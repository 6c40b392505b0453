package io.dbharness.tpcc.input;

/**
 * Inputs of a Stock-Level (clause 2.8.1).
 *
 * @param warehouse W_ID, the terminal's home
 * @param district  D_ID, fixed for the terminal
 * @param threshold stock below it counts as low, 10 to 20
 */
public record StockLevelInput(int warehouse, int district, int threshold) {}
