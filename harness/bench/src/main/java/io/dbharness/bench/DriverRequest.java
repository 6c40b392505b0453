package io.dbharness.bench;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A transaction of sysbench on its tables of PostgreSQL, as calls of the JDBC driver. Texts are drawn from some that are made before.
 *
 * @param statements the statements, with the number of the table as {@code %d}
 * @param autoCommit true if there is one statement, which is its own transaction
 * @param sending    sends them to one table
 */
record DriverRequest(List<String> statements, boolean autoCommit, Sending sending) {

    static final int TABLES = 4;
    private static final int ROWS = 100_000;
    private static final int POINT_SELECTS = 10;
    private static final int RANGE = 100;
    private static final List<String> TEXTS = texts(10);
    private static final List<String> PADS = texts(5);

    /** Sends a transaction, without its commit. */
    @FunctionalInterface
    interface Sending {

        void send(List<PreparedStatement> statements, SplittableRandom random) throws SQLException;
    }

    static DriverRequest named(String name) {
        return switch (name) {
            case "point-select" ->
                new DriverRequest(
                        List.of("SELECT c FROM sbtest%d WHERE id=?"),
                        true,
                        (statements, random) -> requireOne(select(statements.get(0), row(random))));
            case "insert" ->
                new DriverRequest(
                        List.of("INSERT INTO sbtest%d (k, c, pad) VALUES (?, ?, ?)"), true, DriverRequest::insert);
            case "read-write" ->
                new DriverRequest(
                        List.of(
                                "SELECT c FROM sbtest%d WHERE id=?",
                                "SELECT c FROM sbtest%d WHERE id BETWEEN ? AND ?",
                                "SELECT SUM(k) FROM sbtest%d WHERE id BETWEEN ? AND ?",
                                "SELECT c FROM sbtest%d WHERE id BETWEEN ? AND ? ORDER BY c",
                                "SELECT DISTINCT c FROM sbtest%d WHERE id BETWEEN ? AND ? ORDER BY c",
                                "UPDATE sbtest%d SET k=k+1 WHERE id=?",
                                "UPDATE sbtest%d SET c=? WHERE id=?",
                                "DELETE FROM sbtest%d WHERE id=?",
                                "INSERT INTO sbtest%d (id, k, c, pad) VALUES (?, ?, ?, ?)"),
                        false,
                        DriverRequest::readWrite);
            default -> throw new IllegalArgumentException("no request of this name: " + name);
        };
    }

    private static void insert(List<PreparedStatement> statements, SplittableRandom random) throws SQLException {
        PreparedStatement insert = statements.get(0);
        insert.setInt(1, row(random));
        insert.setString(2, any(TEXTS, random));
        insert.setString(3, any(PADS, random));
        requireOne(insert.executeUpdate());
    }

    private static void requireOne(int rows) throws SQLException {
        if (rows != 1) {
            throw new SQLException("one row was expected, not " + rows);
        }
    }

    private static void readWrite(List<PreparedStatement> statements, SplittableRandom random) throws SQLException {
        for (int i = 0; i < POINT_SELECTS; i++) {
            select(statements.get(0), row(random));
        }
        for (PreparedStatement range : statements.subList(1, 5)) {
            int from = row(random);
            range.setInt(2, from + RANGE - 1);
            select(range, from);
        }
        PreparedStatement updateOfIndex = statements.get(5);
        updateOfIndex.setInt(1, row(random));
        updateOfIndex.executeUpdate();
        PreparedStatement update = statements.get(6);
        update.setString(1, any(TEXTS, random));
        update.setInt(2, row(random));
        update.executeUpdate();
        int replaced = row(random);
        PreparedStatement delete = statements.get(7);
        delete.setInt(1, replaced);
        delete.executeUpdate();
        PreparedStatement insert = statements.get(8);
        insert.setInt(1, replaced);
        insert.setInt(2, row(random));
        insert.setString(3, any(TEXTS, random));
        insert.setString(4, any(PADS, random));
        insert.executeUpdate();
    }

    /** Returns the number of rows. Values are not read, as in sysbench. */
    private static int select(PreparedStatement select, int first) throws SQLException {
        select.setInt(1, first);
        int count = 0;
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                count++;
            }
        }
        return count;
    }

    private static int row(SplittableRandom random) {
        return random.nextInt(1, ROWS + 1);
    }

    private static String any(List<String> texts, SplittableRandom random) {
        return texts.get(random.nextInt(texts.size()));
    }

    /** Texts of groups of eleven random digits, as sysbench's. */
    private static List<String> texts(int groups) {
        SplittableRandom random = new SplittableRandom(groups);
        return Stream.generate(() -> IntStream.range(0, groups)
                        .mapToObj(group -> "%011d".formatted(random.nextLong(100_000_000_000L)))
                        .collect(Collectors.joining("-")))
                .limit(1_000)
                .toList();
    }
}
