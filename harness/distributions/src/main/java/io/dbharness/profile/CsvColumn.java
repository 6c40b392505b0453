package io.dbharness.profile;

import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import io.dbharness.result.Csv;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of one column of a CSV file whose first line names the columns. Immutable.
 *
 * @param values one for each further line, at least one
 */
public record CsvColumn(List<String> values) {

    private static final Pattern CALL = Pattern.compile("csv\\s*\\((.*)\\)");
    private static final int MOST_LINES = 1_000_000;

    public CsvColumn {
        values = List.copyOf(values);
    }

    /** Returns the arguments of {@code csv(FILE, COLUMN, ...)}; none for any other text. */
    public static List<String> arguments(String text) {
        Matcher call = CALL.matcher(text.strip());
        return call.matches() ? Arguments.split(call.group(1)) : List.of();
    }

    /** Reads a column. Throws a {@link HarnessException} if the file cannot be read or has no such column. */
    public static CsvColumn read(Path file, String column) {
        List<List<String>> lines = Csv.parse(FileWork.text(file));
        int at = lines.isEmpty()
                ? -1
                : lines.get(0).stream().map(String::strip).toList().indexOf(column);
        if (at < 0 || lines.size() < 2 || lines.size() > MOST_LINES + 1) {
            throw new HarnessException(file + " must have a first line that names the column '" + column
                    + "', and 1 to " + MOST_LINES + " further lines");
        }
        return new CsvColumn(lines.subList(1, lines.size()).stream()
                .map(line -> at < line.size() ? line.get(at) : "")
                .toList());
    }

    /** Returns the value of a line, from 0; after the last line the first follows. */
    public String at(long line) {
        return values.get((int) Math.floorMod(line, (long) values.size()));
    }
}
