package io.dbharness.report;

import io.dbharness.experiment.Factor;
import io.dbharness.model.Internal;
import io.dbharness.quantity.Quantities;
import io.dbharness.result.Condition;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.Condition.Comparison;
import io.dbharness.result.analysis.ScalabilityFit;
import io.dbharness.result.analysis.Sweep;
import io.dbharness.result.analysis.Sweep.CapacityFit;
import io.dbharness.result.analysis.Sweep.Knee;
import io.dbharness.result.analysis.Sweep.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Evaluates rising levels of one factor.
 *
 * @param factor varied factor
 * @param levels by their load, rising
 */
@Internal
public record SeriesSweep(String factor, Map<Double, SeriesLevel> levels) {

    /** Fewer have no bend. */
    private static final int KNEE_LEVELS = 3;
    /** Fewer leave no freedom to judge a model of two parameters by. */
    private static final int MODEL_LEVELS = 5;
    /** Share of the requested rate that a target must complete to keep up; the rest is the edges of the window. */
    private static final double KEEPS_UP = 0.99;

    /** Empty unless exactly one factor varies, in numbers, and at every level something was answered. */
    public static Optional<SeriesSweep> of(List<SeriesLevel> levels) {
        Set<String> varied = levels.stream()
                .flatMap(level -> level.factors().keySet().stream())
                .filter(name -> levels.stream()
                                .map(level -> level.factors().getOrDefault(name, ""))
                                .distinct()
                                .count()
                        > 1)
                .collect(Collectors.toSet());
        if (varied.size() != 1) {
            return Optional.empty();
        }
        String factor = varied.iterator().next();
        Map<Double, SeriesLevel> loads = new LinkedHashMap<>();
        for (SeriesLevel level : levels) {
            OptionalDouble load = Quantities.number(level.factors().getOrDefault(factor, ""));
            if (load.isEmpty() || throughput(level) <= 0) {
                return Optional.empty();
            }
            loads.put(load.getAsDouble(), level);
        }
        return Optional.of(new SeriesSweep(factor, loads));
    }

    private static double throughput(SeriesLevel level) {
        return level.outline().throughputPerSecond().value();
    }

    /** One finding a line. */
    public List<String> lines(List<Condition> guards) {
        Sweep sweep = sweep();
        List<String> lines = new ArrayList<>();
        guards.forEach(guard -> lines.add(within(guard)));
        Level most = sweep.maximum();
        lines.add("highest throughput: " + Numbers.of(most.throughput()) + " per second at " + at(most.load())
                + "; within 2 % of it: "
                + sweep.plateau().stream().map(l -> Factor.text(l.load())).collect(Collectors.joining(", ")));
        if (isRate()) {
            lines.add(levels.entrySet().stream()
                    .takeWhile(l -> throughput(l.getValue()) >= KEEPS_UP * l.getKey())
                    .map(Map.Entry::getKey)
                    .reduce((lower, higher) -> higher)
                    .map(rate -> "keeps up to " + at(rate) + " (99 % of it completed)")
                    .orElse("keeps up with no rate that was tried"));
        }
        knee().ifPresent(knee -> lines.add(words(knee)));
        if (levels.size() >= MODEL_LEVELS && !isRate()) {
            lines.add(model(sweep));
        }
        return lines;
    }

    private boolean isRate() {
        return factor.equals(Factor.RATE.word());
    }

    /** The levels as its analysis wants them, by mean response time. */
    public Sweep sweep() {
        return new Sweep(levels.entrySet().stream()
                .map(level -> new Level(
                        level.getKey(),
                        throughput(level.getValue()),
                        SeriesLevel.response(level.getValue().outline()).meanNanos() / 1e9))
                .toList());
    }

    private String at(double load) {
        return factor + " " + Factor.text(load);
    }

    /** The highest level at which a guard is kept. */
    public Optional<Double> keptUpTo(Condition guard) {
        return levels.entrySet().stream()
                .filter(l -> guard.answer(l.getValue().merged(), Optional.empty(), true) == Answer.HOLDS)
                .map(Map.Entry::getKey)
                .reduce((lower, higher) -> higher);
    }

    private String within(Condition condition) {
        Optional<Double> highest = keptUpTo(condition);
        String text = "guard " + condition.text().strip() + ": ";
        if (highest.isEmpty()) {
            return text + "kept at no level";
        }
        OptionalDouble crossing = crossing(condition);
        return text + "kept up to " + at(highest.get())
                + (crossing.isPresent()
                        ? "; reached at about " + Numbers.of(crossing.getAsDouble()) + " between the levels"
                        : "");
    }

    /** Where a single latency reaches its limit, between two levels. */
    private OptionalDouble crossing(Condition condition) {
        List<Comparison> all = condition.alternatives().get(0);
        Comparison only = all.get(0);
        if (condition.alternatives().size() > 1
                || all.size() > 1
                || !only.sign().startsWith("<")) {
            return OptionalDouble.empty();
        }
        List<Level> points = new ArrayList<>();
        levels.forEach((load, level) -> only.metric()
                .of(level.merged())
                .ifPresent(value -> points.add(new Level(load, throughput(level), value))));
        boolean positive =
                points.stream().allMatch(p -> p.responseSeconds() > 0 && Double.isFinite(p.responseSeconds()));
        return points.isEmpty() || !positive ? OptionalDouble.empty() : new Sweep(points).crossing(only.threshold());
    }

    /** Where more load gains less than it costs. */
    public Optional<Knee> knee() {
        return levels.size() < KNEE_LEVELS ? Optional.empty() : Optional.of(sweep().knee());
    }

    private String words(Knee knee) {
        if (knee.atOrBelowFirst()) {
            return "knee: at or below " + at(levels.keySet().iterator().next())
                    + ", whose throughput is on the plateau already";
        }
        String kneedle = knee.kneedle().isPresent()
                ? ", furthest above the chord at " + Factor.text(knee.kneedle().getAsDouble())
                : "";
        return "knee: throughput / response time is highest at " + at(knee.power()) + kneedle
                + ", asymptotes cross at " + Numbers.of(knee.bound())
                + (knee.disagree() ? "; these are more than one level apart, so take none for granted" : "");
    }

    private static String model(Sweep sweep) {
        CapacityFit cap = sweep.capacity();
        Optional<ScalabilityFit> law = sweep.scalability().filter(fit -> fit.aicc() < cap.aicc());
        if (law.isPresent()) {
            ScalabilityFit fit = law.get();
            return "model: universal scalability law, " + Numbers.of(fit.single()) + " per second alone, contention "
                    + Numbers.percent(fit.contention()) + ", coherency " + Numbers.percent(fit.coherency())
                    + (fit.peakLoad().isPresent()
                            ? ", peak at " + Numbers.of(fit.peakLoad().getAsDouble())
                            : "; no retrograde region seen");
        }
        if (Double.isInfinite(cap.capacity())) {
            return "model: no cap seen; each adds " + Numbers.of(1 / cap.unloadedSeconds()) + " per second";
        }
        return "model: capped at " + Numbers.of(cap.capacity()) + " per second"
                + (cap.unloadedSeconds() > 0
                        ? ", below that " + Numbers.of(1 / cap.unloadedSeconds()) + " per second each"
                        : ", which every level has reached");
    }
}
