package io.dbharness.cql.data;

import io.dbharness.cql.profile.ProfileRow;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/** Keeps the last acknowledged row of each operation. Thread-safe, lock-free. */
public final class RecentWrites {

    private static final int MOST = 1_000;

    private final AtomicReferenceArray<ProfileRow> last = new AtomicReferenceArray<>(MOST);
    private final AtomicLong next = new AtomicLong();

    RecentWrites() {}

    /** Records a row whose write was acknowledged. */
    public void acknowledge(ProfileRow row) {
        last.set((int) (next.getAndIncrement() % MOST), row);
    }

    List<ProfileRow> rows() {
        return IntStream.range(0, MOST)
                .mapToObj(last::get)
                .filter(Objects::nonNull)
                .toList();
    }
}
