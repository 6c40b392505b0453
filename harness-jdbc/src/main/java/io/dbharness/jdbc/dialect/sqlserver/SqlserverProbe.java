package io.dbharness.jdbc.dialect.sqlserver;

import io.dbharness.jdbc.dialect.StatisticsProbe;
import io.dbharness.jdbc.dialect.StatisticsProbe.Refusal;
import io.dbharness.sut.ServerProbe;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The dynamic management views of SQL Server and, on Azure SQL Database, {@code sys.dm_db_resource_stats}: how much of its tier's limits a
 * database uses. What a tier does not have, or an account may not see, is left out.
 */
final class SqlserverProbe {

    /** Messages: no such column, object or function; no right to it (229, 230, 297, 300, 371, 916); not on this product (40515, 41918). */
    private static final Set<Integer> NOT_ANSWERED =
            Set.of(195, 207, 208, 229, 230, 297, 300, 371, 916, 4121, 40515, 41918);

    private SqlserverProbe() {}

    /** @param connections opens the one connection it uses, again after that was lost */
    static ServerProbe of(Supplier<Connection> connections) {
        return new StatisticsProbe<>(Question.class, "sqlserver", Question.ALL, SqlserverProbe::refusal, connections);
    }

    static Refusal refusal(SQLException failure) {
        return NOT_ANSWERED.contains(failure.getErrorCode()) ? Refusal.FOR_GOOD : Refusal.NONE;
    }

    /** What it asks; the text is in {@code jdbc/probe}. */
    enum Question {
        SHARES,
        SESSIONS,
        PACE,
        FILES,
        COUNTS;

        private static final StatisticsProbe.Questions<Question> ALL = new StatisticsProbe.Questions<>(
                List.of(List.of(SHARES), List.of(SESSIONS)),
                List.of(List.of(PACE)),
                List.of(List.of(FILES), List.of(COUNTS)));
    }
}
