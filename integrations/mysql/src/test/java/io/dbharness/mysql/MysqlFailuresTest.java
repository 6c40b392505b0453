package io.dbharness.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.ServerFailures;
import io.dbharness.jdbc.dialect.JdbcDriver.ConnectionUse;
import io.dbharness.model.FailureKind;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MysqlFailuresTest {

    private final MysqlDialect dialect = new MysqlDialect();
    private final ServerFailures failures = new ServerFailures("jdbc:mariadb://db", "bench", () -> dialect);

    @ParameterizedTest(name = "{0} is {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            1213 | DEADLOCK        | this transaction was the victim; the other one goes on
            1020 | SERIALIZATION   | the row has changed since the snapshot
            3101 | SERIALIZATION   | group replication: rolled back at the commit
            9007 | SERIALIZATION   | TiDB: write conflict
            1205 | TIMEOUT         | innodb_lock_wait_timeout
            1317 | TIMEOUT         | the statement was cancelled
            1969 | TIMEOUT         | MariaDB: max_statement_time
            3024 | TIMEOUT         | MySQL: max_execution_time
            1040 | OVERLOADED      | max_connections
            1203 | OVERLOADED      | max_user_connections of the server
            1226 | OVERLOADED      | MAX_USER_CONNECTIONS of the account
            1206 | OVERLOADED      | the lock table is full
            1053 | CONNECTION_LOST | the server shuts down
            1927 | CONNECTION_LOST | the session was killed
            1047 | CONNECTION_LOST | Galera: the node is not ready
            1290 | CONNECTION_LOST | read-only after a failover
            1062 | CONSTRAINT      | a key is there twice
            1452 | CONSTRAINT      | foreign key
            3819 | CONSTRAINT      | MySQL: check
            4025 | CONSTRAINT      | MariaDB: check
            1146 | OTHER           | no such table: a mistake of the workload
            1064 | OTHER           | syntax error: a mistake of the workload
            1114 | OTHER           | a full table stays full however often one asks
            1461 | OTHER           | max_prepared_stmt_count stays where it is
            """)
    void eachNumberHasItsKind(int number, FailureKind kind, String reason) {
        assertThat(dialect.classify(new SQLException(reason, "HY000", number))).isEqualTo(kind);
    }

    @ParameterizedTest(name = "{0} is {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            08000 | CONNECTION_LOST | the driver's word for a closed connection
            08S01 | CONNECTION_LOST | the driver's word for a broken socket
            40001 | SERIALIZATION   | a conflict without a number
            23000 | CONSTRAINT      | a constraint without a number
            42000 | OTHER           | a mistake of the workload
            70100 | OTHER           | a cancelled statement has a number too
            """)
    void aFailureWithoutNumberGoesByItsState(String state, FailureKind kind, String reason) {
        assertThat(dialect.classify(new SQLException(reason, state))).isEqualTo(kind);
    }

    /** The numbers of MySQL's and MariaDB's servers, of MySQL's clients (2000) and of TiDB (8000 and 9000). */
    @Test
    void noNumberIsAnInternalError() {
        for (int number = 0; number < 14_000; number++) {
            HarnessException described = failures.of("load", new SQLException("said\nmore", "HY000", number));

            assertThat(described.getMessage())
                    .startsWith("could not load: said")
                    .hasLineCount(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1021, 1037, 1038, 1041, 1114})
    void aFullDiskAndALackOfMemoryAreFaultsAndNoWrongRequests(int number) {
        BatchUpdateException batch = new BatchUpdateException("batch", "HY000", 0, new int[0]);
        batch.setNextException(new SQLException("full", "HY000", number));

        assertThat(failures.of("load", batch)).isExactlyInstanceOf(HarnessException.class);
    }

    @Test
    void theDefaultLoginOfMysql8WithoutTlsNamesBothWaysOut() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> login = CompletableFuture.runAsync(() -> beginLogin(server));
            TargetSpec bench = TargetSpec.of("jdbc:mysql://127.0.0.1:" + server.getLocalPort() + "/bench")
                    .withCredentials("bench", Secret.of("plain"));

            assertThatThrownBy(() -> new MysqlDriver().connect(bench, ConnectionUse.SIDE))
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageContaining("needs TLS or the server's key")
                    .hasMessageContaining("sslMode=trust")
                    .hasMessageContaining("allowPublicKeyRetrieval=true");
            login.join();
        }
    }

    /** Greets like a MySQL 8 without TLS, and asks for the password instead of its hash, as for the first login of a user. */
    private static void beginLogin(ServerSocket server) {
        try (Socket client = server.accept();
                DataInputStream in = new DataInputStream(client.getInputStream());
                OutputStream out = client.getOutputStream()) {
            ByteArrayOutputStream greeting = new ByteArrayOutputStream();
            greeting.write(10);
            greeting.writeBytes("8.0.36\0".getBytes(StandardCharsets.US_ASCII));
            greeting.writeBytes(new byte[4]);
            greeting.writeBytes("12345678\0".getBytes(StandardCharsets.US_ASCII));
            // Capabilities: protocol 4.1, transactions, a database, logins by plugins; no TLS.
            greeting.writeBytes(new byte[] {0x0f, (byte) 0xa2, 45, 2, 0, 0x28, 0, 21});
            greeting.writeBytes(new byte[10]);
            greeting.writeBytes("123456789012\0caching_sha2_password\0".getBytes(StandardCharsets.US_ASCII));
            out.write(packet(0, greeting.toByteArray()));
            skipPacket(in);
            byte[] another =
                    "\u00fecaching_sha2_password\0abcdefghijklmnopqrst\0".getBytes(StandardCharsets.ISO_8859_1);
            out.write(packet(2, another));
            skipPacket(in);
            out.write(packet(4, new byte[] {1, 4}));
            in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void skipPacket(DataInputStream in) throws IOException {
        int length = in.read() | in.read() << 8 | in.read() << 16;
        in.skipNBytes(length + 1L);
    }

    private static byte[] packet(int number, byte[] text) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(new byte[] {(byte) text.length, (byte) (text.length >> 8), 0, (byte) number});
        packet.writeBytes(text);
        return packet.toByteArray();
    }

    @Test
    void aTimeLimitNamesTheServersAndTheAccounts() {
        assertThat(failures.of("check", new SQLException("Query execution was interrupted", "70100", 1969)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("SET GLOBAL max_statement_time = 0")
                .hasMessageContaining("ALTER USER bench WITH MAX_STATEMENT_TIME 0");
    }
}
