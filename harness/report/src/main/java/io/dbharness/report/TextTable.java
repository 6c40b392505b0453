package io.dbharness.report;

import io.dbharness.report.CellTable.Align;
import io.dbharness.report.CellTable.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table as a terminal shows it: aligned with spaces, with a line for the groups of columns above their names. One that is too wide has
 * its words wrapped and, if that does not do, goes on below, behind its first column again.
 *
 * @param table what is shown
 * @param width of the terminal, in characters
 */
record TextTable(CellTable table, int width) {

    private static final String GAP = "  ";

    /** Words are not cut to less. */
    private static final int LEAST = 24;
    /** Words of a table that has to go on below are wrapped to this. */
    private static final int MOST = 40;

    /** Ends with a line break. */
    String text() {
        int[] widths = widths();
        return blocks(widths).stream().map(columns -> block(columns, widths)).collect(Collectors.joining("\n"));
    }

    /**
     * As wide as cells and names. If that is too wide, names of numbers are wrapped, then words; if it still is, the words only as far as
     * they are long.
     */
    private int[] widths() {
        int count = table.columns().size();
        int[] natural = new int[count];
        int[] least = new int[count];
        for (int i = 0; i < count; i++) {
            Column column = table.columns().get(i);
            boolean words = column.align() == Align.LEFT;
            natural[i] = Math.max(longest(cells(i)), column.name().length());
            least[i] = Math.max(words ? 0 : longest(cells(i)), longest(words(column.name())));
            if (words) {
                least[i] = Math.max(
                        least[i],
                        Math.min(
                                LEAST,
                                longest(cells(i).stream()
                                        .flatMap(c -> words(c).stream())
                                        .toList())));
            }
        }
        int[] widths = natural.clone();
        shrink(widths, least, Align.RIGHT);
        int[] wrapped = widths.clone();
        shrink(wrapped, least, Align.LEFT);
        if (total(wrapped) <= width) {
            return wrapped;
        }
        IntStream.range(0, count).forEach(i -> widths[i] = Math.max(least[i], Math.min(widths[i], MOST)));
        return widths;
    }

    /** Makes the widest column of an alignment narrower, until all columns fit or none can be. */
    private void shrink(int[] widths, int[] least, Align align) {
        while (total(widths) > width) {
            int widest = IntStream.range(0, widths.length)
                    .filter(i -> table.columns().get(i).align() == align && widths[i] > least[i])
                    .reduce((a, b) -> widths[b] > widths[a] ? b : a)
                    .orElse(-1);
            if (widest < 0) {
                return;
            }
            widths[widest]--;
        }
    }

    private static int total(int[] widths) {
        return Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1);
    }

    private static List<String> words(String text) {
        return List.of(text.split(" ", -1));
    }

    private List<String> cells(int column) {
        return table.rows().stream().map(row -> row.get(column)).toList();
    }

    private static int longest(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(0);
    }

    /** Returns the columns of each block; the first column is repeated in each. A group is split only if it does not fit alone. */
    private List<List<Integer>> blocks(int[] widths) {
        List<List<Integer>> blocks = new ArrayList<>();
        List<Integer> block = new ArrayList<>(List.of(0));
        for (int i = 1; i < widths.length; i++) {
            boolean parts = i > 1 && inGroup(i, i - 1);
            int end = i;
            while (!parts && end + 1 < widths.length && inGroup(end, end + 1)) {
                end++;
            }
            List<Integer> longer = new ArrayList<>(block);
            IntStream.rangeClosed(i, end).forEach(longer::add);
            if (block.size() > 1 && total(longer, widths) > width) {
                blocks.add(block);
                block = new ArrayList<>(List.of(0));
            }
            block.add(i);
        }
        blocks.add(block);
        return blocks;
    }

    private boolean inGroup(int one, int other) {
        String group = table.columns().get(one).group();
        return !group.isEmpty() && group.equals(table.columns().get(other).group());
    }

    private static int total(List<Integer> columns, int[] widths) {
        return columns.stream().mapToInt(i -> widths[i]).sum() + GAP.length() * (columns.size() - 1);
    }

    private String block(List<Integer> columns, int[] natural) {
        int[] widths = natural.clone();
        StringBuilder groups = new StringBuilder();
        List<Integer> group = new ArrayList<>();
        int end = -GAP.length();
        for (int k = 0; k < columns.size(); k++) {
            int i = columns.get(k);
            group.add(i);
            if (k + 1 == columns.size() || !inGroup(i, columns.get(k + 1))) {
                String name = table.columns().get(i).group();
                for (int missing = name.length() - total(group, widths); missing > 0; missing--) {
                    widths[group.get(missing % group.size())]++;
                }
                end += GAP.length() + total(group, widths);
                groups.append(" ".repeat(end - groups.length() - name.length())).append(name);
                group.clear();
            }
        }
        StringBuilder text = new StringBuilder();
        if (!groups.toString().isBlank()) {
            text.append(groups.toString().stripTrailing()).append('\n');
        }
        text.append(lines(columns, table.columns().stream().map(Column::name).toList(), widths, true));
        table.rows().forEach(row -> text.append(lines(columns, row, widths, false)));
        return text.toString();
    }

    /** Returns as many lines as the cell with most lines needs; names are on the last. */
    private String lines(List<Integer> columns, List<String> cells, int[] widths, boolean names) {
        List<List<String>> wrapped =
                columns.stream().map(i -> wrapped(cells.get(i), widths[i])).toList();
        int height = wrapped.stream().mapToInt(List::size).max().orElse(1);
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < height; line++) {
            StringBuilder out = new StringBuilder();
            for (int k = 0; k < columns.size(); k++) {
                List<String> own = wrapped.get(k);
                int at = names ? line - height + own.size() : line;
                String words = at >= 0 && at < own.size() ? own.get(at) : "";
                int i = columns.get(k);
                out.append(k == 0 ? "" : GAP)
                        .append(table.columns().get(i).align().pad(words, widths[i]));
            }
            text.append(out.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** At spaces; a word that is too long for a line is cut. */
    static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > width && width > 0) {
            int space = rest.lastIndexOf(' ', width);
            int end = space > 0 ? space : width;
            lines.add(rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }
}
