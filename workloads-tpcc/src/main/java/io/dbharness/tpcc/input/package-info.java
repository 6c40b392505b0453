/**
 * The inputs of the five transactions, drawn as specified by clauses 2.1.6 and 2.4 to 2.8 of TPC-C v5.11. Pure functions, independent of
 * databases and clocks. Entry type: {@link io.dbharness.tpcc.input.TerminalInputs}.
 */
@Internal
@NullMarked
package io.dbharness.tpcc.input;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
