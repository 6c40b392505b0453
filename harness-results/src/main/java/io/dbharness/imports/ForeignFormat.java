package io.dbharness.imports;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Problems;
import io.dbharness.study.FigureTable;
import io.dbharness.study.Observation;
import io.dbharness.study.Observation.Figure;
import io.dbharness.study.Unit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the tools print that others measure with. */
public enum ForeignFormat {
    /** A table of comma-separated values, as {@link FigureTable} reads it. */
    CSV(FigureTable::parse),
    /** The report that {@code sysbench run} ends with. */
    SYSBENCH((name, text, problems) -> one(sysbench(text))),
    /** {@code fio --output-format=json} or {@code json+}; the latter holds the histograms. */
    FIO((name, text, problems) -> one(FioJson.figures(name, text, problems))),
    /** {@code diskspd -Rxml}. */
    DISKSPD((name, text, problems) -> one(DiskspdXml.figures(name, text, problems))),
    /** The {@code Results:} of {@code cassandra-stress}. */
    CASSANDRA_STRESS((name, text, problems) -> one(cassandraStress(text)));

    /** Reads a text of one format. */
    @FunctionalInterface
    private interface Reader {
        List<Observation> read(String name, String text, Problems problems);
    }

    private static final String NUMBER = "(\\d+(?:\\.\\d+)?)";
    private static final Map<String, String> SYSBENCH_RATES = Map.of(
            "throughput", "transactions:\\s+\\d+\\s+\\(" + NUMBER + " per sec\\.\\)",
            "queries", "queries:\\s+\\d+\\s+\\(" + NUMBER + " per sec\\.\\)",
            "errorCount", "ignored errors:\\s+" + NUMBER,
            "threads", "Number of threads:\\s+" + NUMBER);
    private static final Map<String, String> SYSBENCH_LATENCIES = Map.of(
            "min", "min:\\s+" + NUMBER,
            "mean", "avg:\\s+" + NUMBER,
            "max", "max:\\s+" + NUMBER,
            "p95", "95th percentile:\\s+" + NUMBER,
            "p99", "99th percentile:\\s+" + NUMBER);

    private static final String GROUPED = "\\s*:\\s*([\\d,]+(?:\\.\\d+)?)";
    private static final Map<String, String> STRESS_RATES =
            Map.of("throughput", "(?i)op rate" + GROUPED, "errorCount", "(?i)total errors" + GROUPED);
    private static final Map<String, String> STRESS_LATENCIES = Map.of(
            "mean", "(?i)latency mean(?: \\(avg\\))?" + GROUPED,
            "p50", "(?i)latency medi(?:an|um)" + GROUPED,
            "p95", "(?i)latency 95th percentile" + GROUPED,
            "p99", "(?i)latency 99th percentile" + GROUPED,
            "n3", "(?i)latency 99\\.9th percentile" + GROUPED,
            "max", "(?i)latency max" + GROUPED);

    // Functions without a state.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Reader reader;

    ForeignFormat(Reader reader) {
        this.reader = reader;
    }

    /**
     * What a text says. No run has a figure below 0 or one that is no number, so such a figure is a problem.
     *
     * @param name     for messages
     * @param problems takes what cannot be understood
     */
    public List<Observation> read(String name, String text, Problems problems) {
        List<Observation> read;
        try {
            read = reader.read(name, text, problems);
        } catch (NumberFormatException e) {
            problems.add(name + " holds a figure that is no number: " + e.getMessage());
            return List.of();
        }
        problems.require(
                this == CSV || !read.isEmpty(), name + " holds nothing that " + word() + " prints as its result");
        read.forEach(observation -> observation
                .figures()
                .forEach((metric, figure) -> problems.require(
                        this == CSV || (figure.value() >= 0 && Double.isFinite(figure.value())),
                        name + " says that " + metric + " is " + figure.value() + ", which no run can have measured")));
        return read;
    }

    private static List<Observation> one(Map<String, Figure> figures) {
        return figures.isEmpty() ? List.of() : List.of(Observation.published(Map.of(), figures));
    }

    /** The name of the percentile that a tool prints as so many per cent. */
    static Optional<String> percentile(double percent) {
        return Quantiles.BY_NAME.entrySet().stream()
                .filter(row -> Math.abs(row.getValue() - percent / 100) < 1e-10)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** As typed. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The format of this name. */
    public static Optional<ForeignFormat> named(String word) {
        return Arrays.stream(values()).filter(f -> f.word().equals(word)).findFirst();
    }

    /** The report of sysbench 1.0 and later. Its latencies are of transactions, in milliseconds. */
    private static Map<String, Figure> sysbench(String text) {
        int latency = text.indexOf("Latency (ms):");
        return figures(text, SYSBENCH_RATES, latency < 0 ? "" : text.substring(latency), SYSBENCH_LATENCIES);
    }

    /** What cassandra-stress prints under {@code Results:}; the figure before the brackets is that of all operations. */
    private static Map<String, Figure> cassandraStress(String text) {
        return figures(text, STRESS_RATES, text, STRESS_LATENCIES);
    }

    private static Map<String, Figure> figures(
            String text, Map<String, String> rates, String latencies, Map<String, String> forms) {
        Map<String, Figure> figures = new LinkedHashMap<>();
        rates.forEach((name, form) -> find(text, form, name, Unit.NONE, figures));
        forms.forEach((name, form) -> find(latencies, form, name, Unit.MILLIS, figures));
        return figures;
    }

    private static void find(String text, String form, String name, Unit unit, Map<String, Figure> figures) {
        Matcher matcher = Pattern.compile(form).matcher(text);
        if (matcher.find()) {
            figures.put(name, Figure.of(matcher.group(1), unit));
        }
    }
}
