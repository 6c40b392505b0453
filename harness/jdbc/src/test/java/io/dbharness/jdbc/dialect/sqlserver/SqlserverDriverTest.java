package io.dbharness.jdbc.dialect.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.microsoft.sqlserver.jdbc.SQLServerDriver;
import io.dbharness.jdbc.dialect.JdbcDriver.ConnectionUse;
import io.dbharness.model.FailureKind;
import io.dbharness.model.Problems;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.Properties;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlserverDriverTest {

    private static final String PASSWORD = "n0b0dy-kn0ws";

    private final SqlserverDriver connector = new SqlserverDriver();
    private final SqlserverDialect dialect = new SqlserverDialect();

    @Test
    void aClosedPortIsSaid() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        Throwable failure = failureOf("jdbc:sqlserver://127.0.0.1:" + port + ";databaseName=bench");

        assertThat(failure)
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContainingAll(
                        "127.0.0.1:" + port, "database bench", "user sa", "nothing accepts connections there")
                .hasMessageNotContaining(PASSWORD);
        assertThat(dialect.classify((SQLException) failure.getCause())).isEqualTo(FailureKind.CONNECTION_LOST);
    }

    @Test
    void anUnknownHostIsSaid() {
        assertThat(failureOf("jdbc:sqlserver://no-such-host.invalid;databaseName=bench"))
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContainingAll("no-such-host.invalid:1433", "the host name is unknown");
    }

    @Test
    void aServerThatHangsUpIsSaid() throws IOException {
        assertThat(failureAgainst(Socket::close, ""))
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContaining("is not SQL Server, or hangs up");
    }

    @Test
    void aServerThatIsSilentIsGivenUp() throws IOException {
        assertThat(failureAgainst(socket -> {}, ";loginTimeout=1"))
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContaining("it did not answer in time");
    }

    /** The first packet of TDS, answered with: I do not encrypt. */
    @Test
    void aServerWithoutEncryptionIsSaidWithWhatToDo() throws IOException {
        byte[] noEncryption = {
            4, 1, 0, 26, 0, 0, 1, 0, 0, 0, 11, 0, 6, 1, 0, 17, 0, 1, (byte) 0xFF, 15, 0, 0, 0, 0, 0, 2
        };

        Throwable failure = failureAgainst(
                socket -> {
                    InputStream in = socket.getInputStream();
                    byte[] header = in.readNBytes(8);
                    in.readNBytes(ByteBuffer.wrap(header).getShort(2) - header.length);
                    socket.getOutputStream().write(noEncryption);
                },
                "");

        assertThat(failure)
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContainingAll("no encrypted connection", "encrypt=false");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            18456 | the login of user sa is refused
            18486 | disabled, locked or expired
            4060  | there is no database bench that user sa may enter
            40615 | Azure's firewall does not let this machine in
            40613 | not available now
            10928 | lower --connections
            """)
    void whatTheServerRefusesIsSaidWithWhatToDo(int number, String advice) throws SQLException {
        SQLException failure = new SQLException("the server's own words\nand more", "S0001", number);

        assertThat(address("jdbc:sqlserver://db:1533;databaseName=bench").unreachable(failure))
                .hasMessageContainingAll(
                        "SQL Server at db:1533 (database bench, user sa)", advice, "(the server's own words)")
                .hasMessageNotContaining("and more");
    }

    @Test
    void aCertificateThatNobodyTrustsIsSaidWithWhatToDo() throws SQLException {
        SQLException failure = new SQLException(
                "The driver could not establish a secure connection",
                "08S01",
                new SSLHandshakeException("PKIX path building failed"));

        assertThat(address("jdbc:sqlserver://db").unreachable(failure))
                .hasMessageContainingAll("db:1433 (default database", "trustServerCertificate=true", "encrypt=false");
    }

    @Test
    void measuredSessionsPrepareAtOnceAndSendPlainTexts() {
        Properties properties = SqlserverDriver.properties(spec("jdbc:sqlserver://db"), ConnectionUse.MEASURED);

        assertThat(properties)
                .containsEntry("sendStringParametersAsUnicode", "false")
                .containsEntry("enablePrepareOnFirstPreparedStatementCall", "true")
                .containsEntry("connectRetryCount", "0")
                .containsEntry("user", "sa")
                .containsEntry("password", PASSWORD);
    }

    @Test
    void whatTheAddressSaysStays() {
        Properties properties = SqlserverDriver.properties(
                spec("jdbc:sqlserver://db; LoginTimeout = 60;sendStringParametersAsUnicode=true"),
                ConnectionUse.MEASURED);

        assertThat(properties).doesNotContainKeys("loginTimeout", "sendStringParametersAsUnicode");
    }

    /** A misspelt property would be ignored in silence. */
    @Test
    void theDriverKnowsEveryPropertyThatItIsGiven() throws SQLException {
        for (ConnectionUse use : ConnectionUse.values()) {
            Properties properties = SqlserverDriver.properties(spec("jdbc:sqlserver://db"), use);

            assertThat(new SQLServerDriver().getPropertyInfo("jdbc:sqlserver://db", new Properties()))
                    .extracting(property -> property.name)
                    .containsAll(properties.stringPropertyNames());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"jdbc:sqlserver:db/bench", "jdbc:sqlserver://db:99999999", "jdbc:sqlserver://db;databaseName"})
    void anAddressThatCanNeverWorkIsAProblem(String url) {
        Problems problems = new Problems();

        connector.check(spec(url), problems);

        assertThatThrownBy(problems::throwIfAny)
                .hasMessageContainingAll(url, "jdbc:sqlserver://HOST:PORT;databaseName=DATABASE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:sqlserver://db",
                "jdbc:sqlserver://db:1533;databaseName=bench;encrypt=false",
                "jdbc:sqlserver://db\\\\instance;database=bench",
                "jdbc:sqlserver://server.database.windows.net:1433;databaseName=bench;encrypt=true",
            })
    void anyPortAndDatabaseMayBeNamed(String url) {
        Problems problems = new Problems();

        connector.check(spec(url), problems);
        problems.throwIfAny();

        assertThat(dialect.driver().accepts(url)).isTrue();
    }

    @Test
    void twoDifferentUsersAreAProblem() {
        Problems problems = new Problems();

        connector.check(spec("jdbc:sqlserver://db;user=alice"), problems);

        assertThatThrownBy(problems::throwIfAny).hasMessageContainingAll("'alice'", "'sa'");
    }

    /** What a server does with one client. */
    @FunctionalInterface
    private interface Behaviour {
        void answer(Socket client) throws IOException;
    }

    private Throwable failureAgainst(Behaviour behaviour, String parameters) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> serve(server, behaviour));
            answering.start();
            return failureOf(
                    "jdbc:sqlserver://127.0.0.1:" + server.getLocalPort() + ";databaseName=bench" + parameters);
        }
    }

    private static void serve(ServerSocket server, Behaviour behaviour) {
        try {
            while (true) {
                behaviour.answer(server.accept());
            }
        } catch (IOException e) {
            // The test has closed its socket, which ends this thread.
            assertThat(server.isClosed()).isTrue();
        }
    }

    private Throwable failureOf(String url) {
        return catchThrowable(() -> connector.connect(spec(url), ConnectionUse.SIDE));
    }

    private static SqlserverDriver.SqlserverAddress address(String url) throws SQLException {
        return SqlserverDriver.SqlserverAddress.of(new SQLServerDriver(), spec(url));
    }

    private static TargetSpec spec(String url) {
        return TargetSpec.of(url).withCredentials("sa", Secret.of(PASSWORD));
    }
}
