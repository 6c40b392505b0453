package io.dbharness.cql;

import io.dbharness.distribution.Distribution;
import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

/**
 * Which rows are asked for how often: all that are loaded, or those of a population.
 *
 * @param distribution over what is loaded, where there is no population
 * @param population   over numbers from 1
 */
record RowChoice(KeyDistribution distribution, Optional<Distribution> population) {

    /** The highest number of a row of the population; 0 without one. */
    long reach() {
        return population.map(Distribution::most).orElse(0L);
    }

    /** One row after the other; empty where another order is asked for. */
    Optional<RowChoice> inTurn() {
        boolean free = population.isEmpty()
                && (distribution == KeyDistribution.UNIFORM || distribution == KeyDistribution.SEQUENCE);
        return free ? Optional.of(new RowChoice(KeyDistribution.SEQUENCE, population)) : Optional.empty();
    }

    /**
     * Chooses rows, numbered from 0; shared by all users, so thread-safe.
     *
     * @param rows  that are loaded; 0 when it is not known what the table holds
     * @param slice which places of a sequence are this process's: every n-th
     * @throws HarnessException when there are fewer than the population asks for
     */
    ToLongFunction<RandomGenerator> over(long rows, Slice slice) {
        if (population.isEmpty()) {
            return distribution.over(rows, slice);
        }
        if (rows > 0 && reach() > rows) {
            throw new HarnessException("--population reaches row " + reach() + ", but " + rows + " are loaded");
        }
        Distribution numbers = population.get();
        AtomicLong drawn = new AtomicLong();
        return random -> numbers.draw(random, slice.index() + slice.of() * drawn.getAndIncrement()) - 1;
    }
}
