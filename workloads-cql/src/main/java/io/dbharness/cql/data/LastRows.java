package io.dbharness.cql.data;

import io.dbharness.cql.profile.Row;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/** Keeps the last acknowledged row of each operation. Thread-safe, lock-free. */
public final class LastRows {

    private static final int MOST = 1_000;

    private final AtomicReferenceArray<Row> last = new AtomicReferenceArray<>(MOST);
    private final AtomicLong next = new AtomicLong();

    LastRows() {}

    /** Records a row whose write was acknowledged. */
    public void acknowledge(Row row) {
        last.set((int) (next.getAndIncrement() % MOST), row);
    }

    List<Row> rows() {
        return IntStream.range(0, MOST)
                .mapToObj(last::get)
                .filter(Objects::nonNull)
                .toList();
    }
}
