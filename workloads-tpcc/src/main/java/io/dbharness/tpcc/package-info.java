/**
 * The TPC-C-like workload: what it offers to the harness and how its terminals choose what to do next. SQL is in the packages below.
 * Entry type: {@link io.dbharness.tpcc.Tpcc}.
 */
@NullMarked
package io.dbharness.tpcc;

import org.jspecify.annotations.NullMarked;
