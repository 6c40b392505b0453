package io.dbharness.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.Secret;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("fault")
@Tag("server")
@ExtendWith(PostgresqlServer.Given.class)
class UnreachableTargetTest {

    private static final String PASSWORD = "n0b0dy-kn0ws";

    private final TargetSpec address;

    UnreachableTargetTest(PostgresqlServer server) {
        address = server.address();
    }

    @ParameterizedTest
    @MethodSource("everyWayToOpenASession")
    void aWrongPasswordIsSaidAndNeverShown(Consumer<JdbcTarget> opening) {
        String user = address.user().orElseThrow();

        Throwable failure = failureOf(address.withCredentials(user, Secret.of(PASSWORD)), opening);

        assertThat(failure)
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContainingAll(hostAndPort(), "user " + user, "password", "--password");
        assertThat(everythingPrintedOf(failure)).contains("28P01").doesNotContain(PASSWORD);
    }

    static Stream<Consumer<JdbcTarget>> everyWayToOpenASession() {
        return Stream.of(
                JdbcTarget::info,
                JdbcTarget::openConnection,
                target -> target.jdbi().begin().close(),
                target -> target.leasedSessions(2).close(),
                target -> {
                    try (SessionSource<JdbcSession> source = target.dedicatedSessions()) {
                        source.acquire();
                    }
                });
    }

    @Test
    void aMissingDatabaseIsNamed() {
        Throwable failure = failureOf(addressOf(database("no_such_database")));

        assertThat(failure)
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContainingAll(hostAndPort(), "there is no database no_such_database");
    }

    @Test
    void aServerWithoutTlsIsSaid() {
        Throwable failure = failureOf(addressOf(database("postgres") + "?sslmode=require"));

        assertThat(failure)
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContaining("the server offers no TLS; leave sslmode out of the address");
    }

    @Test
    void anUnknownUserIsNamed() {
        Throwable failure = failureOf(address.withCredentials("stranger", Secret.of(PASSWORD)));

        assertThat(failure).isInstanceOf(TargetUnreachableException.class).hasMessageContaining("user stranger");
    }

    @Test
    void aMissingPasswordIsAskedFor() {
        Throwable failure = failureOf(
                new TargetSpec(address.url(), address.user(), Optional.empty(), Optional.empty(), address.options()));

        assertThat(failure).isInstanceOf(TargetUnreachableException.class).hasMessageContaining("--password env:NAME");
    }

    @Test
    void aClosedPortIsSaid() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        Throwable failure = failureOf(addressOf("jdbc:postgresql://127.0.0.1:" + port + "/bench"));

        assertThat(failure)
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContainingAll("127.0.0.1:" + port, "database bench", "nothing accepts connections there");
    }

    @Test
    void anUnknownHostIsSaid() {
        Throwable failure = failureOf(addressOf("jdbc:postgresql://no-such-host.invalid/bench"));

        assertThat(failure)
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContainingAll("no-such-host.invalid:5432", "the host name is unknown");
    }

    @Test
    void aServerThatHangsUpIsSaid() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread hangingUp = new Thread(() -> acceptAndClose(socket));
            hangingUp.start();

            Throwable failure = failureOf(addressOf("jdbc:postgresql://127.0.0.1:" + socket.getLocalPort() + "/bench"));

            assertThat(failure)
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageContaining("127.0.0.1:" + socket.getLocalPort());
            assertThat(targetAt(address).failures().classify(failure)).isEqualTo(FailureKind.CONNECTION_LOST);
        }
    }

    @Test
    void whoWaitsForASilentServerHearsAnInterrupt() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                JdbcTarget target =
                        targetAt(addressOf("jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/bench"));
                SessionSource<JdbcSession> source = target.dedicatedSessions()) {
            Thread.currentThread().interrupt();

            assertThatThrownBy(source::acquire)
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("interrupted while opening a session");

            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void moreSessionsThanTheServerGrantsAreRefusedAtOnceAndAllGivenBack() {
        try (JdbcTarget admin = targetAt(address)) {
            admin.jdbi().useHandle(handle -> {
                handle.execute("CREATE ROLE few LOGIN PASSWORD '" + PASSWORD + "' CONNECTION LIMIT 2");
                try {
                    Throwable failure = failureOf(
                            address.withCredentials("few", Secret.of(PASSWORD)),
                            target -> target.leasedSessions(3).close());

                    assertThat(failure)
                            .isInstanceOf(TargetUnreachableException.class)
                            .hasMessageContainingAll("no free connection", "--connections", "max_connections");
                    assertThat(admin.failures().classify(failure)).isEqualTo(FailureKind.OVERLOADED);
                    Eventually.answers(handle, "SELECT count(*) FROM pg_stat_activity WHERE usename = 'few'", "0");
                } finally {
                    handle.execute("DROP ROLE few");
                }
            });
        }
    }

    private static Throwable failureOf(TargetSpec spec) {
        return failureOf(spec, JdbcTarget::info);
    }

    private static Throwable failureOf(TargetSpec spec, Consumer<JdbcTarget> opening) {
        try (JdbcTarget target = targetAt(spec)) {
            assertThat(target + " " + spec).doesNotContain(PASSWORD);
            return catchThrowable(() -> opening.accept(target));
        }
    }

    private static JdbcTarget targetAt(TargetSpec spec) {
        return new JdbcTargetProvider().open(spec);
    }

    private TargetSpec addressOf(String url) {
        return new TargetSpec(url, address.user(), address.password(), Optional.empty(), address.options());
    }

    private String hostAndPort() {
        return address.url().replaceFirst("^jdbc:postgresql://([^/]+)/.*", "$1");
    }

    private String database(String name) {
        return address.url().replaceFirst("/[^/]*$", "/" + name);
    }

    private static String everythingPrintedOf(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        for (Throwable link = failure; link != null; link = link.getCause()) {
            text.append(link.toString());
            if (link instanceof SQLException sql) {
                text.append(sql.getSQLState());
            }
        }
        return text.toString();
    }

    private static void acceptAndClose(ServerSocket socket) {
        try {
            while (true) {
                socket.accept().close();
            }
        } catch (IOException e) {
            // The test has closed its socket, which ends this thread.
            assertThat(socket.isClosed()).isTrue();
        }
    }
}
