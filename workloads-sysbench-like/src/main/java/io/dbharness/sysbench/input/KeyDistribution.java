package io.dbharness.sysbench.input;

import java.util.random.RandomGenerator;

/** Which keys are asked for how often. Immutable. */
@FunctionalInterface
public interface KeyDistribution {

    /** A key from 1 to the number of keys. */
    int draw(RandomGenerator random);
}
