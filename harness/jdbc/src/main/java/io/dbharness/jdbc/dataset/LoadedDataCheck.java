package io.dbharness.jdbc.dataset;

import io.dbharness.jdbc.dataset.Marker.Content;
import io.dbharness.workload.Check;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a data set is still as loaded: its indexes exist, and a sample of the loaded rows exists with its loaded values, except for
 * those that runs change. The cost does not depend on the size, because rows are found by key. Not thread-safe.
 */
public final class LoadedDataCheck {

    private final MarkedDataSet tables;
    private final DataSetDefinition definition;
    private @Nullable Content sampled;
    private List<RowSample> samples = List.of();

    public LoadedDataCheck(MarkedDataSet tables) {
        this.tables = tables;
        this.definition = tables.definition();
    }

    /** Makes the checks {@code indexes} and {@code rows.loaded}. */
    public List<Check> check(String when) {
        return List.of(indexes(when), ServerRecovery.await(() -> values(when)));
    }

    /** Makes the check {@code indexes}: without an index the rows are correct, but scans are measured. */
    public Check indexes(String when) {
        return ServerRecovery.await(() -> missingIndexes(when));
    }

    private Check missingIndexes(String when) {
        Map<String, List<List<String>>> keys = definition.keys();
        List<String> missing = new ArrayList<>();
        List<String> names = keys.keySet().stream().sorted().toList();
        Map<String, Collection<List<String>>> found = new Schema(tables.target()).indexes(names);
        for (String table : names) {
            Collection<List<String>> there = found.getOrDefault(table, List.of());
            keys.getOrDefault(table, List.of()).stream()
                    .filter(key -> there.stream().noneMatch(index -> beginsWith(index, key)))
                    .forEach(key -> missing.add(table + " (" + String.join(", ", key) + ")"));
        }
        String detail = missing.isEmpty() ? "all keys and indexes exist" : "no index of " + String.join(", ", missing);
        return new Check("indexes", when, missing.isEmpty(), detail);
    }

    private static boolean beginsWith(List<String> index, List<String> key) {
        return index.size() >= key.size() && index.subList(0, key.size()).equals(key);
    }

    private Check values(String when) {
        Optional<Content> content = tables.content().filter(Content::ofThisVersion);
        DataChanges notes = tables.notes();
        if (content.isEmpty() || !notes.any()) {
            return new Check(
                    "rows.loaded", when, true, "not compared: another tool or another version has loaded the rows");
        }
        Content loaded = content.get();
        if (!loaded.equals(sampled)) {
            samples = RowSample.of(definition, loaded);
            sampled = loaded;
        }
        Comparison comparison = new Comparison(notes.changed());
        tables.target().jdbi().useHandle(handle -> {
            for (RowSample sample : samples) {
                comparison.compare(sample, handle.getConnection());
            }
        });
        return comparison.check(when);
    }

    /** Compares sampled rows with those in the database. Not thread-safe. */
    private final class Comparison {

        private final Set<String> changed;
        private final List<String> differences = new ArrayList<>();
        private int rows;
        private int gone;

        Comparison(Set<String> changed) {
            this.changed = changed;
        }

        Check check(String when) {
            String detail = differences.isEmpty()
                    ? String.format(Locale.ROOT, "%d sampled rows are as they were loaded", rows)
                            + (gone == 0 ? "" : ", as far as runs have not deleted them: " + gone + " are gone")
                    : differences.get(0)
                            + String.format(Locale.ROOT, "; %d of %d sampled rows differ", differences.size(), rows);
            return new Check("rows.loaded", when, differences.isEmpty(), detail);
        }

        void compare(RowSample sample, Connection connection) throws SQLException {
            Set<Integer> found = new HashSet<>();
            try (Statement statement = connection.createStatement();
                    ResultSet there = statement.executeQuery(sample.query())) {
                while (there.next()) {
                    int number = there.getInt("sampled");
                    Map<String, Object> loaded = sample.rows().get(number);
                    found.add(number);
                    difference(loaded, there)
                            .ifPresent(text -> differences.add(
                                    sample.table() + " " + sample.describe(loaded, ", ") + ": " + text));
                }
            }
            rows += sample.rows().size();
            if (changed.contains(MarkedDataSet.REMOVED)) {
                gone += sample.rows().size() - found.size();
                return;
            }
            for (int number = 0; number < sample.rows().size(); number++) {
                if (!found.contains(number)) {
                    differences.add(sample.table() + " "
                            + sample.describe(sample.rows().get(number), ", ") + ": was loaded, and does not exist");
                }
            }
        }

        private Optional<String> difference(Map<String, Object> loaded, ResultSet there) throws SQLException {
            for (Map.Entry<String, Object> entry : loaded.entrySet()) {
                String column = entry.getKey();
                Object before = entry.getValue();
                Object now = StoredValue.read(there, column, before);
                if (changed.contains(column)) {
                    boolean written = now == null
                            ? definition.mayLoseValue(column)
                            : !(now instanceof String text) || definition.wellFormed(column, text);
                    if (!written) {
                        return Optional.of(column + " is " + StoredValue.shown(now) + ", which no run writes");
                    }
                } else if (!before.equals(now) && !definition.changes(column, loaded)) {
                    return Optional.of(column + " was loaded as " + StoredValue.shown(before) + " and is "
                            + StoredValue.shown(now));
                }
            }
            return Optional.empty();
        }
    }
}
