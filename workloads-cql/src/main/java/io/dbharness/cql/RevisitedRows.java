package io.dbharness.cql;

import io.dbharness.distribution.ValueDistribution;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

/**
 * Chooses the rows of writes by the rule of cassandra-stress for {@code visits} above 1: a place is drawn; if a row was written at it
 * before, that row is written again, otherwise the next one is written and takes the last place. Thread-safe.
 */
final class RevisitedRows {

    /** 128 MB of words. */
    static final long MOST_PLACES = 1 << 24;

    private final ValueDistribution places;
    private final ToLongFunction<RandomGenerator> fresh;
    private final AtomicLongArray rows;
    private final AtomicInteger written = new AtomicInteger();
    private final AtomicLong drawn = new AtomicLong();

    /**
     * Creates a chooser.
     *
     * @param places of rows, at most {@link #MOST_PLACES}; the highest number is the place of the first written row
     * @param fresh  chooses a row for the first time
     */
    RevisitedRows(ValueDistribution places, ToLongFunction<RandomGenerator> fresh) {
        this.places = places;
        this.fresh = fresh;
        this.rows = new AtomicLongArray((int) (places.most() - places.least() + 1));
    }

    long row(RandomGenerator random) {
        int place = (int) (places.most() - places.draw(random, drawn.getAndIncrement()));
        return place < written.get() ? rows.get(place) : next(random);
    }

    private synchronized long next(RandomGenerator random) {
        long row = fresh.applyAsLong(random);
        int place = written.get();
        if (place < rows.length()) {
            rows.set(place, row);
            written.incrementAndGet();
        }
        return row;
    }
}
