package io.dbharness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.load.LoadModel;
import io.dbharness.model.Caveat;
import io.dbharness.model.Caveat.Severity;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.result.Condition.Answer;
import io.dbharness.result.ServerStatistics.Figures;
import io.dbharness.result.ServerStatistics.Gaps;
import io.dbharness.result.ServerStatistics.Series;
import io.dbharness.result.analysis.SteadyState;
import io.dbharness.simulation.ServiceModel;
import io.dbharness.testkit.SimulatedRun;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerStatisticsTest {

    private static final ServerStatistics COMPACTING = new ServerStatistics(
            List.of(
                    new Series("cpuPercent", -1, 1, Arrays.asList(90.0, 40.0, 50.0, null)),
                    new Series("pendingCompactions", -2, 1, Arrays.asList(99.0, 98.0, 3.0, null, 33.0, 6.0))),
            Map.of("commits", 1_234.0),
            new Gaps(1, "timed out"));

    private static final RunResult SILENT = SimulatedRun.of(
                    LoadModel.closed(4), Duration.ofSeconds(60), ServiceModel.fixed(10_000_000))
            .result();

    /** Of a run whose server told this. */
    static RunResult with(ServerStatistics server) {
        RunResult r = SILENT;
        return r.builder().server(server).build();
    }

    private static Answer answer(String condition) {
        Problems problems = new Problems();
        Optional<Condition> parsed = Condition.parse(condition, problems);
        problems.throwIfAny();
        return parsed.orElseThrow().answer(with(COMPACTING), Optional.empty(), false);
    }

    @Test
    void figuresAreOfTheMeasurementAndNotOfTheWarmUp() {
        assertThat(COMPACTING.figures("pendingCompactions")).contains(new Figures(14, 33, 6));
        assertThat(COMPACTING.figures("cpuPercent")).contains(new Figures(45, 50, 50));
        assertThat(COMPACTING.figures("walBytes")).isEmpty();
    }

    @Test
    void itReadsBackAsItWasWrittenWithItsGaps() {
        ResultCodec codec = new ResultCodec();
        String json = codec.encode(with(COMPACTING));

        assertThat(codec.decode(json).server()).isEqualTo(COMPACTING);
        assertThat(json)
                .contains("\"pendingCompactions\"", "\"counters\"", "\"gaps\"")
                .doesNotContain("\"silent\"");
    }

    @Test
    void conditionsAskForTheHighestTheMeanTheLastAndTheGrowth() {
        assertThat(answer("server.pendingCompactions > 32")).isEqualTo(Answer.HOLDS);
        assertThat(answer("server.pendingCompactions > 33")).isEqualTo(Answer.DOES_NOT_HOLD);
        assertThat(answer("server.mean.pendingCompactions <= 14")).isEqualTo(Answer.HOLDS);
        assertThat(answer("server.last.pendingCompactions < 7")).isEqualTo(Answer.HOLDS);
        assertThat(answer("server.delta.commits >= 1234")).isEqualTo(Answer.HOLDS);
        assertThat(answer("pendingCompactions > 32")).isEqualTo(Answer.HOLDS);
    }

    @Test
    void whatTheServerDidNotTellIsInconclusive() {
        assertThat(answer("server.walBytesPerSecond > 0")).isEqualTo(Answer.INCONCLUSIVE);
        assertThat(answer("server.delta.pendingCompactions > 0")).isEqualTo(Answer.INCONCLUSIVE);
        assertThatThrownBy(() -> answer("server.median.cpuPercent > 0"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("'server.median.cpuPercent' is not a metric");
        assertThatThrownBy(() -> answer("server.cpuPercent > 90%"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("plain number");
    }

    @Test
    void missingReadingsAreNoted() {
        SimulatedRun run = SimulatedRun.of(LoadModel.closed(4), Duration.ofSeconds(60), ServiceModel.fixed(10_000_000));
        SteadyState steady = new SteadyState(SteadyState.Kind.STEADY, 0, List.of(), 0, 0);

        List<Caveat> caveats = Assessment.of(with(COMPACTING), run.accounts(), 1e7, steady);

        assertThat(caveats)
                .containsExactly(new Caveat(
                        "SERVER_GAPS", Severity.NOTE, "1 readings of the server are missing; the first: timed out"));
        assertThat(SILENT.caveats()).isEmpty();
    }

    @Test
    void runsOneAfterTheOtherAddTheirCountsClientsOfOneServerSawTheSame() {
        RunResult first = with(COMPACTING);
        RunResult second = with(new ServerStatistics(
                List.of(new Series("pendingCompactions", 0, 1, List.of(1.0, 40.0, 2.0))),
                Map.of("commits", 1_000.0, "deadlocks", 2.0),
                Gaps.NONE));

        ServerStatistics runs = Merge.runs(List.of(first, second)).server();
        ServerStatistics clients = Merge.clients(List.of(first, second)).server();

        assertThat(runs.counters()).isEqualTo(Map.of("commits", 2_234.0, "deadlocks", 2.0));
        assertThat(clients.counters()).isEqualTo(Map.of("commits", 1_234.0, "deadlocks", 2.0));
        assertThat(runs.figures("pendingCompactions")).contains(new Figures(85.0 / 6, 40, 6));
        assertThat(runs.gaps()).isEqualTo(new Gaps(1, "timed out"));
    }
}
