package io.dbharness.bench;

import io.dbharness.sysbench.input.DigitGroups;
import io.dbharness.sysbench.operation.SysbenchStatement.StatementText;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A transaction of sysbench on its tables of PostgreSQL, as calls of the JDBC driver. Texts are drawn from some that are made before.
 *
 * @param statements the statements
 * @param autoCommit true if there is one statement, which is its own transaction
 * @param sending    sends them to one table
 */
record DriverRequest(List<StatementText> statements, boolean autoCommit, Sending sending) {

    static final int TABLES = 4;
    private static final int ROWS = 100_000;
    private static final int POINT_SELECTS = 10;
    private static final int RANGE = 100;
    private static final List<String> TEXTS = texts(DigitGroups.C_GROUPS);
    private static final List<String> PADS = texts(DigitGroups.PAD_GROUPS);

    /** Sends a transaction, without its commit. */
    @FunctionalInterface
    interface Sending {

        void send(List<PreparedStatement> statements, SplittableRandom random) throws SQLException;
    }

    static DriverRequest named(String name) {
        return switch (name) {
            case "point-select" ->
                new DriverRequest(
                        List.of(StatementText.POINT_SELECT),
                        true,
                        (statements, random) -> requireOne(select(statements.get(0), row(random))));
            case "insert" -> new DriverRequest(List.of(StatementText.INSERT), true, DriverRequest::insert);
            case "read-write" ->
                new DriverRequest(
                        List.of(
                                StatementText.POINT_SELECT,
                                StatementText.SIMPLE_RANGE,
                                StatementText.SUM_RANGE,
                                StatementText.ORDER_RANGE,
                                StatementText.DISTINCT_RANGE,
                                StatementText.INDEX_UPDATE,
                                StatementText.NON_INDEX_UPDATE,
                                StatementText.DELETE,
                                StatementText.INSERT_WITH_ID),
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

    private static List<String> texts(int groups) {
        DigitGroups texts = new DigitGroups(new SplittableRandom(groups));
        return Stream.generate(() -> texts.next(groups)).limit(1_000).toList();
    }
}
