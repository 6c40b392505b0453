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
 * Reads the dynamic management views of SQL Server and, on Azure SQL Database, {@code sys.dm_db_resource_stats}, which reports the use of
 * the tier's limits. Views that a tier lacks, or that the account may not see, are omitted.
 */
final class SqlserverProbe {

    /**
     * Error numbers: missing column, object or function; missing right (229, 230, 297, 300, 371, 916); not supported by this product
     * (40515, 41918).
     */
    private static final Set<Integer> NOT_ANSWERED =
            Set.of(195, 207, 208, 229, 230, 297, 300, 371, 916, 4121, 40515, 41918);

    private SqlserverProbe() {}

    /** @param connections opens the probe's connection, again after a loss */
    static ServerProbe of(Supplier<Connection> connections) {
        return new StatisticsProbe<>(Question.class, "sqlserver", Question.ALL, SqlserverProbe::refusal, connections);
    }

    static Refusal refusal(SQLException failure) {
        return NOT_ANSWERED.contains(failure.getErrorCode()) ? Refusal.FOR_GOOD : Refusal.NONE;
    }

    /** The queries; their text is in {@code jdbc/probe}. */
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
