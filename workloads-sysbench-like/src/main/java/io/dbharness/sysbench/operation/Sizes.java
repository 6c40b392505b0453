package io.dbharness.sysbench.operation;

/**
 * How much the statements ask for.
 *
 * @param rangeSize rows of a range by primary key
 * @param points    values of {@code k} in a list
 * @param ranges    ranges of {@code k} in one statement
 * @param delta     the distance between the ends of these
 */
public record Sizes(int rangeSize, int points, int ranges, int delta) {}
