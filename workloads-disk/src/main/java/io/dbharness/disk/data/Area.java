package io.dbharness.disk.data;

import io.dbharness.model.UsageException;
import java.util.List;

/**
 * Blocks of one size, side by side.
 *
 * @param block bytes of each
 * @param first number of the first one, counted from the beginning of the file
 * @param count how many there are, at least one
 */
public record Area(int block, long first, long count) {

    /** All whole blocks of a file but those that touch its first {@code reserved} bytes. */
    public static Area of(int reserved, long bytes, int block) {
        long first = ((long) reserved + block - 1) / block;
        long count = bytes / block - first;
        if (count < 1) {
            throw new UsageException(List.of(
                    "a file of " + bytes + " bytes has no room for blocks of " + block + "; give a larger --size"));
        }
        return new Area(block, first, count);
    }

    /** Where the block begins, in bytes; {@code number} counts from 0. */
    public long position(long number) {
        return (first + number) * block;
    }
}
