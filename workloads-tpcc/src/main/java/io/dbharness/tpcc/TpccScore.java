package io.dbharness.tpcc;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The numbers of clause 5.4, from counts. Pure. */
public final class TpccScore {

    /** New-Orders a minute, as {@link #scores} names them. */
    public static final String TPM_C = "tpmC";
    /** tpmC in per cent of what the terminals could reach at most, as {@link #scores} names it. */
    public static final String EFFICIENCY_PERCENT = "efficiencyPercent";

    /**
     * The most New-Orders a minute that ten terminals can make when every answer comes at once: 100 transactions of the mix 45/43/4/4/4
     * take one terminal 45 x 30 + 43 x 15 + 4 x 12 + 4 x 7 + 4 x 7 = 2,099 seconds of keying and thinking. A figure above it means wrong
     * pacing or a wrong window. The deck of 23 cards has a little less of New-Order (43.5 %, 476 seconds for ten), so that terminals that
     * deal from it reach 12.61 at most, an efficiency of 98 %.
     */
    static final double MOST_PER_WAREHOUSE = 12.86;

    private TpccScore() {}

    /**
     * The scores of a measured interval.
     *
     * @param newOrdersCompleted New-Orders that ended in it as specified. Those rolled back for an unused item are among them, as clause
     *                           5.4 says; failed ones are not, and one that was retried counts once
     * @param minutes            its length
     * @param warehouses         of the data set
     */
    public static Map<String, Double> scores(long newOrdersCompleted, double minutes, int warehouses) {
        double perMinute = newOrdersCompleted / minutes;
        Map<String, Double> scores = new TreeMap<>();
        scores.put(TPM_C, perMinute);
        scores.put(EFFICIENCY_PERCENT, 100.0 * perMinute / (MOST_PER_WAREHOUSE * warehouses));
        return Collections.unmodifiableMap(scores);
    }
}
