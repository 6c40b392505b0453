/**
 * The five transactions of TPC-C v5.11, clauses 2.4 to 2.8, with given inputs. Draws and measures nothing. Entry type:
 * {@link io.dbharness.tpcc.operation.TransactionType}.
 */
@Internal
@NullMarked
package io.dbharness.tpcc.operation;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
