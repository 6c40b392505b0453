package io.dbharness.result;

import io.dbharness.result.ServerStatistics.Gaps;
import io.dbharness.result.ServerStatistics.Series;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Collects what a probe reads. Thread-safe: a probe that hangs may come back when its result has been taken. */
public final class ServerTally {

    private static final String NO_ANSWER = "the probe had not answered when the run ended";

    private final int warmUp;
    private final double intervalSeconds;
    private final Map<Integer, Map<String, Double>> readings = new HashMap<>();
    private Optional<Map<String, Double>> countersBefore = Optional.empty();
    private Optional<Map<String, Double>> countersAfter = Optional.empty();
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
        countersBefore = Optional.of(finite(counters));
    }

    public synchronized void countersAfter(Map<String, Double> counters) {
        countersAfter = Optional.of(finite(counters));
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
     * What there is.
     *
     * @param intervals that the run had, warm-up included
     */
    public synchronized ServerStatistics statistics(int intervals) {
        SortedSet<String> names = new TreeSet<>();
        readings.values().forEach(levels -> names.addAll(levels.keySet()));
        List<Series> series =
                names.stream().map(name -> series(name, intervals)).toList();
        return new ServerStatistics(series, growth(), gaps(intervals));
    }

    private Series series(String name, int intervals) {
        List<@Nullable Double> values = new ArrayList<>();
        for (int i = 0; i < intervals; i++) {
            values.add(readings.getOrDefault(i, Map.of()).get(name));
        }
        return new Series(name, -warmUp * intervalSeconds, intervalSeconds, values);
    }

    private Map<String, Double> growth() {
        Map<String, Double> growth = new TreeMap<>();
        Map<String, Double> before = countersBefore.orElse(Collections.emptyMap());
        countersAfter.orElse(Collections.emptyMap()).forEach((name, after) -> {
            Double from = before.get(name);
            if (from != null) {
                growth.put(name, after - from);
            }
        });
        return growth;
    }

    /** The counts are read twice, unless the run ended in its warm-up. */
    private Gaps gaps(int intervals) {
        long missing = intervals
                - readings.keySet().stream().filter(i -> i < intervals).count();
        if (intervals > warmUp) {
            missing += (countersBefore.isEmpty() ? 1 : 0) + (countersAfter.isEmpty() ? 1 : 0);
        }
        return missing == 0 ? Gaps.NONE : new Gaps(missing, firstFailure.isEmpty() ? NO_ANSWER : firstFailure);
    }
}
