package io.dbharness.jdbc.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.PostgresqlServer;
import io.dbharness.model.HarnessException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresqlServer.Given.class)
class CrewTest {

    private final JdbcTarget target;
    private final Crew crew;

    CrewTest(PostgresqlServer server) {
        target = server.target();
        crew = new Crew(target, 3);
    }

    @AfterEach
    void close() {
        crew.close();
        target.close();
    }

    @Test
    void theConnectionsOfOneListServeTheNext() {
        List<Long> first = crew.run("ask", threeAtOnce());
        List<Long> next = crew.run("ask again", threeAtOnce());

        assertThat(first).doesNotHaveDuplicates();
        assertThat(next).containsExactlyInAnyOrderElementsOf(first);
    }

    @Test
    void inTurnOneConnectionDoesAll() {
        List<Long> sessions = crew.runInTurn("ask", Collections.nCopies(5, CrewTest::session));

        assertThat(sessions).hasSize(5).containsOnly(sessions.get(0));
    }

    @Test
    void aConnectionThatFailedWithinATransactionServesNobodyElse() {
        List<Long> sessions = crew.run("ask", List.of(CrewTest::session));

        assertThatThrownBy(() -> crew.run("divide", List.of(connection -> {
                    connection.setAutoCommit(false);
                    return execute(connection, "SELECT 1 / 0");
                })))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("could not divide")
                .hasMessageContaining("division by zero");

        assertThat(crew.run("ask again", List.of(CrewTest::session))).doesNotContainAnyElementsOf(sessions);
    }

    @Test
    void aConnectionThatTheServerEndedMeanwhileIsReplaced() {
        List<Long> sessions = crew.run("ask", List.of(CrewTest::session));
        target.jdbi().useHandle(handle -> handle.execute("SELECT pg_terminate_backend(" + sessions.get(0) + ", 5000)"));

        assertThat(crew.run("ask again", List.of(CrewTest::session))).doesNotContainAnyElementsOf(sessions);
    }

    /** Each waits for the others, so that each has a connection of its own. */
    private static List<Crew.Task<Long>> threeAtOnce() {
        CyclicBarrier all = new CyclicBarrier(3);
        return Collections.nCopies(3, connection -> {
            try {
                all.await();
            } catch (Exception e) {
                throw new SQLException(e);
            }
            return session(connection);
        });
    }

    private static long session(Connection connection) throws SQLException {
        return execute(connection, "SELECT pg_backend_pid()");
    }

    private static long execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            answer.next();
            return answer.getLong(1);
        }
    }
}
