package io.dbharness.sysbench.data;

import io.dbharness.jdbc.dataset.MarkedDataSet;
import io.dbharness.jdbc.dataset.RowLedger;
import java.util.Optional;
import java.util.Set;

/**
 * What runs do to the tables.
 *
 * @param title   for messages, for example {@code sysbench insert}
 * @param changes what they change, as {@link MarkedDataSet#changing} takes it; nothing when they only read
 * @param counted what they do to the number of rows, when that is to be checked
 * @param alone   whether nobody else writes to the tables between runs, so that they are held against the load
 */
public record Use(String title, Set<String> changes, Optional<RowLedger> counted, boolean alone) {

    public Use {
        changes = Set.copyOf(changes);
    }
}
