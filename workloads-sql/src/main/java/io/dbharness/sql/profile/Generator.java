package io.dbharness.sql.profile;

import io.dbharness.jdbc.dialect.RowSink;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Generates values of one kind, for rows of a load and for inputs of operations. Immutable; generators of the same text generate the same
 * values.
 */
public interface Generator {

    /**
     * Draws a value as a statement parameter.
     *
     * @param ordinal number of the draw, from 0; used only by sequences
     */
    Object draw(RandomGenerator random, long ordinal);

    /**
     * Draws a value that may depend on others.
     *
     * @param others values of the same row or operation, by name
     */
    default Object draw(RandomGenerator random, long ordinal, Function<String, Object> others) {
        return draw(random, ordinal);
    }

    /** Returns true if the value is made from others. */
    default boolean isDerived() {
        return false;
    }

    /** Draws a value for the row of a load. */
    void write(RowSink sink, RandomGenerator random, long ordinal);

    /** Returns the approximate size of a value in bytes. */
    long bytes();

    /** Returns the text in the file, with the numbers of rows inserted. */
    @Override
    String toString();
}
