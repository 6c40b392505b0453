package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.measure.Distribution;
import io.dbharness.model.Caveat;
import io.dbharness.model.OperationKind;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.Scorecard;
import io.dbharness.result.Verdict;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class TpccScorecardTest {

    private final Scorecard scorecard = new TpccScorecard();

    private static RunResult result(double newOrdersPerSecond, int warehouses, String thinkTime) {
        LatencyResult nothing = LatencyResult.of(new Distribution());
        return new RunResult(
                1,
                "id",
                "2026-01-01T00:00:00Z",
                new RunResult.Tool("dbharness", "test", "unknown"),
                new RunResult.WorkloadFacts(
                        "tpcc", Map.of("warehouses", Integer.toString(warehouses), "think-time", thinkTime)),
                new RunResult.TargetFacts("PostgreSQL", "18", "jdbc:postgresql:", Map.of()),
                Map.of(),
                new RunResult.PlanFacts("closed", true, 10, 10, "dedicated", 1, 10, Map.of()),
                List.of(new RunResult.Window("warmup", 5), new RunResult.Window("measure", 1_800)),
                new RunResult.Totals(0, 0, 0, 0, 0, 0, 0, 0),
                new RunResult.Throughput(0, List.of()),
                List.of(),
                List.of(new OperationResult(
                        "NewOrder",
                        OperationKind.TRANSACTION,
                        new OperationResult.OperationCounts(0, 0, 0, 0, Map.of(), Map.of(), 0),
                        newOrdersPerSecond,
                        nothing,
                        nothing,
                        nothing,
                        nothing)),
                Map.of(),
                List.of(),
                new RunResult.Health(0, 0, nothing, nothing, 2, 0),
                Map.of(),
                Verdict.VALID,
                List.of());
    }

    @Test
    void isFoundUnderTheWorkloadsName() {
        assertThat(ServiceLoader.load(Scorecard.class))
                .anySatisfy(found -> assertThat(found.knows("tpcc")).isTrue());
        assertThat(scorecard.knows("other")).isFalse();
    }

    @Test
    void twoThousandWarehousesAtTheirCeilingAreAHundredPercentEfficient() {
        Map<String, Double> scores = scorecard.scores(result(25_720 / 60.0, 2_000, "tpcc"));

        assertThat(scores.get("tpmC")).isCloseTo(25_720, within(0.1));
        assertThat(scores.get("efficiencyPercent")).isCloseTo(100.0, within(0.01));
    }

    @Test
    void aScoreThatTheTerminalsSetSaysSo() {
        RunResult pinned = result(25_136 / 60.0, 2_000, "tpcc");
        RunResult slow = result(20_000 / 60.0, 2_000, "tpcc");
        RunResult unpaced = result(25_136 / 60.0, 2_000, "none");

        assertThat(scorecard.caveats(pinned, scorecard.scores(pinned)))
                .extracting(Caveat::code)
                .containsExactly("PINNED_BY_THINK_TIME");
        assertThat(scorecard.caveats(slow, scorecard.scores(slow))).isEmpty();
        assertThat(scorecard.caveats(unpaced, scorecard.scores(unpaced))).isEmpty();
    }
}
