package io.dbharness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dbharness.measure.IntervalSnapshot.Completions;
import io.dbharness.model.Internal;
import io.dbharness.result.Tally.Second;
import io.dbharness.sut.Fault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An injected fault during the measurement, and the recovery of the throughput. The rates are those of the intervals of
 * the run, so the time of the recovery is as exact as these are long.
 *
 * @param fault            for example {@code stop 3s}
 * @param atSeconds        from the start of the measurement to its begin
 * @param overSeconds      from the start of the measurement to its end: the server goes on, or has been started again and answers
 * @param problem          why it could not be done; empty if it was
 * @param perSecondBefore  mean completions a second between the fault before, or the start, and this one
 * @param silentSeconds    the longest time without a completion until the recovery; exact when it is longer than an interval, otherwise
 *                         too short
 * @param recoveredSeconds from its begin until an interval after its end had 90 % of the rate before; null if none had
 * @param failed           requests that failed from its begin until then
 */
@Internal
public record Recovery(
        String fault,
        double atSeconds,
        double overSeconds,
        String problem,
        double perSecondBefore,
        double silentSeconds,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double recoveredSeconds,

        long failed) {

    private static final double RECOVERED = 0.9;
    private static final double NANOS = 1e9;

    /**
     * A fault that was done.
     *
     * @param fault   which
     * @param from    nanoseconds from the start of the measurement to its begin
     * @param to      nanoseconds from the start of the measurement to its end
     * @param problem why it could not be done; empty if it was
     */
    public record Done(Fault fault, long from, long to, String problem) {}

    /**
     * @param before  completions a second
     * @param seconds the intervals from the one that the fault began in
     * @param over    index of the one that it ended in
     */
    static Recovery of(Done done, double before, List<Second> seconds, int over) {
        int recovered = over;
        while (recovered < seconds.size()
                && (before == 0 || seconds.get(recovered).perSecond() < RECOVERED * before)) {
            recovered++;
        }
        boolean came = recovered < seconds.size();
        List<Second> until = seconds.subList(0, came ? recovered + 1 : seconds.size());
        return new Recovery(
                done.fault().what(),
                done.from() / NANOS,
                done.to() / NANOS,
                done.problem(),
                before,
                silentNanos(until, done.from()) / NANOS,
                came ? (seconds.get(recovered).endNanos() - done.from()) / NANOS : null,
                until.stream().mapToLong(Second::failed).sum());
    }

    /** @param from when the fault began: nothing is known of the time before */
    private static long silentNanos(List<Second> seconds, long from) {
        long longest = 0;
        long last = from;
        for (Completions completions :
                seconds.stream().flatMap(s -> s.completions().stream()).toList()) {
            longest = Math.max(longest, completions.firstNanos() - last);
            last = completions.lastNanos();
        }
        return seconds.isEmpty()
                ? longest
                : Math.max(longest, seconds.get(seconds.size() - 1).endNanos() - last);
    }
}
