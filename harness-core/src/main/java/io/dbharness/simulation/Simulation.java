package io.dbharness.simulation;

import io.dbharness.model.FailureKind;
import io.dbharness.random.Seed;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * A simulated target, described in words and brought to life by a seed. Immutable; {@link #begin} makes the moving parts.
 *
 * <p>An address is {@code sim:} and a list of these, in any order, separated by commas:
 *
 * <ul>
 *   <li>{@code service=5ms}, {@code exp(1ms)}, {@code uniform(1ms..3ms)}, {@code lognormal(2ms;0.5)}: the service time; 1 ms if not given
 *   <li>{@code servers=8}: how many requests are served at once; all if not given
 *   <li>{@code iops=500} or {@code shaper=16000/s}: a cap that lets requests pass at even distances
 *   <li>{@code tokens=16000/s@22500us}: a cap that refills once a window
 *   <li>{@code credits=1000@3500/s>1100/s}: so many burst credits, spent at the first rate, earned at the second
 *   <li>{@code stall=200ms@10s}: nothing moves for so long at the start of each period but the first
 *   <li>{@code fail=TIMEOUT:1%}: a share of attempts fails so
 *   <li>{@code time=real}: sessions really wait; {@code time=virtual}, the default, simulates any length of run in a moment
 * </ul>
 *
 * @param url      the address
 * @param stages   the stages that a request passes, created for each run
 * @param faults   which failures it may meet
 * @param realTime whether sessions really wait
 */
public record Simulation(String url, List<Function<RandomGenerator, Stage>> stages, Faults faults, boolean realTime) {

    /** The scheme of its addresses. */
    public static final String SCHEME = "sim:";

    public Simulation {
        stages = List.copyOf(stages);
    }

    /** Which failures an attempt may meet, and how often, from 0 to 1. */
    record Faults(FailureKind kind, double share) {}

    /** Reads an address; throws a {@code UsageException} that names all faults. */
    public static Simulation parse(String url) {
        return new SimulationText(url).parse();
    }

    public static boolean accepts(String url) {
        return url.startsWith(SCHEME);
    }

    /** The model in its first instant; its randomness comes from the seed. */
    public ServiceModel begin(Seed seed) {
        RandomGenerator random = seed.stream("simulation", 0);
        List<Stage> passed = stages.stream().map(stage -> stage.apply(random)).toList();
        return (operation, startedAt) -> {
            long at = startedAt;
            for (Stage stage : passed) {
                at = stage.leave(at);
            }
            return faults.share() > 0 && random.nextDouble() < faults.share()
                    ? ServiceModel.Service.failed(at, faults.kind())
                    : ServiceModel.Service.completed(at);
        };
    }
}
