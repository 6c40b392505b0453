package io.dbharness.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.experiment.Search.Bounds;
import io.dbharness.experiment.SearchOutcome.End;
import io.dbharness.load.LoadModel;
import io.dbharness.load.Timeline;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.plan.RunPlan;
import io.dbharness.random.Seed;
import io.dbharness.result.Condition;
import io.dbharness.result.RunResult;
import io.dbharness.result.ServerStatistics;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.simulation.Simulation;
import io.dbharness.testkit.SimulatedRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Searches that something besides their condition ends. */
@Tag("slow")
class SearchGuardTest {

    private static final long MILLI = 1_000_000;
    private static final RunPlan PLAN =
            RunPlan.of(LoadModel.closed(1), 1, Timeline.of(Duration.ZERO, Duration.ofSeconds(2)), Seed.DEFAULT);

    private static Condition parsed(Function<Problems, Optional<Condition>> parse) {
        Problems problems = new Problems();
        Optional<Condition> condition = parse.apply(problems);
        problems.throwIfAny();
        return condition.orElseThrow();
    }

    private static Search guarded(String condition, String guard) {
        return new Search(
                        PLAN,
                        Factor.OUTSTANDING,
                        parsed(problems -> Search.condition(condition, problems)),
                        Bounds.from(1))
                .guardedBy(List.of(parsed(problems -> Search.guard(guard, problems))));
    }

    private static SearchOutcome run(Search search, Function<RunPlan, RunResult> target) {
        List<RunResult> results = new ArrayList<>();
        for (Optional<RunPlan> next = search.next(results); next.isPresent(); next = search.next(results)) {
            results.add(target.apply(next.get()));
        }
        return search.outcome(results);
    }

    private static Function<RunPlan, RunResult> simulated(String url) {
        Simulation simulation = Simulation.parse(url);
        return plan -> SimulatedRun.of(plan, simulation.begin(plan.seed())).result();
    }

    /** A server that has so many compactions pending for each user. */
    private static RunResult compacting(RunPlan plan, double perUser) {
        RunResult run = SimulatedRun.of(plan, ServiceModel.fixed(MILLI)).result();
        double pending = perUser * plan.load().users();
        return SyntheticResult.with(
                run,
                new ServerStatistics(
                        List.of(new ServerStatistics.Series("pendingCompactions", 0, 1, List.of(0.0, pending, 0.0))),
                        Map.of(),
                        ServerStatistics.Gaps.NONE));
    }

    @Test
    void aGuardEndsASearchWhoseConditionWouldGoOn() {
        Search search = guarded("p50 <= 10ms", "server.pendingCompactions <= 20");

        SearchOutcome outcome = run(search, plan -> compacting(plan, 1));

        assertThat(outcome.level()).hasValue(20);
        assertThat(outcome.words())
                .startsWith("outstanding with p50 <= 10ms while server.pendingCompactions <= 20: 20 (")
                .endsWith("; at 21 guard server.pendingCompactions <= 20: server.pendingCompactions = 21");
        assertThat(outcome.probes().get(0).finding()).isEqualTo("p50 = 1 ms");
    }

    @Test
    void aGuardThatTheFirstLevelBreaksIsNotAttainable() {
        Search search = guarded("p50 <= 10ms", "server.pendingCompactions <= 20");

        SearchOutcome outcome = run(search, plan -> compacting(plan, 50));

        assertThat(outcome.end()).isEqualTo(End.NOT_ATTAINABLE);
        assertThat(outcome.words())
                .isEqualTo("outstanding with p50 <= 10ms while server.pendingCompactions <= 20: target not attainable"
                        + " (1: guard server.pendingCompactions <= 20: server.pendingCompactions = 50)");
    }

    @Test
    void aGuardOnSomethingThatIsNotToldIsNotAttainable() {
        Search search = guarded("p50 <= 10ms", "server.walBytesPerSecond <= 1000000");

        assertThat(run(search, simulated("sim:service=1ms")).words())
                .endsWith("target not attainable (1: guard server.walBytesPerSecond <= 1000000:"
                        + " the run has no server.walBytesPerSecond)");
    }

    @Test
    void aRunThatOnlyTheClientSpoiltSaysNothingOfItsLevel() {
        Search search = guarded("p50 <= 10ms", "server.pendingCompactions <= 20");

        SearchOutcome hiccup = run(search, plan -> first(plan) ? spoilt(plan, "DISPATCH_LAG") : compacting(plan, 1));
        SearchOutcome always = run(search, plan -> spoilt(plan, "DISPATCH_LAG"));
        SearchOutcome overloaded = run(search, plan -> first(plan) ? spoilt(plan, "OVERLOAD") : compacting(plan, 1));

        assertThat(hiccup.level()).hasValue(20);
        assertThat(always.words()).endsWith("target not attainable (1: the run is INVALID: DISPATCH_LAG)");
        assertThat(always.probes()).hasSize(2);
        assertThat(overloaded.words()).endsWith("target not attainable (1: the run is INVALID: OVERLOAD)");
    }

    private static boolean first(RunPlan plan) {
        return plan.load().users() == 1 && "1".equals(plan.factors().get(RunSeries.REPEAT));
    }

    private static RunResult spoilt(RunPlan plan, String code) {
        return SyntheticResult.invalid(compacting(plan, 1), code);
    }

    @Test
    void aGuardOfNothingNeedsNoRepeats() {
        Search search = guarded("mean <= 20ms", "errors <= 0");

        SearchOutcome plain = run(search.guardedBy(List.of()), simulated("sim:service=100us,iops=500"));
        SearchOutcome guarded = run(search, simulated("sim:service=100us,iops=500"));

        assertThat(guarded.probes()).isEqualTo(plain.probes());
    }

    @Test
    void aGuardIsMadeOfComparisons() {
        Problems problems = new Problems();
        Search.guard("errors > 1% or p99 > 1s", problems);

        assertThatThrownBy(problems::throwIfAny)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("is not a guard: use comparisons such as 'server.pendingCompactions <= 20'");
    }
}
