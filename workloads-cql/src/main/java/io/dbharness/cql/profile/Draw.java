package io.dbharness.cql.profile;

import io.dbharness.random.Seed;
import java.util.random.RandomGenerator;

/**
 * What a value is made from.
 *
 * @param random  of this value only
 * @param ordinal its place among values drawn one after the other
 * @param spec    of its column
 */
record Draw(RandomGenerator random, long ordinal, ColumnSpec spec) {

    /** The number that stands for the value. */
    long id() {
        return spec.population().draw(random, ordinal);
    }

    /** The size of a collection. */
    int elements() {
        return (int) spec.size().draw(random, ordinal);
    }

    /** For the n-th element of a collection. */
    Draw element(int n) {
        return new Draw(random, ordinal + n, spec);
    }

    /** Size and content of a value that stands for its number, whatever else is drawn. */
    byte[] bytes() {
        long id = id();
        RandomGenerator own = new Seed(id).stream("value", 0);
        byte[] bytes = new byte[(int) spec.size().draw(own, id)];
        own.nextBytes(bytes);
        return bytes;
    }
}
