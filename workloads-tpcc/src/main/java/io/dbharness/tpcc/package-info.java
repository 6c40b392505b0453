/**
 * The TPC-C-like workload: its interface to the harness and the mix of its terminals. SQL is in the packages below. Entry type:
 * {@link io.dbharness.tpcc.Tpcc}.
 */
@NullMarked
package io.dbharness.tpcc;

import org.jspecify.annotations.NullMarked;
