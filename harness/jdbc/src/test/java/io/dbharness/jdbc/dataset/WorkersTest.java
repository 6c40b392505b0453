package io.dbharness.jdbc.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.PostgresqlServer;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.workload.Progress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("server")
@ExtendWith(PostgresqlServer.Given.class)
class WorkersTest {

    private final JdbcTarget target;
    private final Workers workers;

    WorkersTest(PostgresqlServer server) {
        target = server.target();
        workers = new Workers(target, 3);
    }

    @AfterEach
    void close() {
        workers.close();
        target.close();
    }

    @Test
    void theConnectionsOfOneListServeTheNext() {
        List<Long> first = workers.run("ask", threeAtOnce());
        List<Long> next = workers.run("ask again", threeAtOnce());

        assertThat(first).doesNotHaveDuplicates();
        assertThat(next).containsExactlyInAnyOrderElementsOf(first);
    }

    @Test
    void inTurnOneConnectionDoesAll() {
        List<Long> sessions = workers.run("ask", 1, Collections.nCopies(5, WorkersTest::session));

        assertThat(sessions).hasSize(5).containsOnly(sessions.get(0));
    }

    @Test
    void aConnectionThatFailedWithinATransactionServesNobodyElse() {
        List<Long> sessions = workers.run("ask", List.of(WorkersTest::session));

        assertThatThrownBy(() -> workers.run("divide", List.of(connection -> {
                    connection.setAutoCommit(false);
                    return execute(connection, "SELECT 1 / 0");
                })))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("could not divide")
                .hasMessageContaining("division by zero");

        assertThat(workers.run("ask again", List.of(WorkersTest::session))).doesNotContainAnyElementsOf(sessions);
    }

    @Test
    void aConnectionThatTheServerEndedMeanwhileIsReplaced() {
        List<Long> sessions = workers.run("ask", List.of(WorkersTest::session));
        target.jdbi().useHandle(handle -> handle.execute("SELECT pg_terminate_backend(" + sessions.get(0) + ", 5000)"));

        assertThat(workers.run("ask again", List.of(WorkersTest::session))).doesNotContainAnyElementsOf(sessions);
    }

    /** The wait for a lock has no limit on the server. */
    @Test
    void tablesThatAnotherSessionLocksEndALoadAtItsLimit() throws SQLException {
        try (Connection other = target.openConnection();
                Workers impatient = new Workers(target, 1, Progress.SILENT, Duration.ofMillis(50))) {
            target.jdbi().useHandle(handle -> handle.execute("CREATE TABLE locked_elsewhere (id int)"));
            other.setAutoCommit(false);
            execute(other, "SELECT count(*) FROM locked_elsewhere");

            assertThatThrownBy(() -> impatient.script("drop the tables", List.of("DROP TABLE locked_elsewhere")))
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageContaining("did not drop the tables within 0 s; end the session that locks the tables");

            other.rollback();
        }
    }

    /** Each waits for the others, so that each has a connection of its own. */
    private static List<Workers.Task<Long>> threeAtOnce() {
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
