/**
 * The sysbench-like workloads: one for each of sysbench's OLTP tests, on its tables. This package has their interface to the harness; rows
 * and statements are in the packages below. Entry type: {@link io.dbharness.sysbench.Sysbench}.
 */
@NullMarked
package io.dbharness.sysbench;

import org.jspecify.annotations.NullMarked;
