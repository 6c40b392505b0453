package io.dbharness.result;

import io.dbharness.model.Internal;
import io.dbharness.result.ServerStatistics.Gaps;
import io.dbharness.result.ServerStatistics.Series;
import io.dbharness.sut.ServerProbe.BusyStatements;
import io.dbharness.sut.ServerProbe.NodeWork;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Collects what a probe reads. Thread-safe: a probe that hangs may come back when its result has been taken. */
@Internal
public final class ServerTally {

    private static final String NO_ANSWER = "the probe had not answered when the run ended";

    private final int warmUp;
    private final double intervalSeconds;
    private final Map<Integer, Map<String, Double>> readings = new HashMap<>();
    private @Nullable Map<String, Double> countersBefore;
    private @Nullable Map<String, Double> countersAfter;
    private List<NodeResult> nodes = List.of();
    private BusyStatements statements = BusyStatements.UNKNOWN;
    private String firstFailure = "";

    /**
     * Begins empty.
     *
     * @param warmUp          intervals before the measurement
     * @param intervalSeconds their length
     */
    public ServerTally(int warmUp, double intervalSeconds) {
        this.warmUp = warmUp;
        this.intervalSeconds = intervalSeconds;
    }

    /** The levels at the end of an interval, counted from 0 at the first of the warm-up. The first reading of an interval counts. */
    public synchronized void levels(int interval, Map<String, Double> levels) {
        readings.putIfAbsent(interval, finite(levels));
    }

    public synchronized void countersBefore(Map<String, Double> counters) {
        countersBefore = finite(counters);
    }

    public synchronized void countersAfter(Map<String, Double> counters) {
        countersAfter = finite(counters);
    }

    /**
     * Adds the work of the nodes of a cluster over the measurement.
     *
     * @param measured when it began
     */
    public synchronized void nodes(List<NodeWork> work, Instant measured) {
        nodes = NodeResult.of(work, measured);
    }

    /** The statements that took most of the server's time over the measurement. */
    public synchronized void statements(BusyStatements busy) {
        statements = busy;
    }

    /** Something was asked and not answered; only the first reason is kept. */
    public synchronized void failed(String why) {
        firstFailure = firstFailure.isEmpty() ? why : firstFailure;
    }

    private static Map<String, Double> finite(Map<String, Double> values) {
        Map<String, Double> finite = new TreeMap<>(values);
        finite.values().removeIf(v -> !Double.isFinite(v));
        return finite;
    }

    /**
     * Returns the statistics so far.
     *
     * @param intervals that the run had, warm-up included
     */
    public synchronized ServerStatistics statistics(int intervals) {
        Set<String> names = new TreeSet<>();
        readings.values().forEach(levels -> names.addAll(levels.keySet()));
        List<Series> series = new ArrayList<>();
        for (String name : names) {
            List<@Nullable Double> values = new ArrayList<>();
            for (int i = 0; i < intervals; i++) {
                values.add(readings.getOrDefault(i, Map.of()).get(name));
            }
            series.add(new Series(name, -warmUp * intervalSeconds, intervalSeconds, values));
        }
        return new ServerStatistics(series, growth(), gaps(intervals))
                .with(nodes)
                .with(statements);
    }

    private Map<String, Double> growth() {
        Map<String, Double> growth = new TreeMap<>();
        if (countersBefore != null && countersAfter != null) {
            growth.putAll(countersAfter);
            growth.keySet().retainAll(countersBefore.keySet());
            // A server that was started again has lost what it had counted.
            countersBefore.forEach((name, before) ->
                    growth.computeIfPresent(name, (n, after) -> after < before ? null : after - before));
        }
        return growth;
    }

    /** The counts are read twice, unless the run ended in its warm-up. */
    private Gaps gaps(int intervals) {
        long missing = intervals
                - readings.keySet().stream().filter(i -> i < intervals).count();
        if (intervals > warmUp) {
            missing += (countersBefore == null ? 1 : 0) + (countersAfter == null ? 1 : 0);
        }
        return missing == 0 ? Gaps.NONE : new Gaps(missing, firstFailure.isEmpty() ? NO_ANSWER : firstFailure);
    }
}
