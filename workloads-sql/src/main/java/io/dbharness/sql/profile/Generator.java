package io.dbharness.sql.profile;

import io.dbharness.jdbc.dialect.RowSink;
import java.util.random.RandomGenerator;

/** Makes values of one kind, for rows of a load and for inputs of operations. Immutable; two of the same text are equal in what they make. */
public interface Generator {

    /**
     * A value as a statement takes it.
     *
     * @param ordinal which draw this is, from 0; of use to sequences only
     */
    Object draw(RandomGenerator random, long ordinal);

    /** Draws a value for the row of a load. */
    void write(RowSink sink, RandomGenerator random, long ordinal);

    /** About how many bytes a value takes. */
    long bytes();

    /** As the file has it, with the numbers of rows filled in. */
    @Override
    String toString();
}
