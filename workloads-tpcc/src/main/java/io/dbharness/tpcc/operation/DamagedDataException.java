package io.dbharness.tpcc.operation;

import io.dbharness.model.HarnessException;

/** A row that every TPC-C data set has is not there. */
public final class DamagedDataException extends HarnessException {

    private static final long serialVersionUID = 1L;

    DamagedDataException(TransactionType transaction, Object input) {
        super(transaction.operation().name() + " found no row for " + input
                + ": the data set is damaged or smaller than the workload; load it again");
    }
}
