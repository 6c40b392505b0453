package io.dbharness.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.load.ClosedLoop;
import io.dbharness.load.LoadModel;
import io.dbharness.load.OpenArrivals;
import io.dbharness.load.OpenArrivals.LatePolicy;
import io.dbharness.load.OpenArrivals.Spacing;
import io.dbharness.load.RateProfile;
import io.dbharness.load.ThinkTime;
import io.dbharness.load.Timeline;
import io.dbharness.model.Operation;
import io.dbharness.model.Problems;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult;
import io.dbharness.sut.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RunSeriesTest {

    private static final Timeline TEN_SECONDS = Timeline.of(Duration.ZERO, Duration.ofSeconds(10));
    private static final OpenArrivals OPEN =
            new OpenArrivals(RateProfile.constant(5), Spacing.POISSON, LatePolicy.SKIP, 16);

    private static RunPlan plan(LoadModel load, int connections) {
        return RunPlan.of(load, connections, TEN_SECONDS, Seed.DEFAULT);
    }

    private static Axis axis(String text) {
        Problems problems = new Problems();
        Optional<Axis> axis = Axis.parse(text, problems);
        problems.throwIfAny();
        return axis.orElseThrow();
    }

    private static List<Map<String, String>> factors(RunSeries series) {
        return series.plans().stream().map(RunPlan::factors).toList();
    }

    @Test
    void aSingleRunIsMadeOnce() {
        RunPlan plan = plan(LoadModel.closed(1), 1);
        Experiment single = new RunSeries(List.of(plan));

        assertThat(single.next(List.of())).contains(plan);
        assertThat(single.next(List.of(SyntheticResult.of(plan, 1)))).isEmpty();
    }

    @Test
    void repeatsAreNumberedAndDrawInputsOfTheirOwn() {
        List<RunPlan> plans = new ArrayList<>();
        List<RunResult> results = new ArrayList<>();
        Experiment thrice = new RunSeries(List.of(plan(LoadModel.closed(1), 1))).repeated(3);
        for (Optional<RunPlan> next = thrice.next(results); next.isPresent(); next = thrice.next(results)) {
            plans.add(next.get());
            results.add(SyntheticResult.of(next.get(), 1));
        }

        assertThat(plans)
                .extracting(RunPlan::factors)
                .containsExactly(Map.of("repeat", "1"), Map.of("repeat", "2"), Map.of("repeat", "3"));
        assertThat(plans).extracting(p -> p.seed().value()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void repeatsHaveTheFaultsOfTheirPlan() {
        Fault fault = new Fault(Duration.ofSeconds(1), Fault.Kind.KILL_SESSIONS, Duration.ZERO);
        RunPlan plan = plan(LoadModel.closed(1), 1).withFaults(List.of(fault));

        assertThat(new RunSeries(List.of(plan)).repeated(2).plans())
                .extracting(RunPlan::faults)
                .containsOnly(List.of(fault))
                .hasSize(2);
    }

    @Test
    void axesAreCombinedAndTheLastVariesFastest() {
        RunSeries series =
                RunSeries.over(plan(LoadModel.closed(1), 1), List.of(axis("connections=1,2"), axis("users=4,8,16")));

        assertThat(factors(series))
                .containsExactly(
                        Map.of("connections", "1", "users", "4"),
                        Map.of("connections", "1", "users", "8"),
                        Map.of("connections", "1", "users", "16"),
                        Map.of("connections", "2", "users", "4"),
                        Map.of("connections", "2", "users", "8"),
                        Map.of("connections", "2", "users", "16"));
        assertThat(series.plans()).extracting(p -> p.load().users()).containsExactly(4, 8, 16, 4, 8, 16);
    }

    @Test
    void aSweepIsRepeatedInRoundsThatShareTheirSeed() {
        RunSeries series = RunSeries.over(plan(LoadModel.closed(1), 1), List.of(axis("outstanding=1,2")))
                .repeated(2);

        assertThat(factors(series))
                .containsExactly(
                        Map.of("outstanding", "1", "repeat", "1"),
                        Map.of("outstanding", "2", "repeat", "1"),
                        Map.of("outstanding", "1", "repeat", "2"),
                        Map.of("outstanding", "2", "repeat", "2"));
        assertThat(series.plans()).extracting(p -> p.seed().value()).containsExactly(1L, 1L, 2L, 2L);
    }

    @Test
    void repeatsBreakTheServerAsTheirPlanDoes() {
        List<Fault> faults = List.of(Fault.parse("5s:restart").orElseThrow());
        RunSeries series = new RunSeries(List.of(plan(LoadModel.closed(1), 1).withFaults(faults))).repeated(2);

        assertThat(series.plans()).extracting(RunPlan::faults).containsExactly(faults, faults);
    }

    @Test
    void shufflingKeepsEachRoundTogetherAndIsTheSameForTheSameSeed() {
        RunSeries series = RunSeries.over(plan(LoadModel.closed(1), 1), List.of(axis("outstanding=1..128")))
                .repeated(3);

        RunSeries shuffled = series.shuffled(new Seed(7));

        assertThat(shuffled.plans()).isNotEqualTo(series.plans()).containsExactlyInAnyOrderElementsOf(series.plans());
        assertThat(shuffled).isEqualTo(series.shuffled(new Seed(7))).isNotEqualTo(series.shuffled(new Seed(8)));
        assertThat(shuffled.plans()).extracting(p -> p.factors().get("repeat")).isSorted();
        assertThat(new HashSet<>(List.of(
                        factors(shuffled).subList(0, 8).stream()
                                .map(f -> f.get("outstanding"))
                                .toList(),
                        factors(shuffled).subList(8, 16).stream()
                                .map(f -> f.get("outstanding"))
                                .toList())))
                .as("rounds in orders of their own")
                .hasSize(2);
    }

    @Test
    void steppedRatesAreASeriesThatKeepsEverythingElseOfTheLoad() {
        Axis rates = Axis.parse(Factor.RATE, "20..200:10", new Problems()).orElseThrow();

        RunSeries series = RunSeries.over(plan(OPEN, 4), List.of(rates));

        assertThat(series.plans()).hasSize(19);
        assertThat(series.plans().get(18).load())
                .isEqualTo(new OpenArrivals(RateProfile.constant(200), Spacing.POISSON, LatePolicy.SKIP, 16));
        assertThat(series.plans().get(18).factors()).isEqualTo(Map.of("rate", "200"));
        assertThat(series.plans().get(18).connections()).isEqualTo(4);
    }

    @Test
    void moreConnectionsBringUsersThatHadOneEach() {
        assertThat(Factor.CONNECTIONS
                        .set(plan(LoadModel.closed(8), 8), 32)
                        .load()
                        .users())
                .isEqualTo(32);
        assertThat(Factor.CONNECTIONS.set(plan(OPEN, 16), 32).load().users()).isEqualTo(32);
    }

    @Test
    void usersWhoThinkOrShareConnectionsStayAsTheyAre() {
        LoadModel terminals = new ClosedLoop(10, new Second());

        assertThat(Factor.CONNECTIONS.set(plan(terminals, 10), 4).load()).isEqualTo(terminals);
        assertThat(Factor.CONNECTIONS
                        .set(plan(LoadModel.closed(100), 8), 32)
                        .load()
                        .users())
                .isEqualTo(100);
    }

    @Test
    void outstandingRequestsAreUsersWithAConnectionEach() {
        RunPlan plan = Factor.OUTSTANDING.set(plan(LoadModel.closed(8), 2), 64);

        assertThat(plan.load().users()).isEqualTo(64);
        assertThat(plan.connections()).isEqualTo(64);
    }

    @Test
    void aClosedLoopHasNoRate() {
        RunPlan closed = plan(LoadModel.closed(1), 1);

        assertThat(Factor.RATE.fits(closed)).isFalse();
        assertThat(Factor.RATE.fits(plan(OPEN, 4))).isTrue();
        assertThatThrownBy(() -> Factor.RATE.set(closed, 10)).hasMessageContaining("no rate");
    }

    private record Second() implements ThinkTime {
        @Override
        public long keyingNanos(Operation next) {
            return 0;
        }

        @Override
        public long thinkNanos(Operation previous, RandomGenerator random) {
            return 1_000_000_000;
        }
    }
}
