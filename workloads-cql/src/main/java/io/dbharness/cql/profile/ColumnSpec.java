package io.dbharness.cql.profile;

/**
 * How the values of a column are drawn.
 *
 * @param size       characters of a text, bytes of a blob, elements of a collection; of no use to other types
 * @param population which values there are: each number stands for one
 * @param cluster    how many values of a clustering column there are within one value of the column before it; of no use to others
 */
record ColumnSpec(Spread size, Spread population, Spread cluster) {}
