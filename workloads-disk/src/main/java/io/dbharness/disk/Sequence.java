package io.dbharness.disk;

import io.dbharness.disk.data.Area;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** Where the next I/O goes: the blocks of an area, one after the other for all users together, or any of them. Thread-safe. */
final class Sequence {

    private final Area area;
    private final AtomicLong next = new AtomicLong();

    Sequence(Area area) {
        this.area = area;
    }

    int block() {
        return area.block();
    }

    /** The block after the one that was handed out last; begins again at the end. */
    long next() {
        return area.position(next.getAndIncrement() % area.count());
    }

    /** Any block, all alike. */
    long any(RandomGenerator random) {
        return area.position(random.nextLong(area.count()));
    }
}
