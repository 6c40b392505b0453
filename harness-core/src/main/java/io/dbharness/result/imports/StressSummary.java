package io.dbharness.result.imports;

import io.dbharness.result.study.Figure;
import io.dbharness.result.study.Unit;
import java.util.LinkedHashMap;
import java.util.Map;

/** The summary that cassandra-stress prints under {@code Results:}; the figure before the brackets is that of all operations. */
final class StressSummary {

    private static final String NUMBER = "\\s*:\\s*([\\d,]+(?:\\.\\d+)?)";
    private static final Unit MILLIS = new Unit("ms");
    private static final Map<String, String> PLAIN =
            Map.of("throughput", "(?i)op rate" + NUMBER, "errorCount", "(?i)total errors" + NUMBER);
    private static final Map<String, String> LATENCIES = Map.of(
            "mean", "(?i)latency mean(?: \\(avg\\))?" + NUMBER,
            "p50", "(?i)latency medi(?:an|um)" + NUMBER,
            "p95", "(?i)latency 95th percentile" + NUMBER,
            "p99", "(?i)latency 99th percentile" + NUMBER,
            "n3", "(?i)latency 99\\.9th percentile" + NUMBER,
            "max", "(?i)latency max" + NUMBER);

    private StressSummary() {}

    static Map<String, Figure> figures(String text) {
        Map<String, Figure> figures = new LinkedHashMap<>();
        PLAIN.forEach((name, form) -> SysbenchText.find(text, form, name, Unit.NONE, figures));
        LATENCIES.forEach((name, form) -> SysbenchText.find(text, form, name, MILLIS, figures));
        return figures;
    }
}
