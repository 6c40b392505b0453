package io.dbharness.sql.data;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.sql.profile.SqlProfile.Answer;
import io.dbharness.sql.profile.SqlText;
import io.dbharness.workload.Check;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes the checks of a profile: queries and their expected answers.
 *
 * @param target  target to query
 * @param checks  checks of the profile
 * @param lineage lineage of the target's dialect
 */
record AnswerChecks(JdbcTarget target, List<Answer> checks, List<String> lineage) {

    /** The maximum number of rows of an answer, because rows are compared one by one; larger comparisons should aggregate. */
    private static final int MOST_ROWS = 1_000;

    private static final int LONGEST_SHOWN = 60;

    /** Makes the checks of one time, {@code before} or {@code after} a run; all checks for any other time. */
    List<Check> check(String when) {
        List<Check> made = new ArrayList<>();
        target.jdbi().useHandle(handle -> {
            for (Answer check : checks) {
                boolean due = when.equals("before") ? check.before() : !when.equals("after") || check.after();
                if (due) {
                    made.add(made(check, when, handle.getConnection()));
                }
            }
        });
        return made;
    }

    private Check made(Answer check, String when, Connection connection) {
        try {
            List<List<String>> found = answer(connection, check.sql());
            if (tooLong(found)) {
                return new Check(
                        check.name(), when, false, "answers more than " + MOST_ROWS + " rows; ask for fewer, or a sum");
            }
            List<List<String>> wanted = check.equals().isPresent()
                    ? answer(connection, check.equals().get())
                    : List.of(List.of(check.answer().orElseThrow().strip()));
            return difference(found, wanted)
                    .map(text -> new Check(check.name(), when, false, text))
                    .orElseGet(() -> new Check(check.name(), when, true, agreed(found)));
        } catch (SQLException e) {
            throw target.failure("make the check " + check.name(), e);
        }
    }

    private List<List<String>> answer(Connection connection, SqlText question) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question.in(lineage))) {
            int columns = answer.getMetaData().getColumnCount();
            while (!tooLong(rows) && answer.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(String.valueOf(answer.getString(column)));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static boolean tooLong(List<List<String>> rows) {
        return rows.size() > MOST_ROWS;
    }

    private static String agreed(List<List<String>> found) {
        return found.size() == 1 ? "the answer is " + shown(found.get(0)) : found.size() + " rows agree";
    }

    private static Optional<String> difference(List<List<String>> found, List<List<String>> wanted) {
        for (int row = 0; row < Math.max(found.size(), wanted.size()); row++) {
            if (row >= found.size() || row >= wanted.size()) {
                return Optional.of("the answer has " + rows(found.size()) + ", not " + rows(wanted.size()));
            }
            if (!same(found.get(row), wanted.get(row))) {
                String which = wanted.size() == 1 ? "the answer" : "row " + (row + 1);
                return Optional.of(which + " is " + shown(found.get(row)) + ", not " + shown(wanted.get(row)));
            }
        }
        return Optional.empty();
    }

    private static String rows(int count) {
        return count > MOST_ROWS ? "more than " + MOST_ROWS + " rows" : count == 1 ? "1 row" : count + " rows";
    }

    private static boolean same(List<String> one, List<String> other) {
        boolean same = one.size() == other.size();
        for (int column = 0; same && column < one.size(); column++) {
            same = same(one.get(column), other.get(column));
        }
        return same;
    }

    /** Compares numbers by value, so that 3 equals 3.00. */
    private static boolean same(String one, String other) {
        if (one.equals(other)) {
            return true;
        }
        try {
            return new BigDecimal(one).compareTo(new BigDecimal(other)) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String shown(List<String> row) {
        String text = String.join(", ", row);
        return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text;
    }
}
