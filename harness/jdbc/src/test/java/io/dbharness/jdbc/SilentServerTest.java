package io.dbharness.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.sut.SessionSource;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.FaultProxy;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server, or the network before it, that does not answer any more. */
@Tag("fault")
@Tag("server")
@Timeout(120)
@ExtendWith(PostgresqlServer.Given.class)
class SilentServerTest {

    private static final String SLEEP = "SELECT pg_sleep(3600)";

    private final PostgresqlServer server;
    private final FaultProxy network;
    private final JdbcTarget target;

    SilentServerTest(PostgresqlServer server) {
        this.server = server;
        TargetSpec at = server.address();
        int port = URI.create(at.url().substring("jdbc:".length())).getPort();
        network = new FaultProxy(port);
        target = new JdbcTargetProvider()
                .open(new TargetSpec(
                        at.url().replace(":" + port, ":" + network.port()),
                        at.user(),
                        at.password(),
                        at.dataDir(),
                        at.options()));
    }

    /** A server does not notice by itself that nobody waits for its answer. */
    @AfterEach
    void close() {
        target.close();
        network.close();
        try (JdbcTarget direct = server.target()) {
            direct.jdbi()
                    .useHandle(handle -> handle.execute(
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = ?", SLEEP));
        }
    }

    private static CompletableFuture<Void> waitingFor(Connection connection) {
        return CompletableFuture.runAsync(() -> {
            try {
                connection.createStatement().execute(SLEEP);
            } catch (SQLException e) {
                throw new CompletionException(e);
            }
        });
    }

    @Test
    void anAbortedSessionLetsItsUserGo() {
        try (SessionSource<JdbcSession> source = target.dedicatedSessions()) {
            JdbcSession session = source.acquire();
            CompletableFuture<Void> query = waitingFor(session.connection());

            session.abort();

            assertThatThrownBy(query::join).hasCauseInstanceOf(SQLException.class);
            assertThatThrownBy(session::reset).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void whatWaitsForAServerThatCanNoLongerBeReachedIsCut() throws SQLException {
        try (SideConnections connections = target.sideConnections(1)) {
            CompletableFuture<Void> query = waitingFor(connections.openConnection());
            connections.look();
            network.swallow();
            network.refuse();

            for (int i = 0; i < 2; i++) {
                connections.look();
                assertThat(query).isNotDone();
            }
            connections.look();

            assertThatThrownBy(query::join).hasCauseInstanceOf(SQLException.class);
        }
    }

    @Test
    void whatAServerThatCanBeReachedTakesLongForGoesOn() throws SQLException {
        try (SideConnections connections = target.sideConnections(1)) {
            CompletableFuture<Void> query = waitingFor(connections.openConnection());

            for (int i = 0; i < 5; i++) {
                connections.look();
            }

            assertThat(query).isNotDone();
        }
    }

    @Test
    void whatIsStillInUseIsCutAtTheEnd() throws SQLException {
        CompletableFuture<Void> query;
        try (SideConnections connections = target.sideConnections(1)) {
            query = waitingFor(connections.openConnection());
        }

        assertThatThrownBy(query::join).hasCauseInstanceOf(SQLException.class);
    }
}
