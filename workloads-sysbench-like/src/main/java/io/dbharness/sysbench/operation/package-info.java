/**
 * The transactions: which statements in which order, what they are about, how they travel. The measured path, so plain JDBC and
 * nothing that can be done beforehand. Entry types: {@link io.dbharness.sysbench.operation.Script} and
 * {@link io.dbharness.sysbench.operation.Transactions}.
 */
@NullMarked
package io.dbharness.sysbench.operation;

import org.jspecify.annotations.NullMarked;
