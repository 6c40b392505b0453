package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.CqlSession;
import io.dbharness.cql.data.StressDataSet.Loaded;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.util.stream.LongStream;

/** Compares rows with what they must be: a sample as long as nothing was written, every acknowledged row afterwards. */
final class DataChecks {

    /** So many rows are read before a run to see that the data set is what it says. */
    private static final int SAMPLE = 1_000;
    /** Up to here every acknowledged row is read back, beyond a sample of so many. */
    private static final int MOST_READ_BACK = 100_000;

    private final CqlSession driver;
    private final Loaded data;
    private final Storage storage;

    DataChecks(CqlSession driver, Loaded data, Storage storage) {
        this.driver = driver;
        this.data = data;
        this.storage = storage;
    }

    Check run(String when, Progress progress) {
        return data.acknowledged().rowsSeen() == 0 ? sample(when, progress) : acknowledged(when, progress);
    }

    private Check sample(String when, Progress progress) {
        long total = Math.min(SAMPLE, data.rows());
        LongStream rows = total == data.rows()
                ? LongStream.range(0, total)
                : data.seed().stream("cql-sample", 0).longs(total, 0, data.rows());
        return check(
                "rows", when, total + " of " + data.rows() + " rows", readBack().of(rows, total, progress));
    }

    private Check acknowledged(String when, Progress progress) {
        AcknowledgedWrites writes = data.acknowledged();
        long[] written = writes.rows().toArray();
        int stride = (written.length + MOST_READ_BACK - 1) / MOST_READ_BACK;
        int from = data.seed().stream("cql-read-back", 0).nextInt(stride);
        long[] rows = LongStream.iterate(from, at -> at < written.length, at -> at + stride)
                .map(at -> written[(int) at])
                .toArray();
        String which = stride == 1 && writes.all()
                ? "all " + rows.length + " rows written and acknowledged"
                : "a sample by the seed: " + rows.length + " of " + (writes.all() ? "" : "more than ") + written.length
                        + " rows written and acknowledged";
        return check("read-back", when, which, readBack().of(LongStream.of(rows), rows.length, progress));
    }

    private ReadBack readBack() {
        return new ReadBack(driver, data.table(), data.acknowledged(), storage.ttlSeconds() > 0);
    }

    private Check check(String name, String when, String which, ReadBack.Findings found) {
        String level = ReadBack.levelAfter(storage.consistency()).name();
        String detail = which + ", read at " + level + ": "
                + (found.wrong() == 0 ? "all equal" : found.wrong() + " wrong, for example " + found.first())
                + (found.expired() == 0 ? "" : "; " + found.expired() + " have expired");
        return new Check(name, when, found.wrong() == 0, detail);
    }
}
