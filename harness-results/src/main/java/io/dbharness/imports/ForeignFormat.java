package io.dbharness.imports;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Problems;
import io.dbharness.model.Resources;
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
    /** The report that {@code sysbench run} ends with, of 1.0 and later. Its latencies are of transactions. */
    SYSBENCH((name, text, problems) -> one(found("sysbench.txt", text))),
    /** {@code fio --output-format=json} or {@code json+}; the latter holds the histograms. */
    FIO((name, text, problems) -> one(FioJson.figures(name, text, problems))),
    /** {@code diskspd -Rxml}. */
    DISKSPD((name, text, problems) -> one(DiskspdXml.figures(name, text, problems))),
    /** The {@code Results:} of {@code cassandra-stress}; the figure before the brackets is that of all operations. */
    CASSANDRA_STRESS((name, text, problems) -> one(found("cassandra-stress.txt", text)));

    /** Reads a text of one format. */
    @FunctionalInterface
    private interface Reader {
        List<Observation> read(String name, String text, Problems problems);
    }

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

    /** The figures that a text holds; a line of the file beside this class has the name of one, its unit, and where the text has it. */
    private static Map<String, Figure> found(String forms, String text) {
        Map<String, Figure> figures = new LinkedHashMap<>();
        Resources.text(ForeignFormat.class, forms).lines().forEach(line -> {
            String[] form = line.split(" ", 2);
            Matcher matcher = Pattern.compile(form[1]).matcher(text);
            if (matcher.find()) {
                String[] name = form[0].split(",", 2);
                figures.put(name[0], Figure.of(matcher.group(1), new Unit(name.length == 1 ? "" : name[1])));
            }
        });
        return figures;
    }
}
