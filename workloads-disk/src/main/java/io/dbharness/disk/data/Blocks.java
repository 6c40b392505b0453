package io.dbharness.disk.data;

import io.dbharness.model.UsageException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** The blocks of a file that I/O goes to: all of one size, side by side. Thread-safe. */
public final class Blocks {

    private final int block;
    private final long first;
    private final long count;
    private final AtomicLong next = new AtomicLong();

    /** All whole blocks of a file but those that touch its first {@code reserved} bytes. */
    public Blocks(int reserved, long bytes, int block) {
        this.block = block;
        this.first = ((long) reserved + block - 1) / block;
        this.count = bytes / block - first;
        if (count < 1) {
            throw new UsageException(List.of(
                    "a file of " + bytes + " bytes has no room for blocks of " + block + "; give a larger --size"));
        }
    }

    /** How many there are, at least one. */
    public long count() {
        return count;
    }

    /** Where a block begins, in bytes; {@code number} counts from 0. */
    public long position(long number) {
        return (first + number) * block;
    }

    /** Where the block after the last one begins, for all users together; from the first again after the last. */
    public long next() {
        return position(next.getAndIncrement() % count);
    }

    /** Where any block begins, all alike. */
    public long any(RandomGenerator random) {
        return position(random.nextLong(count));
    }
}
