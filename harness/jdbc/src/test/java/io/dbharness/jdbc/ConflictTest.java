package io.dbharness.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.FailureKind;
import io.dbharness.sut.SessionSource;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures that two sessions cause each other, as the server reports them. */
@Tag("server")
@ExtendWith(PostgresqlServer.Given.class)
class ConflictTest {

    private final PostgresqlServer server;
    private final JdbcTarget target;

    ConflictTest(PostgresqlServer server) {
        this.server = server;
        this.target = server.target();
    }

    @BeforeEach
    void createTable() {
        target.jdbi().useHandle(handle -> {
            handle.execute("DROP TABLE IF EXISTS conflict_test");
            handle.execute("CREATE TABLE conflict_test (id int PRIMARY KEY, n int NOT NULL CHECK (n < 100))");
            handle.execute("INSERT INTO conflict_test VALUES (1, 0), (2, 0)");
        });
    }

    @AfterEach
    void close() {
        target.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"repeatable-read", "serializable"})
    void anUpdateOfWhatAnotherChangedIsASerializationFailure(String isolation) throws SQLException {
        try (JdbcTarget isolated = server.target(Map.of("isolation", isolation));
                SessionSource<JdbcSession> one = isolated.dedicatedSessions();
                SessionSource<JdbcSession> other = isolated.dedicatedSessions()) {
            one.acquire().prepare("SELECT n FROM conflict_test").execute();
            increment(other.acquire(), 1);
            other.acquire().commit();

            assertThatThrownBy(() -> increment(one.acquire(), 1))
                    .satisfies(failure ->
                            assertThat(isolated.failures().classify(failure)).isEqualTo(FailureKind.SERIALIZATION));

            one.acquire().reset();
            increment(one.acquire(), 1);
            one.acquire().commit();
        }
    }

    @Test
    void theVictimOfADeadlockIsClassifiedAndTheOtherGoesOn() throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(2);
        try (SessionSource<JdbcSession> one = target.dedicatedSessions();
                SessionSource<JdbcSession> other = target.dedicatedSessions()) {
            increment(one.acquire(), 1);
            increment(other.acquire(), 2);

            Future<?> crossing = workers.submit(() -> incrementAndCommit(one.acquire(), 2));
            Future<?> back = workers.submit(() -> incrementAndCommit(other.acquire(), 1));

            assertThat(Stream.of(kindOf(crossing), kindOf(back)))
                    .containsExactlyInAnyOrder(FailureKind.NONE, FailureKind.DEADLOCK);
        } finally {
            workers.shutdownNow();
        }
    }

    @Test
    void aLockThatDoesNotComeInTimeIsATimeout() throws SQLException {
        try (SessionSource<JdbcSession> one = target.dedicatedSessions();
                SessionSource<JdbcSession> other = target.dedicatedSessions()) {
            increment(one.acquire(), 1);
            other.acquire().prepare("SET LOCAL lock_timeout = '10ms'").execute();

            assertThatThrownBy(() -> increment(other.acquire(), 1))
                    .satisfies(failure ->
                            assertThat(target.failures().classify(failure)).isEqualTo(FailureKind.TIMEOUT));
        }
    }

    @Test
    void aViolatedConstraintInABatchIsClassified() {
        try (SessionSource<JdbcSession> source = target.dedicatedSessions()) {
            assertThatThrownBy(() -> insertTwice(source.acquire()))
                    .satisfies(failure ->
                            assertThat(target.failures().classify(failure)).isEqualTo(FailureKind.CONSTRAINT));
        }
    }

    @Test
    void theKindSurvivesAWrapper() {
        RuntimeException wrapped = new IllegalStateException(new SQLException("a deadlock", "40P01"));

        assertThat(target.failures().classify(wrapped)).isEqualTo(FailureKind.DEADLOCK);
        assertThat(target.failures().classify(new IllegalStateException("a bug")))
                .isEqualTo(FailureKind.OTHER);
    }

    private FailureKind kindOf(Future<?> work) throws InterruptedException {
        try {
            work.get();
            return FailureKind.NONE;
        } catch (ExecutionException e) {
            return target.failures().classify(e);
        }
    }

    private static Void incrementAndCommit(JdbcSession session, int id) throws SQLException {
        try {
            increment(session, id);
            session.commit();
            return null;
        } catch (SQLException e) {
            session.reset();
            throw e;
        }
    }

    private static void increment(JdbcSession session, int id) throws SQLException {
        PreparedStatement update = session.prepare("UPDATE conflict_test SET n = n + 1 WHERE id = ?");
        update.setInt(1, id);
        update.executeUpdate();
    }

    private static void insertTwice(JdbcSession session) throws SQLException {
        PreparedStatement insert = session.prepare("INSERT INTO conflict_test VALUES (?, 0)");
        for (int id : List.of(3, 3)) {
            insert.setInt(1, id);
            insert.addBatch();
        }
        insert.executeBatch();
    }
}
