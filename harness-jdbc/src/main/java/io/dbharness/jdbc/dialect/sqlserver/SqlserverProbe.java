package io.dbharness.jdbc.dialect.sqlserver;

import io.dbharness.jdbc.dialect.Statistics;
import io.dbharness.jdbc.dialect.Statistics.Refusal;
import io.dbharness.jdbc.sql.SqlCatalog;
import io.dbharness.target.ServerProbe;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The dynamic management views of SQL Server and, on Azure SQL Database, {@code sys.dm_db_resource_stats}: how much of its tier's limits a
 * database uses. What a relative does not have, or an account may not see, is left out.
 */
final class SqlserverProbe implements ServerProbe {

    private static final List<List<SqlserverStatement>> LEVELS =
            List.of(List.of(SqlserverStatement.SHARES), List.of(SqlserverStatement.SESSIONS));

    private static final List<List<SqlserverStatement>> PACES = List.of(List.of(SqlserverStatement.PACE));

    private static final List<List<SqlserverStatement>> COUNTS =
            List.of(List.of(SqlserverStatement.FILES), List.of(SqlserverStatement.COUNTS));

    /** Messages: no such column, object or function; no right to it (229, 230, 297, 300, 371, 916); not on this product (40515, 41918). */
    private static final Set<Integer> NOT_ANSWERED =
            Set.of(195, 207, 208, 229, 230, 297, 300, 371, 916, 4121, 40515, 41918);

    private final Statistics<SqlserverStatement> statistics;
    private Map<String, Double> before = Map.of();

    /** @param connections opens the one connection it uses, again after that was lost */
    SqlserverProbe(Supplier<Connection> connections) {
        statistics = new Statistics<>(
                SqlserverStatement.class,
                SqlCatalog.load(SqlserverStatement.class, SqlserverProbe.class, "jdbc/probe", List.of("sqlserver")),
                connections,
                SqlserverProbe::refusal);
    }

    @Override
    public Map<String, Double> read() throws SQLException {
        Map<String, Double> levels = new TreeMap<>(statistics.ask(LEVELS));
        Map<String, Double> now = statistics.ask(PACES);
        levels.putAll(Statistics.paces(before, now));
        before = now;
        return levels;
    }

    @Override
    public Map<String, Double> counters() throws SQLException {
        return statistics.ask(COUNTS);
    }

    @Override
    public void close() {
        statistics.close();
    }

    /** Babelfish for PostgreSQL reports what it does not have by its own SQLSTATE of class 42 or 0A. */
    static Refusal refusal(SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        boolean relative = state.startsWith("42") || state.startsWith("0A");
        return relative || NOT_ANSWERED.contains(failure.getErrorCode()) ? Refusal.FOR_GOOD : Refusal.NONE;
    }
}
