package io.dbharness.cql;

import io.dbharness.distribution.ValueDistribution;
import io.dbharness.load.Slice;
import io.dbharness.model.HarnessException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

/**
 * Distributes requests over the loaded rows, or over the rows of a population.
 *
 * @param distribution over the loaded rows, used without a population
 * @param population   over numbers from 1
 */
record RowChoice(RowDistribution distribution, Optional<ValueDistribution> population) {

    /** Returns the highest number of a row of the population; 0 without one. */
    long reach() {
        return population.map(ValueDistribution::most).orElse(0L);
    }

    /** Returns the choice of one row after the other; empty if another distribution was requested. */
    Optional<RowChoice> inTurn() {
        boolean free = population.isEmpty()
                && (distribution == RowDistribution.UNIFORM || distribution == RowDistribution.SEQUENCE);
        return free ? Optional.of(new RowChoice(RowDistribution.SEQUENCE, population)) : Optional.empty();
    }

    /**
     * Returns a chooser of rows, numbered from 0; shared by all users, so thread-safe.
     *
     * @param rows  number of loaded rows; 0 if the table's content is unknown
     * @param slice the places of a sequence that belong to this process: every n-th
     * @throws HarnessException if the population has more rows than are loaded
     */
    ToLongFunction<RandomGenerator> over(long rows, Slice slice) {
        if (population.isEmpty()) {
            return distribution.over(rows, slice);
        }
        if (rows > 0 && reach() > rows) {
            throw new HarnessException("--population reaches row " + reach() + ", but " + rows + " are loaded");
        }
        ValueDistribution numbers = population.get();
        AtomicLong drawn = new AtomicLong();
        return random -> numbers.draw(random, slice.index() + slice.of() * drawn.getAndIncrement()) - 1;
    }
}
