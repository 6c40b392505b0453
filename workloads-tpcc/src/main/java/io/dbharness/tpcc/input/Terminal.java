package io.dbharness.tpcc.input;

/**
 * One emulated terminal.
 *
 * @param warehouse  its home, constant over the whole run (clause 2.4.1.1)
 * @param district   the district whose stock it looks at, constant too (clause 2.8.1.1)
 * @param warehouses how many warehouses there are in all
 */
public record Terminal(int warehouse, int district, int warehouses) {

    public Terminal {
        if (warehouse < 1 || warehouse > warehouses) {
            throw new IllegalArgumentException("no warehouse " + warehouse + " among " + warehouses);
        }
    }
}
