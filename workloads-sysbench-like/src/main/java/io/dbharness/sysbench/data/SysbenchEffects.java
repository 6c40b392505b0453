package io.dbharness.sysbench.data;

import io.dbharness.jdbc.dataset.MarkedDataSet;
import io.dbharness.jdbc.dataset.RowLedger;
import java.util.Optional;
import java.util.Set;

/**
 * The changes of the tables by runs.
 *
 * @param title   name for messages, for example {@code sysbench insert}
 * @param changes changes in the form of {@link MarkedDataSet#changing}; empty for runs that only read
 * @param counted ledger of the number of rows; empty if it is not checked
 * @param alone   true if no other client writes to the tables between runs, so that they are compared with the load
 */
public record SysbenchEffects(String title, Set<String> changes, Optional<RowLedger> counted, boolean alone) {

    public SysbenchEffects {
        changes = Set.copyOf(changes);
    }
}
