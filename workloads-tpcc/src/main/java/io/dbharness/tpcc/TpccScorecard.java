package io.dbharness.tpcc;

import io.dbharness.model.Caveat;
import io.dbharness.result.OperationResult;
import io.dbharness.result.RunResult;
import io.dbharness.result.Scorecard;
import io.dbharness.tpcc.operation.TransactionType;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Scores results of this workload: tpmC and efficiency. Immutable. */
public final class TpccScorecard implements Scorecard {

    /** Of the 98 % that terminals dealing from the deck can reach at most: above it, the terminals set the pace. */
    private static final double PINNED_PERCENT = 95;

    /** For {@link java.util.ServiceLoader}. */
    public TpccScorecard() {}

    @Override
    public boolean knows(String workload) {
        return workload.equals(Tpcc.NAME);
    }

    @Override
    public Map<String, Double> scores(RunResult result) {
        double perSecond = result.operation(
                        TransactionType.NEW_ORDER.operation().name())
                .map(OperationResult::throughputPerSecond)
                .orElse(0.0);
        double seconds = result.measuredSeconds();
        return TpccScore.scores(Math.round(perSecond * seconds), seconds / 60, warehouses(result));
    }

    @Override
    public List<Caveat> caveats(RunResult result, Map<String, Double> scores) {
        double efficiency = scores.getOrDefault(TpccScore.EFFICIENCY_PERCENT, 0.0);
        boolean paced = !Tpcc.NONE.equals(result.workload().parameters().get(Tpcc.THINK_TIME));
        if (!paced || efficiency < PINNED_PERCENT) {
            return List.of();
        }
        return List.of(Caveat.note(
                "PINNED_BY_THINK_TIME",
                String.format(
                        Locale.ROOT,
                        "efficiency is %.1f %% of what keying and think times allow: the terminals set the pace, so tpmC cannot rank"
                                + " faster systems; compare response times",
                        efficiency)));
    }

    private static int warehouses(RunResult result) {
        return Integer.parseInt(result.workload().parameters().getOrDefault(Tpcc.WAREHOUSES, "1"));
    }
}
