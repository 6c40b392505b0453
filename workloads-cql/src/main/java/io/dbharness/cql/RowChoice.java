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
 * @param lookback     how many rows reads are behind the last written one, in a population that is a sequence; empty for reads of the
 *                     population itself
 * @param revisit      places among the rows written before, the last of them first, that writes go to; empty for writes of the population
 *                     itself
 */
record RowChoice(
        RowDistribution distribution,
        Optional<ValueDistribution> population,
        Optional<ValueDistribution> lookback,
        Optional<ValueDistribution> revisit) {

    /** Creates a choice of a population's rows, some of which writes may revisit. */
    static RowChoice of(ValueDistribution population, Optional<ValueDistribution> revisit) {
        return new RowChoice(RowDistribution.UNIFORM, Optional.of(population), Optional.empty(), revisit);
    }

    /** Returns the highest number of a row of the population; 0 without one. */
    long reach() {
        return population.map(ValueDistribution::most).orElse(0L);
    }

    /** Returns the choice of one row after the other; empty if another distribution was requested. */
    Optional<RowChoice> inTurn() {
        boolean free = population.isEmpty()
                && (distribution == RowDistribution.UNIFORM || distribution == RowDistribution.SEQUENCE);
        return free
                ? Optional.of(new RowChoice(RowDistribution.SEQUENCE, population, lookback, revisit))
                : Optional.empty();
    }

    /** Returns the chooser of rows that were written before; empty if reads use the population itself. */
    Optional<RecentRows> recent(Slice slice) {
        return lookback.map(
                back -> new RecentRows(back, population.orElseThrow().least() - 1 + slice.index(), slice.of()));
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

    /** Returns a chooser of the rows of writes. */
    ToLongFunction<RandomGenerator> ofWrites(ToLongFunction<RandomGenerator> chosen) {
        return revisit.<ToLongFunction<RandomGenerator>>map(places -> new RevisitedRows(places, chosen)::row)
                .orElse(chosen);
    }
}
