package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Counts the content of answers: rows, bytes and pages, empty answers, and conditional writes that were not applied. Thread-safe. */
public final class ReadCounts {

    private final Optional<ReadCounts> whole;
    private final LongAdder answers = new LongAdder();
    private final LongAdder rows = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder pages = new LongAdder();
    private final LongAdder empty = new LongAdder();
    private final LongAdder conditional = new LongAdder();
    private final LongAdder notApplied = new LongAdder();

    ReadCounts() {
        this.whole = Optional.empty();
    }

    private ReadCounts(ReadCounts whole) {
        this.whole = Optional.of(whole);
    }

    /** Creates separate counts that are included in these. */
    public ReadCounts part() {
        return new ReadCounts(this);
    }

    /** Counts a page when it arrives and returns its number of rows. */
    public int page(AsyncResultSet page) {
        whole.ifPresent(all -> all.page(page));
        pages.increment();
        rows.add(page.remaining());
        bytes.add(Math.max(0, page.getExecutionInfo().getResponseSizeInBytes()));
        return page.remaining();
    }

    /** Counts the end of an answer with this many rows on all its pages. */
    public void end(long ofAnswer) {
        whole.ifPresent(all -> all.end(ofAnswer));
        answers.increment();
        if (ofAnswer == 0) {
            empty.increment();
        }
    }

    /** Counts the answer to a conditional write. */
    public void conditional(boolean applied) {
        whole.ifPresent(all -> all.conditional(applied));
        conditional.increment();
        if (!applied) {
            notApplied.increment();
        }
    }

    /** Returns the counts as monotonic counters, by name. */
    Map<String, Double> counters() {
        return Map.of(
                "rowsRead", (double) rows.sum(),
                "bytesRead", (double) bytes.sum(),
                "pagesRead", (double) pages.sum(),
                "emptyReads", (double) empty.sum(),
                "writesNotApplied", (double) notApplied.sum());
    }

    /** Formats the counts for a reader. */
    @Override
    public String toString() {
        String read = answers.sum() + " reads, " + rows.sum() + " rows on " + pages.sum() + " pages, "
                + String.format(Locale.ROOT, "%.1f MB", bytes.sum() / 1e6) + ", " + empty.sum() + " empty";
        return conditional.sum() == 0
                ? read
                : conditional.sum() + " conditional writes, " + notApplied.sum() + " of them not applied";
    }
}
