package io.dbharness.tpcc.operation;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.sut.SessionSource;
import io.dbharness.tpcc.TpccTestDatabase;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.util.List;
import java.util.Map;

/** The shared data set as a transaction test sees it: a session to run on, and questions and answers in SQL. One thread. */
final class Shop implements AutoCloseable {

    private final TpccTestDatabase database;
    private final SessionSource<JdbcSession> sessions;
    private final JdbcSession session;
    private final TpccTransactions transactions;

    Shop(TpccTestDatabase database, Mode mode) {
        this.database = database;
        this.transactions = database.transactions(mode);
        this.sessions = database.shared().dedicatedSessions();
        this.session = sessions.acquire();
    }

    TpccTransactions transactions() {
        return transactions;
    }

    JdbcSession session() {
        return session;
    }

    /** One value, as text. */
    String ask(String sql, Object... arguments) {
        return database.shared()
                .jdbi()
                .withHandle(handle ->
                        handle.select(sql, arguments).mapTo(String.class).one());
    }

    int number(String sql, Object... arguments) {
        return Integer.parseInt(ask(sql, arguments));
    }

    /** Rows by column name. */
    List<Map<String, Object>> rows(String sql, Object... arguments) {
        return database.shared()
                .jdbi()
                .withHandle(handle -> handle.select(sql, arguments).mapToMap().list());
    }

    /** The first column of all rows. */
    List<Integer> numbers(String sql, Object... arguments) {
        return database.shared()
                .jdbi()
                .withHandle(handle ->
                        handle.select(sql, arguments).mapTo(Integer.class).list());
    }

    void change(String sql, Object... arguments) {
        database.shared().jdbi().useHandle(handle -> handle.execute(sql, arguments));
    }

    /** The conditions that do not hold. */
    List<Check> violations() {
        return database.sharedDataSet().check("after", Progress.SILENT).stream()
                .filter(check -> !check.passed())
                .toList();
    }

    @Override
    public void close() {
        session.close();
        sessions.close();
    }
}
