package io.dbharness.measure;

import io.dbharness.model.Internal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rows of every percentile table. */
@Internal
public final class Quantiles {

    /**
     * Name to quantile, in order: {@code p25}, {@code p50}, {@code p75}, {@code p90}, {@code p95}, {@code p99}, {@code n3} (99.9 %) to
     * {@code n9}.
     */
    public static final Map<String, Double> BY_NAME = byName();

    private static final Pattern NINES = Pattern.compile("p99\\.?(9{1,7})");

    private Quantiles() {}

    /** Returns the quantile of a name in {@link #BY_NAME}. */
    public static double of(String name) {
        return Objects.requireNonNull(BY_NAME.get(name), name);
    }

    /** Our name of what other tools print as {@code p99.9} or {@code p999}: {@code n3}; any other word unchanged. */
    public static String canonical(String word) {
        Matcher nines = NINES.matcher(word);
        return nines.matches() ? "n" + (2 + nines.group(1).length()) : word;
    }

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
