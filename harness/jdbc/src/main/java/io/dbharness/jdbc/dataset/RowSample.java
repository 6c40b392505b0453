package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.dataset.LoadPart.TableRows;
import io.dbharness.jdbc.dataset.Marker.Content;
import io.dbharness.random.Seed;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A sample of the loaded rows of one table. The seed of the load selects the rows, so that they are always the same.
 *
 * @param table   name of the table
 * @param columns columns that a load fills
 * @param key     columns by which a row is found
 * @param rows    values of each row by column
 */
record RowSample(String table, List<String> columns, List<String> key, List<Map<String, Object>> rows) {

    /** The size of the sample over all tables; each table has from {@link #FEWEST} to {@link #MOST} rows in it. */
    private static final int ROWS = 320;

    private static final int FEWEST = 2;
    private static final int MOST = 160;

    /** The number of sampled parts of a table, unless its parts are small. */
    private static final int PARTS = 4;

    /** The limit of generated rows, about a second: a row requires all earlier rows of its part. */
    private static final int MADE = 2_000_000;

    /** Regenerates the samples from the content of the marker. A table without a key, or with key columns only, has no sample. */
    static List<RowSample> of(DataSetDefinition definition, Content content) {
        Seed seed = new Seed(content.seed());
        Map<String, List<List<String>>> keys = definition.keys();
        Map<String, List<TableRows>> tables = definition.allParts(seed, content.loadedAt()).stream()
                .flatMap(part -> part.tables().stream())
                .filter(rows -> rows.rows() > 0 && hasValues(rows, keys.getOrDefault(rows.table(), List.of())))
                .collect(Collectors.groupingBy(TableRows::table, LinkedHashMap::new, Collectors.toList()));
        int reach = tables.isEmpty() ? 0 : Math.max(1, MADE / (PARTS * tables.size()));
        int size = tables.isEmpty() ? 0 : Math.min(MOST, Math.max(FEWEST, ROWS / tables.size()));
        List<RowSample> samples = new ArrayList<>();
        tables.forEach((table, parts) -> samples.add(new RowSample(
                table,
                parts.get(0).columns(),
                keys.getOrDefault(table, List.of()).get(0),
                rows(parts, size, reach, seed.stream("sample", samples.size())))));
        return samples;
    }

    private static boolean hasValues(TableRows rows, List<List<String>> keys) {
        return !keys.isEmpty() && !new HashSet<>(keys.get(0)).containsAll(rows.columns());
    }

    private static List<Map<String, Object>> rows(List<TableRows> parts, int size, int reach, RandomGenerator random) {
        int small = (int) Math.max(1, size / parts.get(0).rows());
        List<Map<String, Object>> rows = new ArrayList<>();
        Collection<Integer> chosen = distinct(Math.max(PARTS, small), parts.size(), random);
        for (int part : chosen) {
            TableRows from = parts.get(part);
            int ofPart = (size + chosen.size() - 1) / chosen.size();
            rows.addAll(RowRecorder.rows(from, distinct(ofPart, (int) Math.min(reach, from.rows()), random)));
        }
        return rows;
    }

    /** Draws {@code count} different numbers from 0 to below a bound, or returns all of them if there are fewer. */
    private static SortedSet<Integer> distinct(int count, int bound, RandomGenerator random) {
        SortedSet<Integer> numbers = new TreeSet<>();
        while (numbers.size() < Math.min(count, bound)) {
            numbers.add(random.nextInt(bound));
        }
        return numbers;
    }

    /** Returns a query with one lookup by key for each row, whose number is the first column. No product scans a table for it. */
    String query() {
        String all = String.join(", ", columns);
        return IntStream.range(0, rows.size())
                .mapToObj(number -> "SELECT " + number + " AS sampled, " + all + " FROM " + table + " WHERE "
                        + describe(rows.get(number), " AND "))
                .collect(Collectors.joining(" UNION ALL "));
    }

    /** Describes the key of a row, for example {@code c_w_id = 1, c_d_id = 2, c_id = 3}. */
    String describe(Map<String, Object> row, String separator) {
        return key.stream()
                .map(column -> column + " = " + literal(String.valueOf(row.get(column)), row.get(column)))
                .collect(Collectors.joining(separator));
    }

    /** Returns the literal of a value; all products accept a timestamp as text in this form. */
    private static String literal(String text, @Nullable Object value) {
        if (value instanceof LocalDateTime) {
            return "'" + text.replace('T', ' ') + "'";
        }
        return value instanceof String ? "'" + text.replace("'", "''") + "'" : text;
    }
}
