package io.dbharness.tpcc.data;

import java.util.List;

/**
 * What is loaded in one transaction, so that it is there as a whole or not at all and can be done again.
 *
 * @param name   for messages and for the row that says that it is in, for example {@code stock of warehouse 7}
 * @param tables one after the other
 */
record LoadPart(String name, List<TableLoad> tables) {

    LoadPart {
        tables = List.copyOf(tables);
    }

    long rows() {
        return tables.stream().mapToLong(TableLoad::rows).sum();
    }
}
