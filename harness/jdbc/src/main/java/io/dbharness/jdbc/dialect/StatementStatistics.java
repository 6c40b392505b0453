package io.dbharness.jdbc.dialect;

import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.sut.ServerProbe.BusyStatement;
import io.dbharness.sut.ServerProbe.BusyStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reads a server's own statistics of statements, where they are on, and reports their growth between two readings. Switches nothing on. Not
 * thread-safe.
 */
final class StatementStatistics {

    private static final int MOST = 10;
    private static final int LONGEST = 200;
    private static final double NANOS = 1e9;
    private static final String SOURCE = "{source}";
    private static final String IDS = "{ids}";

    /** The queries; their text is in {@code jdbc/statements}. */
    private enum Question {
        /** One row: {@code source}, which replaces {@code {source}} in the others, and {@code note}, the reason if it is empty. */
        SOURCE,
        /** The counts of each statement of this database: {@code id}, {@code calls}, {@code nanos} and {@code row_count}. */
        COUNTS,
        /** The texts of the statements with {@code {ids}}: {@code id} and {@code statement}. */
        TEXTS
    }

    private record Counts(long calls, double nanos, long rows) {

        Counts since(Counts before) {
            // A reset in between leaves less than there was.
            return before.calls > calls
                    ? this
                    : new Counts(calls - before.calls, nanos - before.nanos, rows - before.rows);
        }
    }

    private final SqlCatalog<Question> sql;
    private Map<String, Counts> before = Map.of();

    StatementStatistics(List<String> lineage) {
        this.sql = SqlCatalog.load(Question.class, StatementStatistics.class, "jdbc/statements", lineage);
    }

    /** Returns the statements that took most time since the last reading. */
    BusyStatements read(Connection connection) throws SQLException {
        String source;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql.sql(Question.SOURCE))) {
            row.next();
            source = Objects.requireNonNullElse(row.getString("source"), "");
            if (source.isEmpty()) {
                return off(row.getString("note"));
            }
        }
        Map<String, Counts> now = counts(connection, source);
        Map<String, Counts> grown = new HashMap<>();
        now.forEach((id, counts) -> {
            Counts growth = counts.since(before.getOrDefault(id, new Counts(0, 0, 0)));
            if (growth.calls > 0) {
                grown.put(id, growth);
            }
        });
        before = now;
        List<String> top = grown.entrySet().stream()
                .sorted(Comparator.<Map.Entry<String, Counts>>comparingDouble(one -> -one.getValue().nanos)
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST)
                .map(Map.Entry::getKey)
                .toList();
        Map<String, String> texts = top.isEmpty() ? Map.of() : texts(connection, source, top);
        List<BusyStatement> statements = new ArrayList<>();
        for (String id : top) {
            Counts counts = Objects.requireNonNull(grown.get(id));
            statements.add(new BusyStatement(
                    bounded(texts.getOrDefault(id, "")), counts.calls, counts.nanos / NANOS, counts.rows));
        }
        double all = grown.values().stream().mapToDouble(Counts::nanos).sum();
        return new BusyStatements(source, "", all / NANOS, statements);
    }

    /** Returns the answer of a server without such statistics. */
    static BusyStatements off(String why) {
        return new BusyStatements("", bounded(why), 0, List.of());
    }

    private Map<String, Counts> counts(Connection connection, String source) throws SQLException {
        Map<String, Counts> counts = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql.sql(Question.COUNTS).replace(SOURCE, source))) {
            while (rows.next()) {
                counts.put(
                        rows.getString("id"),
                        new Counts(rows.getLong("calls"), rows.getDouble("nanos"), rows.getLong("row_count")));
            }
        }
        return counts;
    }

    private Map<String, String> texts(Connection connection, String source, List<String> ids) throws SQLException {
        String asked = sql.sql(Question.TEXTS)
                .replace(SOURCE, source)
                .replace(IDS, String.join(", ", Collections.nCopies(ids.size(), "?")));
        Map<String, String> texts = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(asked)) {
            for (int i = 0; i < ids.size(); i++) {
                statement.setString(i + 1, ids.get(i));
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    texts.put(rows.getString("id"), rows.getString("statement"));
                }
            }
        }
        return texts;
    }

    private static String bounded(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "…";
    }
}
