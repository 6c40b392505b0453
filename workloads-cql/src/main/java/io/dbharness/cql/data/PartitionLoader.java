package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.load.Slice;
import io.dbharness.workload.Progress;
import java.util.Iterator;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * Loads the rows of a table in parts, and records each finished part in the marker. Several processes may load at the same time; all of
 * them write the same rows.
 *
 * @param target  of the table
 * @param marker  knows the finished parts
 * @param content the rows to load
 * @param facts   of its units
 * @param writes  of a unit, numbered from 0; each may be repeated
 * @param window  most rows in flight
 */
record PartitionLoader(
        CqlTarget target,
        CqlMarker marker,
        CqlMarker.Content content,
        CqlMarkedDataSet.Facts facts,
        LongFunction<Iterator<BoundStatement>> writes,
        int window) {

    private static final int PARTS = 256;
    private static final double LEAST_ROWS_A_PART = 2_000;
    /** A claim is renewed after each part and expires after a minute; even a slow cluster writes this many rows within that time. */
    private static final double MOST_ROWS_A_PART = 50_000;

    /**
     * Loads the missing parts of a slice.
     *
     * @param noted called after each part
     */
    void fill(Slice slice, Runnable noted, Progress progress) {
        long missing = content.units() - content.loaded();
        double rowsOfAPart = Math.max(LEAST_ROWS_A_PART, missing * facts.rows() / PARTS);
        long length = Math.max(1, (long) Math.ceil(Math.min(MOST_ROWS_A_PART, rowsOfAPart) / facts.rows()));
        long parts = (missing + length - 1) / length;
        long begin = content.loaded() + slice.before(parts) * length;
        long end = Math.min(content.units(), begin + slice.share(parts) * length);
        // The progress of a slice counts only its own units.
        long before = slice.of() == 1 ? begin : 0;
        long total = before + end - begin;
        PartLoader loader =
                new PartLoader(target, window, done -> progress.advance("load", done, total, facts.unit()), total);
        loader.skip(before);
        Set<Long> there = marker.parts();
        for (long first = begin; first < end; first += length) {
            long next = Math.min(end, first + length);
            if (there.contains(first)) {
                loader.skip(next - first);
                continue;
            }
            loader.load(first, next, writes);
            marker.finished(first);
            noted.run();
        }
    }
}
