package io.dbharness.cql;

import io.dbharness.distribution.Zipf;
import io.dbharness.load.Slice;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

/** Which rows are asked for how often. */
enum KeyDistribution {
    UNIFORM((rows, slice) -> random -> random.nextLong(rows)),
    /** A bell over all rows: the middle row at its top, the ends three standard deviations away; what falls beyond is drawn again. */
    GAUSSIAN((rows, slice) -> random -> {
        long row;
        do {
            row = (long) Math.floor(rows / 2.0 + random.nextGaussian() * rows / 6);
        } while (row < 0 || row >= rows);
        return row;
    }),
    /** Row k is asked for in proportion to 1 / (k + 1)^0.99, the skew of YCSB. */
    ZIPFIAN((rows, slice) -> {
        Zipf zipf = new Zipf(rows, 0.99);
        return random -> zipf.draw(random) - 1;
    }),
    /** One row after the other, over all users together, from the first again after the last. Processes that share the load have a range each. */
    SEQUENCE((rows, slice) -> {
        AtomicLong next = new AtomicLong();
        long first = slice.before(rows) % rows;
        long own = Math.max(1, slice.share(rows));
        return random -> first + next.getAndIncrement() % own;
    });

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final Choosers choosers;

    /** Makes what chooses rows. */
    private interface Choosers {
        ToLongFunction<RandomGenerator> of(long rows, Slice slice);
    }

    KeyDistribution(Choosers choosers) {
        this.choosers = choosers;
    }

    /** Chooses rows from 0 to before {@code rows} with a user's own randomness; shared by all users, so thread-safe. */
    ToLongFunction<RandomGenerator> over(long rows, Slice slice) {
        return choosers.of(rows, slice);
    }
}
