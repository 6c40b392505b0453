package io.dbharness.mysql;

import io.dbharness.jdbc.dialect.StatisticsProbe;
import io.dbharness.jdbc.dialect.StatisticsProbe.Refusal;
import io.dbharness.sut.ServerProbe;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Reads the server's status variables. Variables that a product lacks, or that the account may not see, are omitted. */
final class MysqlProbe {

    /** Error numbers: missing table, also in {@code information_schema}; missing right. */
    private static final Set<Integer> NOT_ANSWERED = Set.of(1044, 1109, 1142, 1146, 1227, 3167);

    private MysqlProbe() {}

    /** @param connections opens the probe's connection, again after a loss */
    static ServerProbe of(Supplier<Connection> connections) {
        return new StatisticsProbe<>(Question.class, "mysql", Question.ALL, MysqlProbe::refusal, connections);
    }

    private static Refusal refusal(SQLException failure) {
        return NOT_ANSWERED.contains(failure.getErrorCode()) ? Refusal.FOR_GOOD : Refusal.NONE;
    }

    /** The queries; their text is in {@code jdbc/probe}. */
    enum Question {
        SESSIONS,
        SESSIONS_OF_MYSQL,
        PACE,
        PACE_OF_MYSQL,
        COUNTS,
        COUNTS_OF_MYSQL;

        private static final StatisticsProbe.Questions<Question> ALL = new StatisticsProbe.Questions<>(
                List.of(List.of(SESSIONS, SESSIONS_OF_MYSQL)),
                List.of(List.of(PACE, PACE_OF_MYSQL)),
                List.of(List.of(COUNTS, COUNTS_OF_MYSQL)));
    }
}
