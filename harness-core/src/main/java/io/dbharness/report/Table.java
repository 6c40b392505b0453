package io.dbharness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of text cells, the first column aligned left, the others right.
 *
 * @param columns heads
 * @param rows    as many cells as columns, each
 */
record Table(List<Column> columns, List<List<String>> rows) {

    private static final String GAP = "  ";

    Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (List<String> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(row.size() + " cells for " + columns.size() + " columns");
            }
        }
    }

    /**
     * A column's head.
     *
     * @param quantity what several neighbours have in common, for example {@code response}; may be empty
     * @param name     for example {@code p50}
     * @param unit     of the quantity; may be empty
     */
    record Column(String quantity, String name, String unit) {

        static Column plain(String name) {
            return new Column("", name, "");
        }

        private String group() {
            return quantity.isEmpty() ? "" : quantity + ", " + unit;
        }

        private String full() {
            return quantity.isEmpty() ? name : quantity + " " + name + ", " + unit;
        }
    }

    /** Whether any cell satisfies the condition. */
    boolean any(java.util.function.Predicate<String> condition) {
        return rows.stream().flatMap(List::stream).anyMatch(condition);
    }

    /** Aligned with spaces; a line for the quantities above the names when there are any. Ends with a line break. */
    String text() {
        int[] widths =
                IntStream.range(0, columns.size()).map(this::width).toArray();
        StringBuilder text = new StringBuilder();
        if (columns.stream().anyMatch(c -> !c.quantity().isEmpty())) {
            text.append(groups(widths)).append('\n');
        }
        text.append(line(columns.stream().map(Column::name).toList(), widths)).append('\n');
        rows.forEach(row -> text.append(line(row, widths)).append('\n'));
        return text.toString();
    }

    /** As GitHub renders it. Ends with a line break. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        text.append(markdownLine(columns.stream().map(Column::full).toList()));
        text.append(IntStream.range(0, columns.size())
                .mapToObj(i -> i == 0 ? "---" : "---:")
                .collect(Collectors.joining(" | ", "| ", " |\n")));
        rows.forEach(row -> text.append(markdownLine(row)));
        return text.toString();
    }

    private static String markdownLine(List<String> cells) {
        return cells.stream().map(Markdown::escape).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private int width(int column) {
        int cells = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
        return Math.max(cells, columns.get(column).name().length());
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String space = " ".repeat(widths[i] - cells.get(i).length());
            line.append(i == 0 ? "" : GAP).append(i == 0 ? cells.get(i) + space : space + cells.get(i));
        }
        return line.toString().stripTrailing();
    }

    /** Each quantity at the right end of the columns it covers. */
    private String groups(int[] widths) {
        StringBuilder line = new StringBuilder();
        List<Integer> ends = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            boolean last = i == columns.size() - 1
                    || !columns.get(i).group().equals(columns.get(i + 1).group());
            if (last) {
                ends.add(i);
            }
        }
        int covered = 0;
        for (int end : ends) {
            covered = IntStream.rangeClosed(0, end).map(i -> widths[i] + GAP.length()).sum() - GAP.length();
            String group = columns.get(end).group();
            line.append(" ".repeat(Math.max(0, covered - line.length() - group.length())))
                    .append(group);
        }
        return line.toString().stripTrailing();
    }
}
