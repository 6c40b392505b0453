package io.dbharness.report;

import io.dbharness.model.Internal;
import io.dbharness.result.Csv;
import io.dbharness.result.LatencyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A table of text cells.
 *
 * @param columns heads
 * @param rows    as many cells as columns, each
 */
@Internal
public record CellTable(List<Column> columns, List<List<String>> rows) {

    private static final Pattern MARKUP = Pattern.compile("[\\\\`*_|<>#\\[\\]~]");

    public CellTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (List<String> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(row.size() + " cells for " + columns.size() + " columns");
            }
        }
    }

    /** All of it words. */
    public static CellTable words(List<String> heads, List<List<String>> rows) {
        return new CellTable(heads.stream().map(Column::words).toList(), rows);
    }

    /**
     * A column's head.
     *
     * @param quantity what several neighbours have in common, for example {@code response}; may be empty
     * @param name     for example {@code p50}
     * @param unit     of the quantity; may be empty
     * @param align    where its cells are
     */
    public record Column(String quantity, String name, String unit, Align align) {

        public static Column words(String name) {
            return new Column("", name, "", Align.LEFT);
        }

        public static Column numbers(String name) {
            return new Column("", name, "", Align.RIGHT);
        }

        /** Returns the common heading of neighbouring columns, with its unit; empty if they have none. */
        public String group() {
            return quantity.isEmpty() || unit.isEmpty() ? quantity : quantity + ", " + unit;
        }

        private String full() {
            return quantity.isEmpty() ? name : quantity + " " + name + ", " + unit;
        }
    }

    /**
     * The columns of a table with a line for each of several things: heads, and the cells below them.
     *
     * @param <T> subject of a line
     */
    public static final class Columns<T> {

        private final List<Column> heads = new ArrayList<>();
        private final List<Function<T, String>> cells = new ArrayList<>();

        private Columns<T> add(Column head, Function<T, String> cell) {
            heads.add(head);
            cells.add(cell);
            return this;
        }

        public Columns<T> words(String name, Function<T, String> cell) {
            return add(Column.words(name), cell);
        }

        public Columns<T> numbers(String name, Function<T, String> cell) {
            return add(Column.numbers(name), cell);
        }

        /** Figures of a latency, each by its name. */
        Columns<T> millis(String quantity, Function<T, LatencyResult> latency, String... figures) {
            for (String figure : figures) {
                millis(quantity, figure, thing -> LatencyCell.of(latency.apply(thing), figure));
            }
            return this;
        }

        /** One column of times. */
        Columns<T> millis(String quantity, String name, Function<T, String> cell) {
            return add(new Column(quantity, name, "ms", Align.RIGHT), cell);
        }

        public CellTable of(List<T> things) {
            return new CellTable(heads, things.stream().map(this::row).toList());
        }

        private List<String> row(T thing) {
            return cells.stream().map(cell -> cell.apply(thing)).toList();
        }
    }

    /** Words left, numbers right. */
    public enum Align {
        LEFT("---"),
        RIGHT("---:");

        private final String markdown;

        Align(String markdown) {
            this.markdown = markdown;
        }

        String pad(String cell, int width) {
            String space = " ".repeat(width - cell.length());
            return this == LEFT ? cell + space : space + cell;
        }
    }

    /** Hands it on if it has a row. */
    public void ifAny(Consumer<CellTable> use) {
        if (!rows.isEmpty()) {
            use.accept(this);
        }
    }

    /** Returns true if any cell satisfies the condition. */
    public boolean any(Predicate<String> condition) {
        return rows.stream().flatMap(List::stream).anyMatch(condition);
    }

    /** Comma-separated as RFC 4180 has it: names without quantities and units. */
    String csv() {
        StringBuilder csv =
                new StringBuilder(Csv.line(columns.stream().map(Column::name).toList()));
        rows.forEach(row -> csv.append(Csv.line(row)));
        return csv.toString();
    }

    /** As a terminal shows it, however wide that is. Ends with a line break. */
    public String text() {
        return text(Integer.MAX_VALUE);
    }

    /** As a terminal of this width shows it. */
    String text(int width) {
        return new TextTable(this, width).text();
    }

    /** As GitHub renders it. Ends with a line break. */
    public String markdown() {
        StringBuilder text = new StringBuilder();
        text.append(markdownLine(columns.stream().map(Column::full).toList()));
        text.append(columns.stream()
                .map(column -> column.align().markdown)
                .collect(Collectors.joining(" | ", "| ", " |\n")));
        rows.forEach(row -> text.append(markdownLine(row)));
        return text.toString();
    }

    private static String markdownLine(List<String> cells) {
        return cells.stream().map(CellTable::escaped).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** Escapes what would be markup, within one line. */
    static String escaped(String text) {
        return MARKUP.matcher(TextReport.oneLine(text)).replaceAll("\\\\$0");
    }
}
