package io.dbharness.result.history;

import io.dbharness.model.Internal;
import io.dbharness.result.Verdict;
import io.dbharness.result.history.IntervalHistory.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The preliminary verdict on a run before its end, by the limits of the final one. Findings that need the end (the accounts, the checks of
 * the data, steadiness, the client's share) are not in it.
 *
 * @param verdict    as the run would have it if nothing else came
 * @param reasons    a sentence each; none if nothing speaks against it
 * @param completed  requests of the measurement
 * @param failed     requests of the measurement
 * @param perSecond  completed, over the measurement so far
 * @param seconds    of measurement so far
 */
@Internal
public record PartialResult(
        Verdict verdict, List<String> reasons, long completed, long failed, double perSecond, double seconds) {

    public PartialResult {
        reasons = List.copyOf(reasons);
    }

    /** Judges a run so far. */
    public static PartialResult of(IntervalHistory history) {
        List<Stretch> measured = history.stretches().stream()
                .filter(stretch -> stretch.startSeconds() >= 0)
                .toList();
        long completed = measured.stream().mapToLong(s -> s.all().completed()).sum();
        long failed = measured.stream().mapToLong(s -> s.all().failed()).sum();
        double seconds = measured.size() * history.stretchSeconds();
        double share = (double) failed / Math.max(1, completed + failed);
        Verdict verdict = Verdict.VALID;
        List<String> reasons = new ArrayList<>();
        if (failed > 0) {
            verdict = Verdict.ofFailures(share);
            reasons.add(String.format(
                    Locale.ROOT, "%d of %d requests failed (%.3f %%)", failed, completed + failed, 100 * share));
        }
        long backlog =
                measured.isEmpty() ? 0 : measured.get(measured.size() - 1).backlog();
        if (backlog > 0) {
            reasons.add(backlog + " requests are due and not started");
        }
        if (!measured.isEmpty() && completed == 0) {
            verdict = Verdict.INVALID;
            reasons.add("nothing has completed within the measurement");
        }
        return new PartialResult(verdict, reasons, completed, failed, seconds == 0 ? 0 : completed / seconds, seconds);
    }
}
