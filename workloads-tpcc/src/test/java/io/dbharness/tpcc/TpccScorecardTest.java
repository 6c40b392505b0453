package io.dbharness.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.measure.ClientDelays;
import io.dbharness.measure.LatencyHistogram;
import io.dbharness.model.Caveat;
import io.dbharness.model.OperationKind;
import io.dbharness.result.LatencyResult;
import io.dbharness.result.LoadFacts;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResultBuilder;
import io.dbharness.result.Scorecard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TpccScorecardTest {

    private final Scorecard scorecard = new TpccScorecard();

    /**
     * A run of half an hour on PostgreSQL.
     *
     * @param parameters of the workload
     * @param users      how many sent
     * @param closed     whether they waited for their answers
     * @param operations by name
     */
    private record Run(Map<String, String> parameters, int users, boolean closed, List<OperationResult> operations) {

        RunResult result() {
            return result(null);
        }

        RunResult result(@Nullable LoadFacts sent) {
            LatencyResult nothing = LatencyResult.of(new LatencyHistogram());
            return new RunResultBuilder()
                    .id("id")
                    .createdAt("2026-01-01T00:00:00Z")
                    .tool(new RunResult.Tool("dbharness", "test", "unknown"))
                    .workload(new RunResult.WorkloadFacts("tpcc", parameters))
                    .target(new RunResult.TargetFacts("PostgreSQL", "18", "jdbc:postgresql:", Map.of()))
                    .plan(RunResult.PlanFacts.of(
                            "", closed, new RunResult.PlanFacts.Size(users, 10, "leased"), 1, 10, Map.of(), sent))
                    .windows(List.of(new RunResult.Window("warmup", 5), new RunResult.Window("measure", 1_800)))
                    .operations(operations)
                    .health(new RunResult.Health(0, 0, nothing, nothing, 2, 0, ClientDelays.UNKNOWN))
                    .build();
        }

        Run with(String parameter, String value) {
            Map<String, String> more = new HashMap<>(parameters);
            more.put(parameter, value);
            return new Run(more, users, closed, operations);
        }
    }

    @Test
    void aDataSetThatIsSmallerThanSpecifiedIsSuspect() {
        Run run = newOrders(10, 1);

        assertThat(codes(run.with("rows-percent", "100"))).doesNotContain("REDUCED_ROWS");
        assertThat(scorecard.caveats(run.with("rows-percent", "1").result(), Map.of()))
                .filteredOn(caveat -> caveat.code().equals("REDUCED_ROWS"))
                .singleElement()
                .satisfies(caveat -> assertThat(caveat.severity()).isEqualTo(Caveat.Severity.SUSPECT));
    }

    /** Ten terminals a warehouse that wait for their answers, and nothing but New-Orders. */
    private static Run newOrders(double perMinute, int warehouses) {
        Map<String, String> parameters = Map.of("warehouses", Integer.toString(warehouses), "think-time", "tpcc");
        return new Run(
                parameters,
                10 * warehouses,
                true,
                List.of(operation("NewOrder", perMinute / 60, new LatencyHistogram())));
    }

    /** Counts in the order New-Order, Payment, Order-Status, Delivery, Stock-Level; each answered at once but so many. */
    private static Run mix(int slow, long slowNanos, int... counts) {
        List<String> names = List.of("NewOrder", "Payment", "OrderStatus", "Delivery", "StockLevel");
        List<OperationResult> operations = new ArrayList<>();
        for (int type = 0; type < names.size(); type++) {
            LatencyHistogram response = new LatencyHistogram();
            for (int i = 0; i < counts[type]; i++) {
                response.record(i < slow ? slowNanos : 1_000_000);
            }
            operations.add(operation(names.get(type), 1, response));
        }
        return new Run(Map.of("warehouses", "1", "think-time", "none"), 10, true, operations);
    }

    private static OperationResult operation(String name, double perSecond, LatencyHistogram response) {
        LatencyResult nothing = LatencyResult.of(new LatencyHistogram());
        return OperationResult.of(
                name,
                OperationKind.TRANSACTION,
                new OperationResult.OperationCounts(0, 0, 0, 0, Map.of(), Map.of(), 0),
                perSecond,
                new OperationResult.Latencies(LatencyResult.of(response), nothing, nothing, nothing));
    }

    private Map<String, Double> scores(Run run) {
        Map<String, Double> scores = scorecard.scores(run.result());
        assertThat(scorecard.names()).containsAll(scores.keySet());
        return scores;
    }

    private List<String> codes(Run run) {
        return scorecard.caveats(run.result(), scores(run)).stream()
                .map(Caveat::code)
                .toList();
    }

    @Test
    void isFoundUnderTheWorkloadsName() {
        assertThat(ServiceLoader.load(Scorecard.class))
                .anySatisfy(found -> assertThat(found.knows("tpcc")).isTrue());
        assertThat(scorecard.knows("other")).isFalse();
    }

    @Test
    void whatWasSentDecidesWhetherThereIsAnEfficiency() {
        Run run = newOrders(12_000, 2_000);

        assertThat(scorecard.scores(run.result(sent("none")))).doesNotContainKey("efficiencyPercent");
        assertThat(scorecard.scores(run.result(sent("tpcc")))).containsKey("efficiencyPercent");
        assertThat(scorecard.scores(run.with("think-time", "none").result(sent("tpcc"))))
                .containsKey("efficiencyPercent");
    }

    /** A closed loop of this pace, whatever the workload's parameter says. */
    private static LoadFacts sent(String thinkTime) {
        return LoadFacts.of(
                new LoadFacts.Shape("closed", thinkTime, List.of(), "", ""),
                new LoadFacts.Times(5, 1_800, 60, 1),
                new LoadFacts.End(null, null, null),
                null,
                new LoadFacts.Retry(10, 0.01, 1));
    }

    @Test
    void efficiencyIsOfTheMostThatTerminalsOfTheSpecifiedMixReach() {
        Run run = newOrders(25_720, 2_000).with("mix", "45,43,4,4,4");

        assertThat(scores(run).get("tpmC")).isCloseTo(25_720, within(0.1));
        assertThat(scores(run).get("efficiencyPercent")).isCloseTo(100.0, within(0.01));
    }

    @Test
    void aScoreThatTheTerminalsSetSaysSo() {
        assertThat(codes(newOrders(25_136, 2_000))).containsExactly("PINNED_BY_THINK_TIME");
        assertThat(codes(newOrders(20_000, 2_000))).isEmpty();
        assertThat(codes(newOrders(25_136, 2_000).with("think-time", "none"))).isEmpty();
    }

    @Test
    void whereNobodyTakesAThinkTimeThereIsNoEfficiencyAndNothingIsPinnedByIt() {
        Run paced = newOrders(30_000, 2_000);
        Run rate = new Run(paced.parameters(), paced.users(), false, paced.operations());

        assertThat(codes(rate)).isEmpty();
        assertThat(scores(rate)).doesNotContainKey("efficiencyPercent");
        assertThat(scores(paced.with("think-time", "none"))).doesNotContainKey("efficiencyPercent");
    }

    /** Four warehouses over 25 s with a few New-Orders more than their terminals make on average. */
    @Test
    void efficiencyIsNeverAboveWhatKeyingAndThinkTimesAllow() {
        Run lucky = newOrders(57.6, 4);

        assertThat(scores(lucky).get("tpmC")).isCloseTo(57.6, within(1e-9));
        assertThat(scores(lucky).get("efficiencyPercent")).isCloseTo(98.0, within(0.1));
        assertThat(codes(lucky)).containsExactly("PINNED_BY_THINK_TIME", "ABOVE_THE_PACE");
    }

    @Test
    void aSliceIsScoredByItsOwnWarehouses() {
        Run slice = newOrders(1_200, 100).with("warehouses", "1000").with("warehouse-range", "1-100");
        Run merged = newOrders(2_400, 200).with("warehouses", "1000").with("warehouse-range", "1-100; 101-200");

        assertThat(scores(slice).get("efficiencyPercent")).isCloseTo(1_200 / 12.86, within(0.01));
        assertThat(scores(merged).get("efficiencyPercent")).isCloseTo(1_200 / 12.86, within(0.01));
    }

    @Test
    void homesThatNobodyHasAreNoted() {
        Run few = mix(0, 0, 45, 43, 4, 4, 4).with("warehouses", "30");

        assertThat(codes(few)).containsExactly("HOMES_LEFT_OUT");
        assertThat(codes(few.with("warehouse-binding", "uniform"))).isEmpty();
        assertThat(codes(few.with("warehouse-range", "21-30"))).isEmpty();
    }

    @Test
    void theMixAndTheShareWithinTheLimitAreScored() {
        Map<String, Double> scores = scores(mix(3, 6_000_000_000L, 450, 430, 40, 40, 40));

        assertThat(scores)
                .containsEntry("newOrderMixPercent", 45.0)
                .containsEntry("paymentMixPercent", 43.0)
                .containsEntry("stockLevelMixPercent", 4.0)
                .containsEntry("stockLevelWithinLimitPercent", 100.0);
        assertThat(scores.get("deliveryWithinLimitPercent")).isCloseTo(92.5, within(1e-9));
        assertThat(scores(newOrders(1, 1))).doesNotContainKeys("newOrderMixPercent", "newOrderWithinLimitPercent");
    }

    @Test
    void fewerThanNineResponsesOfTenWithinTheLimitAreNoted() {
        assertThat(codes(mix(4, 6_000_000_000L, 450, 430, 40, 40, 40))).isEmpty();
        assertThat(codes(mix(5, 6_000_000_000L, 450, 430, 40, 40, 40)))
                .as("Order-Status and Delivery; Stock-Level has twenty seconds")
                .containsExactly("RESPONSE_LIMIT", "RESPONSE_LIMIT");
        assertThat(codes(mix(5, 21_000_000_000L, 450, 430, 40, 40, 40))).hasSize(3);
    }

    @Test
    void aMixBelowItsMinimumIsNotedWhenChanceDoesNotExplainIt() {
        assertThat(codes(mix(0, 0, 451, 429, 40, 40, 40))).isEmpty();
        assertThat(codes(mix(0, 0, 600, 300, 40, 40, 20))).containsExactly("MIX_BELOW_MINIMUM", "MIX_BELOW_MINIMUM");
        assertThat(codes(mix(0, 0, 1_000, 0, 0, 0, 0))).hasSize(4);
    }
}
