package io.dbharness.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.Caveat.Severity;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.TargetInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Handles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

@Tag("server")
@ExtendWith(PostgresqlServer.Given.class)
class JdbcTargetTest {

    private final PostgresqlServer server;
    private final JdbcTarget target;

    JdbcTargetTest(PostgresqlServer server) {
        this.server = server;
        this.target = server.target();
    }

    @AfterEach
    void close() {
        target.close();
    }

    @Test
    void statementsAreTakenAsTheyAreBesidesQuestionMarksForTheirParameters() {
        String sql = "SELECT CAST(? AS integer) AS \"a?\", ':b <c> ?' || CAST(? AS text) AS b, 1<2 AND 3>2 AS c";

        Map<String, Object> row = target.jdbi()
                .withHandle(handle -> handle.select(sql, 7, "!").mapToMap().one());

        assertThat(row).containsEntry("a?", 7).containsValue(":b <c> ?!").containsValue(true);
    }

    @Test
    void theLightestRequestIsAnsweredAndOpensNoTransaction() throws SQLException {
        try (SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            JdbcSession session = sessions.acquire();

            assertThat(target.roundTrip(session)).isTrue();
            assertThat(session.connection().unwrap(BaseConnection.class).getTransactionState())
                    .isEqualTo(TransactionState.IDLE);
        }
    }

    @Test
    void infoTellsWhatTheServerSaysOfItself() {
        TargetInfo info = target.info();

        assertThat(info.product()).isEqualTo("PostgreSQL");
        assertThat(info.version()).matches("\\d+\\.\\d+.*");
        assertThat(info.url()).isEqualTo(server.address().url());
        assertThat(info.settings())
                .containsKeys(
                        "shared_buffers", "max_wal_size", "server_encoding", "database.collation", "driver.version")
                .containsEntry("fsync", "on")
                .containsEntry("driver.prepareThreshold", "1")
                .containsEntry("driver.autosave", "never")
                .containsEntry("pool.connectionTest", "Connection.isValid")
                .containsEntry("pool.connectionTestAfterIdleMillis", "500");
        assertThat(info.caveats()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "read-committed, read committed",
        "repeatable-read, repeatable read",
        "serializable, serializable",
    })
    void theIsolationAskedForIsReadBack(String asked, String reported) {
        try (JdbcTarget isolated = server.target(Map.of("isolation", asked))) {
            assertThat(isolated.info().settings())
                    .containsEntry("isolation.requested", asked)
                    .containsEntry("isolation.effective", asked)
                    .containsEntry("transaction_isolation", reported);
        }
    }

    @Test
    void readCommittedIsTheDefaultWhateverTheServersIs() {
        target.jdbi().useHandle(handle -> {
            handle.execute("ALTER ROLE CURRENT_USER SET default_transaction_isolation = 'serializable'");
            try {
                assertThat(target.info().settings())
                        .containsEntry("isolation.effective", "read-committed")
                        .containsEntry("transaction_isolation", "read committed");
            } finally {
                handle.execute("ALTER ROLE CURRENT_USER RESET default_transaction_isolation");
            }
        });
    }

    @Test
    void aSessionThatDoesNotWaitForItsCommitsIsSuspect() {
        target.jdbi().useHandle(handle -> {
            handle.execute("ALTER ROLE CURRENT_USER SET synchronous_commit = off");
            try {
                assertThat(target.info().caveats()).singleElement().satisfies(caveat -> {
                    assertThat(caveat.code()).isEqualTo("NOT_DURABLE");
                    assertThat(caveat.severity()).isEqualTo(Severity.SUSPECT);
                    assertThat(caveat.detail()).contains("synchronous_commit");
                });
            } finally {
                handle.execute("ALTER ROLE CURRENT_USER RESET synchronous_commit");
            }
        });
    }

    @Test
    void aConnectionForLoadingIsAsTheDriverGivesIt() throws Exception {
        try (Connection connection = target.openConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
        }
    }

    @Test
    void handlesOneAfterTheOtherShareAConnection() {
        assertThat(backendOfAHandle()).isEqualTo(backendOfAHandle());
    }

    @Test
    void handlesAtTheSameTimeHaveConnectionsOfTheirOwn() {
        target.jdbi()
                .useHandle(one -> target.jdbi()
                        .useHandle(other -> assertThat(backend(one)).isNotEqualTo(backend(other))));
    }

    @Test
    void aHandleThatLeftATransactionOpenTakesItsConnectionAlong() throws SQLException {
        int pid = target.jdbi().withHandle(careless -> {
            careless.getConfig(Handles.class).setForceEndTransactions(false);
            int backend = backend(careless);
            careless.getConnection().setAutoCommit(false);
            return backend;
        });

        assertThat(backendOfAHandle()).isNotEqualTo(pid);
    }

    @Test
    void aHandleAfterItsConnectionDiedGetsAnotherOne() {
        int pid = backendOfAHandle();
        try (JdbcTarget other = server.target()) {
            other.jdbi()
                    .useHandle(handle -> handle.createQuery("SELECT pg_terminate_backend(?, 10000)")
                            .bind(0, pid)
                            .mapTo(Boolean.class)
                            .one());
        }

        assertThat(backendOfAHandle()).isNotEqualTo(pid);
    }

    @Test
    void closingTheTargetLeavesNoSessionBehind() {
        int pid = backendOfAHandle();
        target.close();

        try (JdbcTarget other = server.target()) {
            other.jdbi()
                    .useHandle(handle -> Eventually.answers(
                            handle, "SELECT count(*) FROM pg_stat_activity WHERE pid = " + pid, "0"));
        }
    }

    private int backendOfAHandle() {
        return target.jdbi().withHandle(JdbcTargetTest::backend);
    }

    private static int backend(Handle handle) {
        return handle.createQuery("SELECT pg_backend_pid()")
                .mapTo(Integer.class)
                .one();
    }
}
