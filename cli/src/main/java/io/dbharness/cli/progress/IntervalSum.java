package io.dbharness.cli.progress;

import io.dbharness.measure.Distribution;
import io.dbharness.measure.IntervalSnapshot;
import java.util.Locale;

/** Adds up the intervals since the last line was printed. One thread. */
final class IntervalSum {

    private double seconds;
    private long completed;
    private long failed;
    private Distribution response = new Distribution();

    void add(IntervalSnapshot snapshot) {
        seconds += snapshot.seconds();
        completed += snapshot.completed();
        failed += snapshot.failed();
        response.add(snapshot.response());
    }

    void clear() {
        seconds = 0;
        completed = 0;
        failed = 0;
        response = new Distribution();
    }

    double seconds() {
        return seconds;
    }

    double perSecond() {
        return seconds == 0 ? 0 : completed / seconds;
    }

    long failed() {
        return failed;
    }

    /** Of the response times, in milliseconds with so many decimals; a dash when nothing completed. */
    String millis(double quantile, int decimals) {
        return response.count() == 0
                ? "-"
                : String.format(Locale.ROOT, "%." + decimals + "f", response.quantileNanos(quantile) / 1e6);
    }
}
