package io.dbharness.result.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

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

        /** How far the level is from Little's law, for levels that are numbers of users. */
        public double littleResidual(double thinkSeconds) {
            return new LittleLaw(throughput, responseSeconds, thinkSeconds).residual(load);
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
}
