package io.dbharness.disk.data;

import io.dbharness.model.UsageException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** The blocks of a file for I/O: adjacent and of one size. Thread-safe. */
public final class Blocks {

    private final int block;
    private final long first;
    private final long count;
    private final AtomicLong next = new AtomicLong();

    /** Creates all whole blocks of a file except those that touch its first {@code reserved} bytes. */
    public Blocks(int reserved, long bytes, int block) {
        this.block = block;
        this.first = ((long) reserved + block - 1) / block;
        this.count = bytes / block - first;
        if (count < 1) {
            throw new UsageException(List.of(
                    "a file of " + bytes + " bytes has no room for blocks of " + block + "; give a larger --size"));
        }
    }

    /** Returns the number of blocks, at least one. */
    public long count() {
        return count;
    }

    /** Returns the position of a block in bytes; {@code number} counts from 0. */
    public long position(long number) {
        return (first + number) * block;
    }

    /** Returns the position of the next block in sequence, shared by all users; from the first again after the last. */
    public long next() {
        return position(next.getAndIncrement() % count);
    }

    /** Returns the position of a random block, all equally likely. */
    public long any(RandomGenerator random) {
        return position(random.nextLong(count));
    }
}
