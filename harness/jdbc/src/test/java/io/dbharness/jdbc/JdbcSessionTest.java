package io.dbharness.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.sut.SessionSource;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("server")
@ExtendWith(PostgresqlServer.Given.class)
class JdbcSessionTest {

    private static final String INSERT = "INSERT INTO session_test (id) VALUES (?)";

    private final JdbcTarget target;
    private final SessionSource<JdbcSession> source;

    JdbcSessionTest(PostgresqlServer server) {
        target = server.target();
        source = target.dedicatedSessions();
    }

    @BeforeEach
    void createTable() {
        target.jdbi().useHandle(handle -> {
            handle.execute("DROP TABLE IF EXISTS session_test");
            handle.execute("CREATE TABLE session_test (id int)");
        });
    }

    @AfterEach
    void close() {
        source.close();
        target.close();
    }

    @Test
    void aStatementIsPreparedOnceForASession() throws SQLException {
        JdbcSession session = source.acquire();

        PreparedStatement first = session.prepare(INSERT);

        assertThat(session.prepare(INSERT)).isSameAs(first);
        assertThat(session.prepare("SELECT 1")).isNotSameAs(first);
    }

    @Test
    void aStatementStaysPreparedOnTheServerFromItsFirstExecution() throws SQLException {
        JdbcSession session = source.acquire();

        insert(session, 1);

        assertThat(count(
                        session,
                        "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'INSERT INTO session_test%'"))
                .isEqualTo(1);
    }

    @Test
    void nothingIsVisibleBeforeTheCommit() throws SQLException {
        JdbcSession session = source.acquire();

        insert(session, 1);
        assertThat(rows()).isZero();
        session.commit();

        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void aRollbackLeavesNothing() throws SQLException {
        JdbcSession session = source.acquire();

        insert(session, 1);
        session.rollback();
        session.commit();

        assertThat(rows()).isZero();
    }

    @Test
    void resetMakesASessionUsableAfterAFailedStatement() throws SQLException {
        JdbcSession session = source.acquire();
        insert(session, 1);
        assertThatThrownBy(() -> count(session, "SELECT 1 / 0")).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> insert(session, 2)).isInstanceOf(SQLException.class);

        session.reset();
        insert(session, 3);
        session.commit();

        assertThat(rows()).isEqualTo(1);
    }

    /** Or a user would go on with it for ever, failing at once each time. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void resetTellsThatTheConnectionIsLost(boolean autoCommit) throws SQLException {
        JdbcSession session = source.acquire();
        session.autoCommit(autoCommit);
        long pid = count(session, "SELECT pg_backend_pid()");
        target.jdbi().useHandle(handle -> handle.execute("SELECT pg_terminate_backend(?)", (int) pid));
        assertThatThrownBy(() -> insert(session, 1)).isInstanceOf(SQLException.class);

        assertThatThrownBy(session::reset).isInstanceOf(SQLException.class);
    }

    @Test
    void resetForgetsABatchThatWasNotSent() throws SQLException {
        JdbcSession session = source.acquire();
        PreparedStatement insert = session.prepare(INSERT);
        insert.setInt(1, 1);
        insert.addBatch();

        session.reset();
        insert.setInt(1, 2);
        insert.addBatch();
        insert.executeBatch();
        session.commit();

        assertThat(rows()).isEqualTo(1);
    }

    private static void insert(JdbcSession session, int id) throws SQLException {
        PreparedStatement insert = session.prepare(INSERT);
        insert.setInt(1, id);
        insert.executeUpdate();
    }

    private static long count(JdbcSession session, String sql) throws SQLException {
        try (ResultSet result = session.prepare(sql).executeQuery()) {
            result.next();
            return result.getLong(1);
        }
    }

    private long rows() {
        return target.jdbi()
                .withHandle(handle -> handle.createQuery("SELECT count(*) FROM session_test")
                        .mapTo(Long.class)
                        .one());
    }
}
