package io.dbharness.result.imports;

import io.dbharness.result.study.Figure;
import io.dbharness.result.study.Unit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The report of sysbench 1.0 and later. Its latencies are of transactions, in milliseconds. */
final class SysbenchText {

    private static final String NUMBER = "(\\d+(?:\\.\\d+)?)";
    private static final Unit MILLIS = new Unit("ms");
    private static final Map<String, String> RATES = Map.of(
            "throughput", "transactions:\\s+\\d+\\s+\\(" + NUMBER + " per sec\\.\\)",
            "queries", "queries:\\s+\\d+\\s+\\(" + NUMBER + " per sec\\.\\)",
            "errorCount", "ignored errors:\\s+" + NUMBER,
            "threads", "Number of threads:\\s+" + NUMBER);
    private static final Map<String, String> LATENCIES = Map.of(
            "min", "min:\\s+" + NUMBER,
            "mean", "avg:\\s+" + NUMBER,
            "max", "max:\\s+" + NUMBER,
            "p95", "95th percentile:\\s+" + NUMBER,
            "p99", "99th percentile:\\s+" + NUMBER);

    private SysbenchText() {}

    static Map<String, Figure> figures(String text) {
        Map<String, Figure> figures = new LinkedHashMap<>();
        RATES.forEach((name, form) -> find(text, form, name, Unit.NONE, figures));
        int latency = text.indexOf("Latency (ms):");
        if (latency >= 0) {
            String latencies = text.substring(latency);
            LATENCIES.forEach((name, form) -> find(latencies, form, name, MILLIS, figures));
        }
        return figures;
    }

    static void find(String text, String form, String name, Unit unit, Map<String, Figure> figures) {
        Matcher matcher = Pattern.compile(form).matcher(text);
        if (matcher.find()) {
            figures.put(name, Figure.of(matcher.group(1), unit));
        }
    }
}
