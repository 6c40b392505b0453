package io.dbharness.cql;

import io.dbharness.distribution.Zipf;
import io.dbharness.load.Slice;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

/** Distributes requests over the rows. */
enum RowDistribution {
    UNIFORM((rows, slice) -> random -> random.nextLong(rows)),
    /**
     * Normal distribution over all rows with the mean at the middle row and the ends at three standard deviations; values beyond the ends
     * are drawn again.
     */
    GAUSSIAN((rows, slice) -> random -> {
        long row;
        do {
            row = (long) Math.floor(rows / 2.0 + random.nextGaussian() * rows / 6);
        } while (row < 0 || row >= rows);
        return row;
    }),
    /** Zipfian distribution: row k has a probability proportional to 1 / (k + 1)^0.99, the skew of YCSB. */
    ZIPFIAN((rows, slice) -> {
        Zipf zipf = new Zipf(rows, 0.99);
        return random -> zipf.draw(random) - 1;
    }),
    /**
     * One row after the other, shared by all users, from the first again after the last. Processes that share the load have one range each.
     */
    SEQUENCE((rows, slice) -> {
        AtomicLong next = new AtomicLong();
        long first = slice.before(rows) % rows;
        long own = Math.max(1, slice.share(rows));
        return random -> first + next.getAndIncrement() % own;
    });

    @SuppressWarnings("ImmutableEnumChecker") // Stateless functions.
    private final Choosers choosers;

    /** Creates a chooser of rows. */
    private interface Choosers {
        ToLongFunction<RandomGenerator> of(long rows, Slice slice);
    }

    RowDistribution(Choosers choosers) {
        this.choosers = choosers;
    }

    /**
     * Returns a chooser of rows from 0 to before {@code rows} that draws from the calling user's generator; shared by all users, so
     * thread-safe.
     */
    ToLongFunction<RandomGenerator> over(long rows, Slice slice) {
        return choosers.of(rows, slice);
    }
}
