/**
 * What a terminal types: the inputs of the five transactions, drawn as clauses 2.1.6 and 2.4 to 2.8 of TPC-C v5.11 say. Pure; knows no
 * database and no clock. Entry type: {@link io.dbharness.tpcc.input.TerminalInputs}.
 */
@NullMarked
package io.dbharness.tpcc.input;

import org.jspecify.annotations.NullMarked;
