package io.dbharness.sysbench.input;

import java.util.random.RandomGenerator;

/**
 * All keys alike.
 *
 * @param keys how many there are
 */
public record UniformKeys(int keys) implements KeyDistribution {

    @Override
    public int draw(RandomGenerator random) {
        return 1 + random.nextInt(keys);
    }
}
