package io.dbharness.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.TargetSpec;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

@Tag("server")
@ExtendWith(PostgresqlServer.Given.class)
class SessionSourceTest {

    private static final String PREPARED_HERE = "SELECT count(*) FROM pg_prepared_statements WHERE statement = ";

    private final PostgresqlServer server;
    private final JdbcTarget target;

    SessionSourceTest(PostgresqlServer server) {
        this.server = server;
        target = server.target();
    }

    @AfterEach
    void close() {
        target.close();
    }

    @Test
    void aDedicatedSessionIsOpenedOnFirstUseAndKept() {
        try (SessionSource<JdbcSession> source = target.dedicatedSessions()) {
            JdbcSession first = source.acquire();
            source.release(first);

            assertThat(source.acquire()).isSameAs(first);
        }
    }

    /** A login that a load repeats is limited read by read. The limit must not remain for its requests. */
    @Test
    void aSessionThatIsOpenedAgainHasNoLimitOnItsReads() throws SQLException {
        try (JdbcTarget again = server.target(Map.of("reconnect", "1"));
                SessionSource<JdbcSession> source = again.dedicatedSessions()) {
            JdbcSession session = source.acquire();

            assertThat(session.connection().getNetworkTimeout()).isZero();
            assertThat(answer(session, "SELECT current_setting('application_name')"))
                    .isEqualTo("dbharness");
        }
    }

    /** A statement for the level would be one of five round trips of a transaction on a new connection. */
    @ParameterizedTest
    @CsvSource({
        "read-committed, '', client",
        "repeatable-read, '', client",
        "serializable, '', client",
        "serializable, options=-c%20geqo=off, session"
    })
    void theLevelOfASessionThatIsOpenedAgainIsPartOfItsLogin(String level, String inUrl, String source)
            throws SQLException {
        TargetSpec at = server.address();
        TargetSpec spec = new TargetSpec(
                at.url() + (at.url().contains("?") ? "&" : "?") + inUrl,
                at.user(),
                at.password(),
                Optional.empty(),
                Map.of("reconnect", "1", "isolation", level));
        try (JdbcTarget again = new JdbcTargetProvider().open(spec);
                SessionSource<JdbcSession> sessions = again.dedicatedSessions()) {
            JdbcSession session = sessions.acquire();

            assertThat(answer(session, "SELECT replace(current_setting('transaction_isolation'), ' ', '-')"))
                    .isEqualTo(level);
            assertThat(answer(session, "SELECT source FROM pg_settings WHERE name = 'default_transaction_isolation'"))
                    .isEqualTo(source);
        }
    }

    @Test
    void workersHaveSessionsOfTheirOwn() throws SQLException {
        try (SessionSource<JdbcSession> one = target.dedicatedSessions();
                SessionSource<JdbcSession> other = target.dedicatedSessions()) {
            assertThat(backend(one.acquire())).isNotEqualTo(backend(other.acquire()));
        }
    }

    @Test
    void allLeasedSessionsAreOpenAndIdleBeforeTheFirstLease() throws SQLException {
        try (SessionSource<JdbcSession> source = target.leasedSessions(3)) {
            List<JdbcSession> leased =
                    IntStream.range(0, 3).mapToObj(i -> source.acquire()).toList();

            List<Integer> backends = new ArrayList<>();
            for (JdbcSession session : leased) {
                backends.add(backend(session));
            }
            assertThat(backends).doesNotHaveDuplicates();
            assertThat(statesOf(backends)).containsOnly("idle").hasSize(3);
            leased.forEach(source::release);
        }
    }

    @Test
    void aLeaseIsTheDriversOwnConnectionWithAutocommitOff() throws SQLException {
        try (SessionSource<JdbcSession> source = target.leasedSessions(1)) {
            JdbcSession session = source.acquire();

            assertThat(session.connection().getClass().getName()).startsWith("org.postgresql.");
            assertThat(session.connection().getAutoCommit()).isFalse();
            source.release(session);
        }
    }

    @Test
    void preparedStatementsSurviveTheLease() throws SQLException {
        String sql = "SELECT 'leased'";
        try (SessionSource<JdbcSession> source = target.leasedSessions(1)) {
            JdbcSession first = source.acquire();
            PreparedStatement statement = first.prepare(sql);
            answer(first, sql);
            first.commit();
            source.release(first);

            JdbcSession second = source.acquire();

            assertThat(second.prepare(sql)).isSameAs(statement);
            assertThat(answer(second, PREPARED_HERE + "'" + sql.replace("'", "''") + "'"))
                    .isEqualTo("1");
            source.release(second);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTerminatedSessionIsALostConnectionAndIsReplaced(boolean leased) throws SQLException {
        try (SessionSource<JdbcSession> source = leased ? target.leasedSessions(1) : target.dedicatedSessions()) {
            JdbcSession broken = source.acquire();
            int pid = backend(broken);
            terminate(pid);

            assertThatThrownBy(() -> answer(broken, "SELECT 1"))
                    .satisfies(failure ->
                            assertThat(target.failures().classify(failure)).isEqualTo(FailureKind.CONNECTION_LOST));
            assertThatThrownBy(broken::reset).isInstanceOf(SQLException.class);
            source.discard(broken);
            JdbcSession fresh = source.acquire();

            assertThat(fresh).isNotSameAs(broken);
            assertThat(answer(fresh, "SELECT 'well'")).isEqualTo("well");
            assertThat(backend(fresh)).isNotEqualTo(pid);
            source.release(fresh);
        }
    }

    @Test
    void aDiscardedLeaseMakesRoomForAnother() throws SQLException {
        try (SessionSource<JdbcSession> source = target.leasedSessions(2)) {
            JdbcSession kept = source.acquire();
            JdbcSession broken = source.acquire();
            int gone = backend(broken);
            source.discard(broken);

            JdbcSession fresh = source.acquire();

            assertThat(backend(fresh)).isNotIn(gone, backend(kept));
            target.jdbi()
                    .useHandle(handle -> Eventually.answers(
                            handle, "SELECT count(*) FROM pg_stat_activity WHERE pid = " + gone, "0"));
            source.release(kept);
            source.release(fresh);
        }
    }

    @Test
    void whoWaitsForALeaseHearsAnInterrupt() {
        try (SessionSource<JdbcSession> source = target.leasedSessions(1)) {
            JdbcSession only = source.acquire();

            Thread.currentThread().interrupt();
            assertThatThrownBy(source::acquire)
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("interrupted while waiting for a session");

            assertThat(Thread.interrupted()).isTrue();
            source.release(only);
        }
    }

    @Test
    void closingASourceEndsItsSessions() throws SQLException {
        List<Integer> backends = new ArrayList<>();
        try (SessionSource<JdbcSession> leased = target.leasedSessions(2);
                SessionSource<JdbcSession> dedicated = target.dedicatedSessions()) {
            backends.add(backend(leased.acquire()));
            backends.add(backend(dedicated.acquire()));
        }

        target.jdbi()
                .useHandle(handle -> Eventually.answers(
                        handle, "SELECT count(*) FROM pg_stat_activity WHERE pid IN (" + listed(backends) + ")", "0"));
    }

    @Test
    void closingASourceThatNobodyUsedEndsItsSessions() {
        String ours = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'dbharness'"
                + " AND datname = current_database() AND pid <> pg_backend_pid()";
        try (JdbcTarget alone = server.targetOn("sources")) {
            alone.dialect();
            alone.jdbi().useHandle(handle -> {
                Eventually.answers(handle, ours, "0");

                alone.leasedSessions(20).close();

                Eventually.answers(handle, ours, "0");
            });
        }
    }

    private void terminate(int pid) {
        target.jdbi()
                .useHandle(handle -> assertThat(handle.createQuery("SELECT pg_terminate_backend(?, 10000)")
                                .bind(0, pid)
                                .mapTo(Boolean.class)
                                .one())
                        .isTrue());
    }

    private List<String> statesOf(List<Integer> backends) {
        return target.jdbi()
                .withHandle(handle -> handle.createQuery(
                                "SELECT state FROM pg_stat_activity WHERE pid IN (" + listed(backends) + ")")
                        .mapTo(String.class)
                        .list());
    }

    private static String listed(List<Integer> backends) {
        return backends.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static int backend(JdbcSession session) throws SQLException {
        return session.connection().unwrap(PGConnection.class).getBackendPID();
    }

    private static String answer(JdbcSession session, String sql) throws SQLException {
        try (ResultSet result = session.prepare(sql).executeQuery()) {
            result.next();
            return result.getString(1);
        }
    }
}
