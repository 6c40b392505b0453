package io.dbharness.imports;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Problems;
import io.dbharness.model.Resources;
import io.dbharness.result.Grammar;
import io.dbharness.study.DisplayUnit;
import io.dbharness.study.FigureTable;
import io.dbharness.study.Observation;
import io.dbharness.study.Observation.Figure;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Output formats of other measuring tools. */
public enum ForeignFormat {
    /** A table of comma-separated values, as {@link FigureTable} reads it. */
    CSV(FigureTable::parse),
    /** The report that {@code sysbench run} ends with, of 1.0 and later. Its latencies are of transactions. */
    SYSBENCH((name, text, problems) -> one(found("sysbench.txt", text, new Numbers(name, problems)))),
    /** {@code fio --output-format=json} or {@code json+}; the latter holds the histograms. */
    FIO((name, text, problems) -> one(FioJson.figures(name, text, problems))),
    /** {@code diskspd -Rxml}. */
    DISKSPD((name, text, problems) -> one(DiskspdXml.figures(name, text, problems))),
    /** The {@code Results:} of {@code cassandra-stress}; the figure before the brackets is that of all operations. */
    CASSANDRA_STRESS((name, text, problems) -> one(found("cassandra-stress.txt", text, new Numbers(name, problems))));

    /** Nanoseconds of eleven days, bytes of a petabyte, requests of a whole data centre. */
    private static final double MOST = 1e15;

    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?([eE][-+]?\\d{1,4})?");

    /** Reads a text of one format. */
    @FunctionalInterface
    private interface Reader {
        List<Observation> read(String name, String text, Problems problems);
    }

    /**
     * Reads the numbers that a tool has measured, of which none is below 0 or beyond {@link #MOST}.
     *
     * @param file     for messages
     * @param problems takes those that are
     */
    record Numbers(String file, Problems problems) {

        /** The number; 0 and a problem if no run can have measured it. */
        double of(String name, String text) {
            return Double.parseDouble(text(name, text));
        }

        /** A figure that follows from others. */
        String calculated(String name, double value) {
            return text(
                    name, Double.isFinite(value) ? BigDecimal.valueOf(value).toPlainString() : String.valueOf(value));
        }

        /** Returns the text without separators of thousands. */
        String text(String name, String text) {
            String digits = text.replace(",", "");
            boolean measured = NUMBER.matcher(digits).matches() && Double.parseDouble(digits) <= MOST;
            problems.require(
                    measured,
                    file + " says that " + name + " is " + Grammar.quoted(text) + ", which no run can have measured");
            return measured ? digits : "0";
        }
    }

    // Functions without a state.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Reader reader;

    ForeignFormat(Reader reader) {
        this.reader = reader;
    }

    /**
     * Parses a text. No run of a tool has a figure below 0 or one that is no number, so such a figure is a problem.
     *
     * @param name     for messages
     * @param problems collects what cannot be parsed
     */
    public List<Observation> read(String name, String text, Problems problems) {
        Problems own = new Problems();
        List<Observation> read = reader.read(name, text, own);
        own.lines().forEach(problems::add);
        problems.require(
                !read.isEmpty() || !own.lines().isEmpty(),
                this == CSV
                        ? name + " holds no figure; a column of figures is one whose cells are numbers such as 4741.16,"
                                + " or TBD"
                        : name + " holds nothing that " + word() + " prints as its result");
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
    private static Map<String, Figure> found(String forms, String text, Numbers numbers) {
        Map<String, Figure> figures = new LinkedHashMap<>();
        Resources.text(ForeignFormat.class, forms).lines().forEach(line -> {
            String[] form = line.split(" ", 2);
            Matcher matcher = Pattern.compile(form[1]).matcher(text);
            if (matcher.find()) {
                String[] name = form[0].split(",", 2);
                figures.put(
                        name[0],
                        Figure.of(
                                numbers.text(name[0], matcher.group(1)),
                                new DisplayUnit(name.length == 1 ? "" : name[1])));
            }
        });
        return figures;
    }
}
