package io.dbharness.result;

import io.dbharness.model.Internal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Tables as comma-separated values (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front of it, so
 * that a name from a server or a file can do nothing but be read.
 */
@Internal
public final class Csv {

    /** A number in a report, optionally in per cent or with a mark. */
    private static final Pattern NUMBER =
            Pattern.compile("[-+]?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?(?: %)?(?: [!*]{1,2})?");

    private static final String FORMULA_STARTS = "=+-@\t\r";

    private Csv() {}

    /** One line with its line break. */
    public static String line(List<String> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    static String cell(String text) {
        boolean formula = !text.isEmpty()
                && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0
                && !NUMBER.matcher(text).matches();
        String safe = formula ? "'" + text : text;
        boolean quoted = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }

    /** The lines of a table, blank ones left out; quotes may hold commas and line breaks. */
    public static List<List<String>> parse(String text) {
        List<List<String>> lines = new ArrayList<>();
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        String all = text.startsWith("\ufeff") ? text.substring(1) : text;
        for (int i = 0; i < all.length(); i++) {
            char c = all.charAt(i);
            if (c == '"') {
                boolean escaped = quoted && i + 1 < all.length() && all.charAt(i + 1) == '"';
                if (escaped) {
                    cell.append('"');
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (quoted || (c != ',' && c != '\n' && c != '\r')) {
                cell.append(c);
            } else if (c != '\r') {
                cells.add(cell.toString().strip());
                cell.setLength(0);
                if (c == '\n') {
                    lines.add(cells);
                    cells = new ArrayList<>();
                }
            }
        }
        cells.add(cell.toString().strip());
        lines.add(cells);
        lines.removeIf(line -> line.stream().allMatch(String::isEmpty));
        return lines;
    }
}
