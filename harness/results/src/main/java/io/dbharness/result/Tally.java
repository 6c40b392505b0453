package io.dbharness.result;

import io.dbharness.load.ClosedLoop;
import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.load.ThinkTime;
import io.dbharness.measure.Counts;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.Completions;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Caveat;
import io.dbharness.model.Internal;
import io.dbharness.model.Operation;
import io.dbharness.result.analysis.SteadyState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Adds up the intervals of a run. One thread. */
@Internal
public final class Tally implements IntervalSnapshot.IntervalListener {

    private static final double NANOS_PER_SECOND = 1e9;

    /** Shorter times without a completion are no stall. A target that stalls for a second still answers what is in flight. */
    private static final double STALL_SECONDS = 0.9;
    /** Most stalls of this length that completions at random times may leave in a run by chance. */
    private static final double STALLS_BY_CHANCE = 0.001;
    /** How many times the usual time without a completion a stall is; users in step leave one after each of their answers. */
    private static final double STALL_FACTOR = 2;

    /** The first and the last of so many parts of the measurement are its start and its end. */
    private static final int TREND_PARTS = 10;

    /** Share of the measurement without completions that makes a run SUSPECT. */
    private static final double STALL_SUSPECT = 0.1;

    private final Map<Operation, OperationInterval> measured = new HashMap<>();
    private final Map<Operation, Long> completedInside = new HashMap<>();
    private final Map<String, LatencyHistogram> steps = new LinkedHashMap<>();
    private final LatencyHistogram dispatch = new LatencyHistogram();
    private final Batches batches = new Batches();
    private final List<Second> seconds = new ArrayList<>();
    private final List<Means> means = new ArrayList<>();
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

    /**
     * Mean times of what completed in an interval of the measurement, in nanoseconds.
     *
     * @param response from the intended start to the end
     * @param service  from the start to the end
     */
    private record Means(double response, double service) {

        static Means of(IntervalSnapshot snapshot) {
            double response = 0;
            double service = 0;
            for (OperationInterval interval : snapshot.operations()) {
                response += interval.response().sumNanos();
                service += interval.service().sumNanos();
            }
            return new Means(response / snapshot.completed(), service / snapshot.completed());
        }
    }

    @Override
    public void interval(IntervalSnapshot snapshot) {
        batches.add(snapshot);
        long inside = 0;
        for (OperationInterval interval : snapshot.operations()) {
            long ended = interval.counts().completedInside();
            inside += ended;
            completedInside.merge(interval.operation(), ended, Long::sum);
            if (interval.phase() == Phase.MEASUREMENT) {
                measured.compute(
                        interval.operation(), (operation, sum) -> added(sum == null ? none(operation) : sum, interval));
            }
        }
        snapshot.steps()
                .forEach(step -> steps.computeIfAbsent(step.name(), name -> new LatencyHistogram())
                        .add(step.service()));
        if (snapshot.phase() == Phase.MEASUREMENT) {
            dispatch.add(snapshot.dispatch());
            measuredFrom = seconds.isEmpty() ? snapshot.startNanos() : measuredFrom;
            if (snapshot.completed() > 0) {
                means.add(Means.of(snapshot));
            }
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
        return measured.getOrDefault(operation, none(operation));
    }

    private static OperationInterval none(Operation operation) {
        return new OperationInterval(
                Phase.MEASUREMENT,
                operation,
                Counts.ZERO,
                new LatencyHistogram(),
                new LatencyHistogram(),
                new LatencyHistogram(),
                new LatencyHistogram());
    }

    /** Adds to the distributions of the sum, so that an interval costs no more at the end of a long run than at its start. */
    private static OperationInterval added(OperationInterval sum, OperationInterval more) {
        sum.response().add(more.response());
        sum.service().add(more.service());
        sum.connectionWait().add(more.connectionWait());
        sum.failedResponse().add(more.failedResponse());
        return new OperationInterval(
                sum.phase(),
                sum.operation(),
                sum.counts().plus(more.counts()),
                sum.response(),
                sum.service(),
                sum.connectionWait(),
                sum.failedResponse());
    }

    /** Invocations that ended within the measurement window, whenever they were intended. */
    long completedInside(Operation operation) {
        return completedInside.getOrDefault(operation, 0L);
    }

    /** Every step of the workload, in its order, with what ended of it within the measurement window. */
    Map<String, LatencyHistogram> steps() {
        return Collections.unmodifiableMap(steps);
    }

    LatencyHistogram dispatch() {
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

    /** Returns how well the mean rate of the measurement is known so far. */
    public RateError rateError() {
        return RateError.of(seconds.stream().mapToDouble(Second::perSecond).toArray());
    }

    /** Length of the intervals of the measurement, but the last. */
    double intervalSeconds() {
        return intervalSeconds;
    }

    /**
     * The times without a completion that are too long to be chance at the throughput of the run.
     *
     * @param load   that was asked for
     * @param waited whether users waited in these times and sent nothing: of what they would have sent there is no latency
     */
    Optional<Caveat> stall(LoadModel load, boolean waited) {
        List<Gap> gaps = gaps();
        if (gaps.isEmpty()) {
            return Optional.empty();
        }
        double run = seconds.get(seconds.size() - 1).endNanos() / NANOS_PER_SECOND;
        double completions =
                completedInside.values().stream().mapToLong(Long::longValue).sum();
        double tooMany = Math.log(completions / STALLS_BY_CHANCE);
        double[] lengths = gaps.stream().mapToDouble(Gap::seconds).sorted().toArray();
        double usual = lengths[(lengths.length - 1) / 2];
        List<Gap> stalls = gaps.stream()
                .filter(gap -> gap.seconds() >= Math.max(STALL_SECONDS, STALL_FACTOR * usual))
                .filter(gap -> Math.min(completions / run * gap.seconds(), arrivals(load, gap)) >= tooMany)
                .toList();
        if (stalls.isEmpty()) {
            return Optional.empty();
        }
        String when = stalls.stream().map(Gap::words).collect(Collectors.joining(", ", "nothing completed ", ""));
        double share = stalls.stream().mapToDouble(Gap::seconds).sum() / run;
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

    /**
     * A time without a completion, in seconds from the start of the measurement.
     *
     * @param from the completion before it, or the start of the measurement
     * @param to   the completion after it, or the end of the measurement
     */
    private record Gap(double from, double to) {

        double seconds() {
            return to - from;
        }

        String words() {
            return String.format(Locale.ROOT, "from %.1f to %.1f s (%.1f s)", from, to, seconds());
        }
    }

    /** Arrivals that an open load asked for in this time; those of a closed loop have no limit. */
    private double arrivals(LoadModel load, Gap gap) {
        return load instanceof OpenArrivals open ? requested(open, gap.from(), gap.to()) : Double.POSITIVE_INFINITY;
    }

    /** From the last completion of each interval to the first one of the next interval that has one; none if nothing completed. */
    private List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>();
        double from = 0;
        for (Second second : seconds) {
            if (second.completions().isPresent()) {
                Completions completions = second.completions().get();
                gaps.add(new Gap(from, completions.firstNanos() / NANOS_PER_SECOND));
                from = completions.lastNanos() / NANOS_PER_SECOND;
            }
        }
        if (!gaps.isEmpty()) {
            gaps.add(new Gap(from, seconds.get(seconds.size() - 1).endNanos() / NANOS_PER_SECOND));
        }
        return gaps;
    }

    /**
     * How the throughput came back after faults, which are in the order of their times. The last interval may be short, so it counts for
     * nothing.
     */
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

    private double[] throughputs() {
        return seconds.stream().mapToDouble(Second::perSecond).toArray();
    }

    /**
     * A drift of the mean response time, where the load asked for one rate. In a load that is limited by its rate or its think times,
     * throughput does not show it.
     */
    Optional<Caveat> responseTrend(LoadModel load) {
        double[] response = means.stream().mapToDouble(Means::response).toArray();
        double drift = SteadyState.notableDrift(response);
        if (drift == 0 || (load instanceof OpenArrivals open && !open.rate().isConstant())) {
            return Optional.empty();
        }
        int part = response.length / TREND_PARTS;
        List<Means> first = means.subList(0, part);
        List<Means> last = means.subList(means.size() - part, means.size());
        double rise = mean(last, Means::response) - mean(first, Means::response);
        double waited = (rise - mean(last, Means::service) + mean(first, Means::service)) / rise;
        String why = drift > 0 && waited > 0.5
                ? String.format(
                        Locale.ROOT,
                        ", %.0f %% of that before requests were sent: the target does not keep up with this load",
                        100 * waited)
                : "; warm up longer or run longer";
        return Optional.of(Caveat.suspect(
                "RESPONSE_TREND",
                String.format(
                        Locale.ROOT,
                        "the mean response time went from %.2f to %.2f ms in the measurement (%+.1f %%)%s",
                        mean(first, Means::response) / 1e6,
                        mean(last, Means::response) / 1e6,
                        100 * drift,
                        why)));
    }

    private static double mean(List<Means> of, ToDoubleFunction<Means> value) {
        return of.stream().mapToDouble(value).average().orElse(0);
    }

    /**
     * Judges whether throughput kept one level through the measurement, or followed the rate where a changing one was asked for.
     *
     * @param load that was asked for
     */
    SteadyState steadyState(LoadModel load) {
        double[] perSecond = throughputs();
        if (load instanceof OpenArrivals open && !open.rate().isConstant()) {
            double[] requested = requested(open);
            double mean = Arrays.stream(requested).average().orElse(0);
            Arrays.setAll(perSecond, i -> perSecond[i] - requested[i] + mean);
            return SteadyState.of(perSecond, false, 1 / intervalSeconds);
        }
        // Users that never wait may all be answered at the same instants, which fall into an interval once more or once
        // less.
        boolean inStep = load instanceof ClosedLoop closed && closed.thinkTime() == ThinkTime.NONE;
        return SteadyState.of(perSecond, true, (inStep ? load.users() : 1) / intervalSeconds);
    }

    /** Arrivals a second that an open load asked for in each interval of the measurement. */
    private double[] requested(OpenArrivals open) {
        double[] requested = new double[seconds.size()];
        double from = 0;
        for (int i = 0; i < requested.length; i++) {
            double to = seconds.get(i).endNanos() / NANOS_PER_SECOND;
            requested[i] = requested(open, from, to) / (to - from);
            from = to;
        }
        return requested;
    }

    /** Arrivals that an open load asked for between two times in seconds from the start of the measurement. */
    private double requested(OpenArrivals open, double from, double to) {
        double begin = measuredFrom / NANOS_PER_SECOND;
        return (open.rate().arrivalsBy(begin + to) - open.rate().arrivalsBy(begin + from))
                / open.slice().of();
    }
}
