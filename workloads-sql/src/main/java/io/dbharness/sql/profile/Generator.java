package io.dbharness.sql.profile;

import io.dbharness.jdbc.dialect.RowSink;
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

    /** Draws a value for the row of a load. */
    void write(RowSink sink, RandomGenerator random, long ordinal);

    /** Returns the approximate size of a value in bytes. */
    long bytes();

    /** Returns the text in the file, with the numbers of rows inserted. */
    @Override
    String toString();
}
