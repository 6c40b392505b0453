/**
 * How whole numbers are distributed, as profiles write it: the words of cassandra-stress and a few more. Opens nothing and knows no workload. Entry
 * type: {@link io.dbharness.distribution.Distribution}.
 */
@NullMarked
package io.dbharness.distribution;

import org.jspecify.annotations.NullMarked;
