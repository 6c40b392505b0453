package io.dbharness.cql;

import java.util.random.RandomGenerator;

/** Chooses a row with a user's own randomness. Thread-safe. */
@FunctionalInterface
interface RowChooser {

    /** From 0. */
    long choose(RandomGenerator random);
}
