package io.dbharness.tpcc;

import io.dbharness.tpcc.operation.TransactionType;

/** Decides what a terminal does next. One thread. */
@FunctionalInterface
interface Cards {

    TransactionType deal();
}
