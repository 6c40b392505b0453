package io.dbharness.result.analysis;

import io.dbharness.result.analysis.Sweep.Level;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * Where a sweep stops paying: three independent opinions, as loads.
 *
 * @param power           the level of highest throughput / response time (Kleinrock)
 * @param kneedle         the level furthest above the chord, load on a logarithmic axis (Satopää et al., ICDCSW 2011); empty below
 *                        {@value #KNEEDLE_LEVELS} levels
 * @param bound           crossing of the asymptotes, highest throughput × least response time (Denning and Buzen, 1978)
 * @param atOrBelowFirst  the first level is on the plateau already, so the knee was not seen
 * @param disagree        the opinions are more than one level apart
 */
public record Knee(double power, OptionalDouble kneedle, double bound, boolean atOrBelowFirst, boolean disagree) {

    public static final int KNEEDLE_LEVELS = 5;

    private static final double ROUNDING = 1e-9;

    static Knee of(Sweep sweep) {
        List<Level> levels = sweep.levels();
        Level power =
                levels.stream().max(Comparator.comparingDouble(Level::power)).orElseThrow();
        double least = levels.stream().mapToDouble(Level::responseSeconds).min().orElseThrow();
        double bound = sweep.maximum().throughput() * least;
        OptionalDouble kneedle = levels.size() < KNEEDLE_LEVELS ? OptionalDouble.empty() : kneedle(levels);
        DoubleSummaryStatistics places = DoubleStream.concat(DoubleStream.of(power.load(), bound), kneedle.stream())
                .map(load -> place(levels, load))
                .summaryStatistics();
        return new Knee(
                power.load(),
                kneedle,
                bound,
                sweep.plateau().contains(levels.get(0)),
                places.getMax() - places.getMin() > 1 + ROUNDING);
    }

    private static OptionalDouble kneedle(List<Level> levels) {
        Level first = levels.get(0);
        Level last = levels.get(levels.size() - 1);
        double loads = Math.log(last.load() / first.load());
        DoubleSummaryStatistics throughputs =
                levels.stream().mapToDouble(Level::throughput).summaryStatistics();
        double rise = throughputs.getMax() - throughputs.getMin();
        return levels.stream()
                .max(Comparator.comparingDouble(l ->
                        (l.throughput() - throughputs.getMin()) / rise - Math.log(l.load() / first.load()) / loads))
                .map(l -> OptionalDouble.of(l.load()))
                .orElseThrow();
    }

    /** The index of a load among the levels; fractional between two of them, on a logarithmic axis. */
    private static double place(List<Level> levels, double load) {
        for (int i = 0; i + 1 < levels.size(); i++) {
            double from = levels.get(i).load();
            double to = levels.get(i + 1).load();
            if (load < to) {
                return i + Math.max(0, Math.log(load / from) / Math.log(to / from));
            }
        }
        return levels.size() - 1.0;
    }
}
