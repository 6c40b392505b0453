/**
 * The transactions: the order of statements, their inputs and their messages. This is the measured path: plain JDBC, without work that can
 * be done in advance. Entry types: {@link io.dbharness.sysbench.operation.EventScript} and {@link
 * io.dbharness.sysbench.operation.SysbenchTransactions}.
 */
@Internal
@NullMarked
package io.dbharness.sysbench.operation;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
