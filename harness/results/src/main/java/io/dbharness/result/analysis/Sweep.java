package io.dbharness.result.analysis;

import io.dbharness.result.analysis.Sweep.Level;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * One configuration at rising levels of load.
 *
 * @param levels at least one, rising
 */
public record Sweep(List<Level> levels) {

    /** Levels whose throughput is this close to the maximum have reached it. */
    public static final double PLATEAU = 0.02;

    public Sweep {
        levels = levels.stream().sorted(Comparator.comparingDouble(Level::load)).toList();
        if (levels.isEmpty()) {
            throw new IllegalArgumentException("a sweep needs at least one level");
        }
    }

    /**
     * One level.
     *
     * @param load            operations outstanding, users, or arrivals a second
     * @param throughput      completions a second
     * @param responseSeconds mean, or the statistic that a service level is set for
     */
    public record Level(double load, double throughput, double responseSeconds) {

        /** Useful work against delay: the power of a network (Kleinrock, ICC 1979). */
        double power() {
            return throughput / responseSeconds;
        }
    }

    /** The largest measured level that keeps the limit; empty when none does. */
    public Optional<Level> levelWithin(double limitSeconds) {
        return levels.stream().filter(l -> l.responseSeconds() <= limitSeconds).reduce((a, b) -> b);
    }

    /**
     * The load at which the limit is reached, interpolated on logarithms between the last level that keeps it and the next; empty when
     * no level keeps it or the last one still does.
     */
    public OptionalDouble crossing(double limitSeconds) {
        int next = levelWithin(limitSeconds).map(levels::indexOf).orElse(levels.size()) + 1;
        if (next >= levels.size()) {
            return OptionalDouble.empty();
        }
        Level a = levels.get(next - 1);
        Level b = levels.get(next);
        double part =
                Math.log(limitSeconds / a.responseSeconds()) / Math.log(b.responseSeconds() / a.responseSeconds());
        return OptionalDouble.of(a.load() * Math.pow(b.load() / a.load(), part));
    }

    /** The level of highest throughput. */
    public Level maximum() {
        return levels.stream()
                .max(Comparator.comparingDouble(Level::throughput))
                .orElseThrow();
    }

    /** The levels within {@link #PLATEAU} of the maximum. */
    public List<Level> plateau() {
        double least = (1 - PLATEAU) * maximum().throughput();
        return levels.stream().filter(l -> l.throughput() >= least).toList();
    }

    public Knee knee() {
        return Knee.of(this);
    }

    /** Throughput proportional to load up to a cap. */
    public CapacityFit capacity() {
        return CapacityFit.of(levels);
    }

    /** The universal scalability law; empty when the sweep cannot support it. */
    public Optional<ScalabilityFit> scalability() {
        return ScalabilityFit.of(this);
    }

    /**
     * The model of a plain cap, throughput = min(load / R0, C), fitted by least squares on the logarithm of throughput.
     *
     * @param unloadedSeconds R0; 0 when every level is at the cap
     * @param capacity        C; infinite when none is
     * @param squares         what the fit leaves of log throughput
     * @param levels          fitted
     */
    public record CapacityFit(double unloadedSeconds, double capacity, double squares, int levels) {

        private static final int PARAMETERS = 2;

        /** Tries every place of the bend; on each side the best line has a closed form. */
        static CapacityFit of(List<Level> levels) {
            CapacityFit best = new CapacityFit(0, 0, Double.POSITIVE_INFINITY, levels.size());
            for (int below = 0; below <= levels.size(); below++) {
                double unloaded = Math.exp(levels.subList(0, below).stream()
                        .mapToDouble(l -> Math.log(l.load() / l.throughput()))
                        .average()
                        .orElse(Double.NEGATIVE_INFINITY));
                double capacity = Math.exp(levels.subList(below, levels.size()).stream()
                        .mapToDouble(l -> Math.log(l.throughput()))
                        .average()
                        .orElse(Double.POSITIVE_INFINITY));
                double squares = levels.stream()
                        .mapToDouble(l -> Math.log(Math.min(l.load() / unloaded, capacity) / l.throughput()))
                        .map(d -> d * d)
                        .sum();
                if (squares < best.squares) {
                    best = new CapacityFit(unloaded, capacity, squares, levels.size());
                }
            }
            return best;
        }

        public double throughput(double load) {
            return Math.min(load / unloadedSeconds, capacity);
        }

        /** Akaike's criterion for small samples; the model with the lower value is the better one. */
        public double aicc() {
            return aicc(squares, levels, PARAMETERS);
        }

        /**
         * Returns the corrected Akaike criterion of a least-squares fit; the variance of the noise is one more parameter (Burnham and
         * Anderson, chapter 2).
         */
        static double aicc(double squares, int points, int parameters) {
            int k = parameters + 1;
            // Exact data leave rounding only, whose size says nothing.
            double variance = Math.max(squares / points, 1e-18);
            return points <= k + 1
                    ? Double.POSITIVE_INFINITY
                    : points * Math.log(variance) + 2 * k + 2.0 * k * (k + 1) / (points - k - 1);
        }
    }

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
            Level power = levels.stream()
                    .max(Comparator.comparingDouble(Level::power))
                    .orElseThrow();
            double least =
                    levels.stream().mapToDouble(Level::responseSeconds).min().orElseThrow();
            double bound = sweep.maximum().throughput() * least;
            OptionalDouble kneedle = levels.size() < KNEEDLE_LEVELS ? OptionalDouble.empty() : kneedle(levels);
            DoubleSummaryStatistics places = DoubleStream.concat(DoubleStream.of(power.load(), bound), kneedle.stream())
                    .map(load -> place(levels, load))
                    .summaryStatistics();
            boolean first = sweep.plateau().contains(levels.get(0));
            boolean disagree = places.getMax() - places.getMin() > 1 + ROUNDING;
            return new Knee(power.load(), kneedle, bound, first, disagree);
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
}
