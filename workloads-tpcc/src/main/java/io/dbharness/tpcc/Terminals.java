package io.dbharness.tpcc;

import io.dbharness.random.Seed;
import io.dbharness.tpcc.input.RunConstants;
import io.dbharness.tpcc.input.Slice;
import io.dbharness.tpcc.input.TerminalInputs;
import io.dbharness.tpcc.input.Territory;
import io.dbharness.workload.Parameters;

/**
 * The terminals of a client.
 *
 * @param territory    where they are at home
 * @param perWarehouse how many users there are for each of its warehouses when nobody says
 * @param mix          what they do
 */
record Terminals(Territory territory, int perWarehouse, Mix mix) {

    /** Ten in each of all warehouses, as the specification has them. */
    static Terminals all(int warehouses) {
        return new Terminals(Territory.all(warehouses), 10, Mix.parse(Mix.DECK));
    }

    static Terminals of(Parameters parameters) {
        int warehouses = parameters.whole(Tpcc.WAREHOUSES);
        Slice slice = WarehouseRange.slice(parameters.text(Tpcc.RANGE), warehouses);
        boolean uniform = parameters.text(Tpcc.BINDING).equals(Tpcc.UNIFORM);
        return new Terminals(
                new Territory(slice, warehouses, uniform),
                parameters.whole(Tpcc.TERMINALS),
                Mix.parse(parameters.text(Tpcc.MIX)));
    }

    int count() {
        return Math.multiplyExact(territory.slice().size(), perWarehouse);
    }

    Cards cards(int user, Seed seed) {
        return mix.cards(seed.stream("tpcc-deck", stream(user)));
    }

    TerminalInputs inputs(int user, Seed seed, RunConstants constants) {
        return new TerminalInputs(user, territory, constants, seed.stream("tpcc-inputs", stream(user)));
    }

    /** Clients with the same seed and different ranges must not all draw the same: their users are counted on from their first warehouse. */
    private long stream(int user) {
        return user + ((territory.slice().first() - 1L) << Integer.SIZE);
    }
}
