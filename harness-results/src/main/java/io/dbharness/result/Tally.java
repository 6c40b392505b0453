package io.dbharness.result;

import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.Counts;
import io.dbharness.measure.Distribution;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.Completions;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.model.Caveat;
import io.dbharness.model.Operation;
import io.dbharness.result.analysis.SteadyState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Adds up the intervals of a run. One thread. */
public final class Tally implements IntervalSnapshot.IntervalListener {

    private static final double LEAST_EXPECTED = 10;
    private static final double STALL_SECONDS = 1;

    /** Of the measurement, in which nothing completed. */
    private static final double STALL_SUSPECT = 0.1;

    private final Map<Operation, OperationInterval> measured = new HashMap<>();
    private final Map<Operation, Long> completedInside = new HashMap<>();
    private final Map<String, Distribution> steps = new LinkedHashMap<>();
    private final Distribution dispatch = new Distribution();
    private final Batches batches = new Batches();
    private final List<Second> seconds = new ArrayList<>();
    private double intervalSeconds = 1;
    /** Nanoseconds from the start of the run. */
    private long measuredFrom;

    /**
     * An interval of the measurement, which is a second long unless the plan says otherwise.
     *
     * @param endNanos    from the start of the measurement
     * @param perSecond   completions a second
     * @param failed      requests
     * @param completions when requests completed, from the start of the measurement
     */
    record Second(long endNanos, double perSecond, long failed, Optional<Completions> completions) {}

    @Override
    public void interval(IntervalSnapshot snapshot) {
        batches.add(snapshot);
        long inside = 0;
        for (OperationInterval interval : snapshot.operations()) {
            long ended = interval.counts().completedInside();
            inside += ended;
            completedInside.merge(interval.operation(), ended, Long::sum);
            if (interval.phase() == Phase.MEASUREMENT) {
                measured.merge(interval.operation(), interval, OperationInterval::plus);
            }
        }
        snapshot.steps()
                .forEach(step -> steps.computeIfAbsent(step.name(), name -> new Distribution())
                        .add(step.service()));
        if (snapshot.phase() == Phase.MEASUREMENT) {
            dispatch.add(snapshot.dispatch());
            measuredFrom = seconds.isEmpty() ? snapshot.startNanos() : measuredFrom;
            seconds.add(new Second(
                    snapshot.endNanos() - measuredFrom,
                    inside / snapshot.seconds(),
                    snapshot.failed(),
                    snapshot.completions().map(c -> c.since(measuredFrom))));
            // The shortest interval is what is left at the end; all others have the length of the first.
            intervalSeconds = seconds.size() == 1 ? snapshot.seconds() : intervalSeconds;
        }
    }

    /** Everything about invocations of this operation that were intended within the measurement window. */
    OperationInterval measured(Operation operation) {
        OperationInterval seen = measured.get(operation);
        Distribution none = new Distribution();
        return seen == null
                ? new OperationInterval(Phase.MEASUREMENT, operation, Counts.ZERO, none, none, none, none)
                : seen;
    }

    /** Invocations that ended within the measurement window, whenever they were intended. */
    long completedInside(Operation operation) {
        return completedInside.getOrDefault(operation, 0L);
    }

    /** Every step of the workload, in its order, with what ended of it within the measurement window. */
    Map<String, Distribution> steps() {
        return Collections.unmodifiableMap(steps);
    }

    Distribution dispatch() {
        return dispatch;
    }

    /** The parts of the measurement that confidence intervals rest on. */
    Batches batches() {
        return batches;
    }

    /** Intervals of the measurement. */
    int intervals() {
        return seconds.size();
    }

    /** Length of the intervals of the measurement, but the last. */
    double intervalSeconds() {
        return intervalSeconds;
    }

    /**
     * The times without a completion, where at least ten were to be expected in each interval: by chance one stays empty once in 20,000. The
     * last interval may be short, so it counts for nothing.
     *
     * @param waited whether users waited in these times and sent nothing: of what they would have sent there is no latency
     */
    Optional<Caveat> stall(boolean waited) {
        double expected =
                seconds.stream().mapToDouble(Second::perSecond).average().orElse(0) * intervalSeconds;
        if (expected < LEAST_EXPECTED) {
            return Optional.empty();
        }
        List<String> stalls = new ArrayList<>();
        int stalled = 0;
        int last = seconds.size() - 1;
        for (int from = 0, to; from < last; from = to + 1) {
            to = from;
            while (to < last && seconds.get(to).perSecond() == 0) {
                to++;
            }
            if ((to - from) * intervalSeconds >= STALL_SECONDS) {
                stalled += to - from;
                stalls.add(String.format(
                        Locale.ROOT, "from %.0f to %.0f s", from * intervalSeconds, to * intervalSeconds));
            }
        }
        if (stalls.isEmpty()) {
            return Optional.empty();
        }
        String when = "nothing completed " + String.join(", ", stalls);
        double share = (double) stalled / seconds.size();
        if (!waited || share <= STALL_SUSPECT) {
            return Optional.of(Caveat.note("STALL", when));
        }
        String unsent = String.format(
                Locale.ROOT,
                ", %.0f %% of the measurement (more than %.0f %%): users waited, and what they did not send meanwhile is"
                        + " in no latency",
                100 * share,
                100 * STALL_SUSPECT);
        return Optional.of(Caveat.suspect("STALL", when + unsent));
    }

    /** How the throughput came back after faults, which are in the order of their times. The last interval may be short, so it counts for nothing. */
    List<Recovery> recoveries(List<Recovery.Done> faults) {
        List<Recovery> recoveries = new ArrayList<>();
        int last = Math.max(0, seconds.size() - 1);
        int from = 0;
        for (int i = 0; i < faults.size(); i++) {
            int to = i + 1 < faults.size() ? indexAt(faults.get(i + 1).from(), last) : last;
            int begin = indexAt(faults.get(i).from(), to);
            double before = seconds.subList(Math.min(from, begin), begin).stream()
                    .mapToDouble(Second::perSecond)
                    .average()
                    .orElse(0);
            int over = indexAt(faults.get(i).to(), to);
            recoveries.add(Recovery.of(faults.get(i), before, seconds.subList(begin, to), over - begin));
            from = over + 1;
        }
        return recoveries;
    }

    /** The index of the interval that an instant lies in, at most {@code most}; a reading may come late on a busy machine. */
    private int indexAt(long nanos, int most) {
        int index = 0;
        while (index < most && seconds.get(index).endNanos() <= nanos) {
            index++;
        }
        return index;
    }

    /** Whether throughput kept one level through the measurement. */
    SteadyState steadyState() {
        return SteadyState.of(throughputs(), true, 1 / intervalSeconds);
    }
}
