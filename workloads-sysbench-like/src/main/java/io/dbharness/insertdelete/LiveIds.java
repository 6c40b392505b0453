package io.dbharness.insertdelete;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * The ids of existing rows that no user is about to delete. A random id is removed in constant time; each needs eight bytes. Thread-safe.
 */
final class LiveIds {

    /** The ids in a block. Storage grows by a block without copying, so that tens of millions of ids need no second copy. */
    private static final int BLOCK = 1 << 16;

    private final List<long[]> blocks = new ArrayList<>();
    private long size;

    synchronized void add(long id) {
        if (size == (long) blocks.size() * BLOCK) {
            blocks.add(new long[BLOCK]);
        }
        block(size)[offset(size)] = id;
        size++;
    }

    /** Removes a uniformly random id; empty if there is none. */
    synchronized OptionalLong take(RandomGenerator random) {
        if (size == 0) {
            return OptionalLong.empty();
        }
        long place = random.nextLong(size);
        long id = block(place)[offset(place)];
        size--;
        block(place)[offset(place)] = block(size)[offset(size)];
        return OptionalLong.of(id);
    }

    synchronized void clear() {
        blocks.clear();
        size = 0;
    }

    synchronized long size() {
        return size;
    }

    private long[] block(long place) {
        return blocks.get((int) (place / BLOCK));
    }

    private static int offset(long place) {
        return (int) (place % BLOCK);
    }
}
