package io.dbharness.sql.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.StoredValue;
import io.dbharness.sql.operation.UpdateLedger;
import io.dbharness.sql.operation.UpdateLedger.Update;
import io.dbharness.sql.operation.UpdateLedger.Value;
import io.dbharness.workload.Check;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Compares values after a run with those of the updates that may be their last.
 *
 * @param target  target of the tables
 * @param updates updates of the run
 */
record UpdateCheck(JdbcTarget target, UpdateLedger updates) {

    private static final String NAME = "updates";

    /** Makes the check after a run; before it, forgets earlier updates. */
    Optional<Check> check(String when) {
        if (when.equals("before")) {
            updates.reset();
            return Optional.empty();
        }
        if (updates.isShared()) {
            return Optional.of(new Check(NAME, when, true, "not compared: several processes have updated the rows"));
        }
        Map<Value, List<Update>> last = updates.last();
        List<String> wrong = new ArrayList<>();
        target.jdbi().useHandle(handle -> {
            for (Map.Entry<Value, List<Update>> entry : last.entrySet()) {
                String column = entry.getKey().column();
                Optional<String> different = different(entry.getValue(), column, handle.getConnection());
                if (different.isPresent() && !isConverted(entry.getValue(), column, handle)) {
                    wrong.add(different.get());
                }
            }
        });
        String detail = String.format(Locale.ROOT, "%,d updated values read: ", last.size());
        return Optional.of(new Check(
                NAME,
                when,
                wrong.isEmpty(),
                detail
                        + (wrong.isEmpty()
                                ? "all are of the last acknowledged updates"
                                : String.format(
                                                Locale.ROOT,
                                                "%,d are not of the last update, for example ",
                                                wrong.size())
                                        + wrong.get(0)
                                        + "; acknowledged updates are lost, or another client wrote")));
    }

    /** Returns the difference of a value from those of all updates; empty if it has one of these. */
    private static Optional<String> different(List<Update> updates, String column, Connection connection)
            throws SQLException {
        for (Update update : updates) {
            Object written = StoredValue.of(update.values().get(column));
            Object found = read(update, column, written, connection);
            if (Objects.equals(written, found)) {
                return Optional.empty();
            }
        }
        Update one = updates.stream().filter(Update::isAcknowledged).findFirst().orElseThrow();
        Object written = StoredValue.of(one.values().get(column));
        return Optional.of(one.table() + " "
                + one.key().entrySet().stream()
                        .map(key -> key.getKey() + " = " + StoredValue.shown(StoredValue.of(key.getValue())))
                        .collect(Collectors.joining(", "))
                + ": " + column + " is " + StoredValue.shown(read(one, column, written, connection)) + ", not "
                + StoredValue.shown(written));
    }

    /**
     * Repeats each update in a transaction that is rolled back; returns true if one of them makes the value that is there, which the server
     * may have rounded, for example.
     */
    private static boolean isConverted(List<Update> updates, String column, Handle handle) throws SQLException {
        for (Update update : updates) {
            Connection connection = handle.getConnection();
            String there = text(update, column, connection);
            handle.begin();
            try (PreparedStatement statement = prepared(connection, update.sql(), update.parameters())) {
                boolean same = statement.executeUpdate() > 0 && Objects.equals(there, text(update, column, connection));
                if (same) {
                    return true;
                }
            } finally {
                handle.rollback();
            }
        }
        return false;
    }

    private static @Nullable String text(Update update, String column, Connection connection) throws SQLException {
        Object text = read(update, column, "", connection);
        return text == null ? null : text.toString();
    }

    /** Reads a value; null also if its row is missing. */
    private static @Nullable Object read(Update update, String column, @Nullable Object alike, Connection connection)
            throws SQLException {
        String condition =
                update.key().keySet().stream().map(key -> key + " = ?").collect(Collectors.joining(" AND "));
        String question = "SELECT " + column + " FROM " + update.table() + " WHERE " + condition;
        try (PreparedStatement statement =
                        prepared(connection, question, update.key().values());
                ResultSet row = statement.executeQuery()) {
            return row.next() ? StoredValue.read(row, column, alike) : null;
        }
    }

    private static PreparedStatement prepared(
            Connection connection, String sql, Collection<? extends @Nullable Object> parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        int place = 1;
        for (Object parameter : parameters) {
            statement.setObject(place++, parameter);
        }
        return statement;
    }
}
