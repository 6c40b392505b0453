package io.dbharness.measure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The rows of every percentile table. */
public final class Quantiles {

    /** Name to quantile, in order: {@code p25}, {@code p50}, {@code p75}, {@code p90}, {@code p95}, {@code p99}, {@code n3} (99.9 %) to {@code n9}. */
    public static final Map<String, Double> BY_NAME = byName();

    private Quantiles() {}

    private static Map<String, Double> byName() {
        Map<String, Double> quantiles = new LinkedHashMap<>();
        for (int percent : new int[] {25, 50, 75, 90, 95, 99}) {
            quantiles.put("p" + percent, percent / 100.0);
        }
        for (int nines = 3; nines <= 9; nines++) {
            quantiles.put("n" + nines, 1 - Math.pow(10, -nines));
        }
        return Collections.unmodifiableMap(quantiles);
    }
}
