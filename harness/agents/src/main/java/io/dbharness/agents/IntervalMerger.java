package io.dbharness.agents;

import io.dbharness.load.RunWindows;
import io.dbharness.load.RunWindows.Phase;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.measure.IntervalSnapshot.Completions;
import io.dbharness.measure.IntervalSnapshot.IntervalListener;
import io.dbharness.measure.IntervalSnapshot.OperationInterval;
import io.dbharness.measure.IntervalSnapshot.Span;
import io.dbharness.measure.IntervalSnapshot.StepInterval;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Merges the intervals of all agents to those of one run. Each is passed on when all agents have reported it, or some time after its end.
 * Later reports are added to a later interval, so that nothing is lost or counted twice. One thread.
 */
final class IntervalMerger {

    /** Time to wait for the slowest agent. */
    static final long GRACE_NANOS = Duration.ofSeconds(2).toNanos();

    private final RunWindows windows;
    private final long intervalNanos;
    private final IntervalListener to;
    private int next;
    private long boundary;
    private long lastEnd;

    IntervalMerger(RunWindows windows, Duration interval, IntervalListener to) {
        this.windows = windows;
        this.intervalNanos = interval.toNanos();
        this.to = to;
        this.boundary = windows.nextBoundary(windows.start(), intervalNanos);
    }

    /** Passes on all intervals that are complete or late. */
    void publish(List<Member> members, long now) {
        while (members.stream().anyMatch(Member::hasUnpublished)
                && (now > boundary + GRACE_NANOS || members.stream().allMatch(member -> member.hasTold(next)))) {
            List<IntervalSnapshot> parts = new ArrayList<>();
            members.forEach(member -> parts.addAll(member.take(next)));
            if (!parts.isEmpty()) {
                to.interval(merged(parts, members));
            }
            next++;
            boundary = windows.nextBoundary(boundary, intervalNanos);
        }
    }

    private IntervalSnapshot merged(List<IntervalSnapshot> parts, List<Member> members) {
        Phase phase = parts.stream()
                .map(IntervalSnapshot::phase)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        long start = lastEnd;
        long end = parts.stream()
                .filter(part -> part.phase() == phase)
                .mapToLong(IntervalSnapshot::endNanos)
                .max()
                .orElseThrow();
        lastEnd = Math.max(start + 1, end);
        LatencyHistogram dispatch = new LatencyHistogram();
        parts.forEach(part -> dispatch.add(part.dispatch()));
        return new IntervalSnapshot(
                new Span(start, lastEnd, phase),
                members.stream().mapToLong(Member::inFlight).sum(),
                members.stream().mapToLong(Member::backlog).sum(),
                operations(parts),
                steps(parts),
                dispatch,
                completions(parts));
    }

    private static List<OperationInterval> operations(List<IntervalSnapshot> parts) {
        record Key(Phase phase, Operation operation) {}
        Map<Key, OperationInterval> sums = new LinkedHashMap<>();
        for (IntervalSnapshot part : parts) {
            for (OperationInterval operation : part.operations()) {
                sums.merge(new Key(operation.phase(), operation.operation()), operation, OperationInterval::plus);
            }
        }
        return sums.values().stream()
                .sorted(Comparator.comparing(OperationInterval::phase)
                        .thenComparing(interval -> interval.operation().index()))
                .toList();
    }

    private static List<StepInterval> steps(List<IntervalSnapshot> parts) {
        Map<String, LatencyHistogram> sums = new LinkedHashMap<>();
        parts.forEach(part -> part.steps()
                .forEach(step -> sums.computeIfAbsent(step.name(), name -> new LatencyHistogram())
                        .add(step.service())));
        return sums.entrySet().stream()
                .map(step -> new StepInterval(step.getKey(), step.getValue()))
                .toList();
    }

    private static Optional<Completions> completions(List<IntervalSnapshot> parts) {
        return parts.stream()
                .flatMap(part -> part.completions().stream())
                .reduce((a, b) -> new Completions(
                        Math.min(a.firstNanos(), b.firstNanos()), Math.max(a.lastNanos(), b.lastNanos())));
    }
}
