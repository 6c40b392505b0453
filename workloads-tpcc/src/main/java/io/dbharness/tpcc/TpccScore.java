package io.dbharness.tpcc;

import io.dbharness.tpcc.operation.TransactionType;
import java.util.List;

/** The numbers of clause 5, from counts. Pure. */
final class TpccScore {

    /** New-Orders a minute. */
    static final String TPM_C = "tpmC";
    /** tpmC in per cent of {@link #MOST_PER_WAREHOUSE} for each warehouse. */
    static final String EFFICIENCY_PERCENT = "efficiencyPercent";

    /**
     * The most New-Orders a minute that ten terminals can make when every answer comes at once: 100 transactions of the mix 45/43/4/4/4
     * take one terminal 45 x 30 + 43 x 15 + 4 x 12 + 4 x 7 + 4 x 7 = 2,099 seconds of keying and thinking. A figure above it means wrong
     * pacing or a wrong window. The deck of 23 cards has a little less of New-Order (43.5 %, 476 seconds for ten), so that terminals that
     * deal from it reach 12.61 at most, an efficiency of 98 %.
     */
    static final double MOST_PER_WAREHOUSE = 12.86;

    private TpccScore() {}

    /** In per cent, of New-Orders a minute. */
    static double efficiency(double perMinute, int warehouses) {
        return 100.0 * perMinute / (MOST_PER_WAREHOUSE * warehouses);
    }

    /**
     * New-Orders a minute that so many terminals make when every answer comes at once.
     *
     * @param mix what they do
     */
    static double mostPerMinute(int terminals, Mix mix) {
        List<Integer> weights = mix.shares();
        double seconds = 0;
        for (TransactionType type : TransactionType.values()) {
            double cycle = type.keying().plus(type.meanThink()).toSeconds();
            seconds += weights.get(type.operation().index()) * cycle;
        }
        return terminals
                * 60.0
                * weights.get(TransactionType.NEW_ORDER.operation().index())
                / seconds;
    }
}
