package io.dbharness.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.jdbc.dialect.RowSink;
import io.dbharness.model.Caveat;
import io.dbharness.model.FailureKind;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.Secret;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.TargetInfo;
import io.dbharness.sut.TargetSpec;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("server")
@EnabledIf(value = "io.dbharness.mysql.Mariadb#isInstalled", disabledReason = "mariadb-server is not installed")
@ExtendWith(Mariadb.Given.class)
@Timeout(120)
class MysqlDialectTest {

    private final Mariadb mariadb;

    MysqlDialectTest(Mariadb mariadb) {
        this.mariadb = mariadb;
    }

    @ParameterizedTest
    @CsvSource({
        "10.11.6-MariaDB-0+deb12u1-log, Debian 12, MariaDB, 10.11.6",
        "5.5.5-10.6.12-MariaDB, mariadb.org binary distribution, MariaDB, 10.6.12",
        "8.0.36, MySQL Community Server - GPL, MySQL, 8.0.36",
        "8.0.36-28, 'Percona Server (GPL), Release 28', Percona Server, 8.0.36",
        "8.0.11-TiDB-v7.5.0, TiDB Server (Apache License 2.0), TiDB, 7.5.0",
    })
    void aProductIsKnownByItsVersionAndComment(String version, String comment, String name, String number) {
        assertThat(MysqlDriver.product(version, comment)).satisfies(product -> {
            assertThat(product.name()).isEqualTo(name);
            assertThat(product.version()).isEqualTo(number);
            assertThat(new MysqlDialect().recognises(product)).isEqualTo(!name.equals("TiDB"));
        });
    }

    @Test
    void theResultHasWhatDecidesTheNumbers() {
        try (JdbcTarget target = mariadb.target("facts")) {
            TargetInfo info = target.info();

            assertThat(info.product()).isEqualTo("MariaDB");
            assertThat(info.settings())
                    .containsEntry("innodb_flush_log_at_trx_commit", "1")
                    .containsEntry("isolation.effective", "read-committed")
                    .containsEntry("dialect", "mariadb")
                    .containsKeys("innodb_buffer_pool_size", "sync_binlog", "version_comment", "driver.version");
            assertThat(info.caveats()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"read-committed", "repeatable-read", "serializable"})
    void aSessionHasTheLevelThatIsAskedFor(String level) {
        try (JdbcTarget target = mariadb.target("levels", "", Map.of("isolation", level))) {
            assertThat(target.info().settings()).containsEntry("isolation.effective", level);
        }
    }

    @Test
    void whatACrashLosesIsSuspect() {
        assertThat(MysqlDialect.caveats(Map.of(
                        "innodb_flush_log_at_trx_commit", "2",
                        "log_bin", "ON",
                        "sync_binlog", "0",
                        "innodb_doublewrite", "OFF")))
                .extracting(Caveat::code)
                .containsExactly("NOT_DURABLE", "NOT_DURABLE", "NOT_DURABLE");
        assertThat(MysqlDialect.caveats(Map.of("log_bin", "OFF", "sync_binlog", "0")))
                .isEmpty();
    }

    @Test
    void theServerTellsItsCountsUnderLoad() throws Exception {
        try (JdbcTarget target = mariadb.target("probe");
                ServerProbe probe = target.probe()) {
            probe.read();
            assertThat(probe.read()).containsKeys("activeSessions", "statementsPerSecond");
            assertThat(probe.counters()).containsKeys("commits", "deadlocks", "walBytes", "blocksRead");
            assertThat(probe.busyStatements().note()).isEqualTo("performance_schema is off");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0"})
    void aBulkLoadKeepsEveryValueWithAndWithoutLocalFiles(String localInfile) throws Exception {
        byte[] octets = new byte[256];
        for (int i = 0; i < octets.length; i++) {
            octets[i] = (byte) i;
        }
        String text = "tab\t, line\n, return\r, back\\slash, quote', ü and €";
        LocalDateTime moment = LocalDateTime.of(2026, 3, 29, 2, 30, 0, 123_456_000);
        try (JdbcTarget target = mariadb.target("bulk" + localInfile);
                Connection connection = target.openConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET GLOBAL local_infile = " + localInfile);
            statement.execute(
                    "CREATE TABLE t (i bigint PRIMARY KEY, s varchar(100), d decimal(12, 4), m datetime(6), b varbinary(300))"
                            + " DEFAULT CHARACTER SET utf8mb4");
            try (RowSink sink = target.dialect().bulkLoader().open(connection, "t", List.of("i", "s", "d", "m", "b"))) {
                sink.add(Long.MIN_VALUE).add(text).addDecimal(-5, 4).add(moment).add(octets);
                sink.endRow();
                sink.add(1).addNull().addNull().addNull().addNull();
                sink.endRow();
                assertThat(sink.finish()).isEqualTo(2);
            } finally {
                statement.execute("SET GLOBAL local_infile = 1");
            }

            try (ResultSet rows = statement.executeQuery("SELECT * FROM t ORDER BY i")) {
                rows.next();
                assertThat(rows.getLong(1)).isEqualTo(Long.MIN_VALUE);
                assertThat(rows.getString(2)).isEqualTo(text);
                assertThat(rows.getBigDecimal(3)).isEqualByComparingTo("-0.0005");
                assertThat(rows.getObject(4, LocalDateTime.class)).isEqualTo(moment);
                assertThat(rows.getBytes(5)).isEqualTo(octets);
                rows.next();
                assertThat(rows.getString(2)).isNull();
                assertThat(rows.getBytes(5)).isNull();
            }
        }
    }

    @Test
    void aValueThatDoesNotFitAndARowThatIsThereFailTheLoad() throws Exception {
        try (JdbcTarget target = mariadb.target("misfit");
                Connection connection = target.openConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (i int PRIMARY KEY, s varchar(3))");
            for (List<String> rows : List.of(List.of("long"), List.of("a", "a"))) {
                try (RowSink sink = target.dialect().bulkLoader().open(connection, "t", List.of("i", "s"))) {
                    for (String row : rows) {
                        sink.add(7).add(row);
                        sink.endRow();
                    }
                    assertThatThrownBy(sink::finish)
                            .isInstanceOfSatisfying(
                                    SQLException.class,
                                    failure -> assertThat(target.failures().classify(failure))
                                            .isEqualTo(FailureKind.CONSTRAINT));
                }
                statement.execute("DELETE FROM t");
            }
        }
    }

    @Test
    void failuresHaveTheirKinds() throws Exception {
        try (JdbcTarget target = mariadb.target("failures");
                Connection one = target.openConnection();
                Connection other = target.openConnection();
                Statement first = one.createStatement();
                Statement second = other.createStatement()) {
            first.execute("CREATE TABLE t (i int PRIMARY KEY, v int)");
            first.execute("INSERT INTO t VALUES (1, 0), (2, 0)");
            assertThat(kind(target, first, "INSERT INTO t VALUES (1, 0)")).isEqualTo(FailureKind.CONSTRAINT);
            assertThat(kind(target, first, "SELECT nothing")).isEqualTo(FailureKind.OTHER);

            one.setAutoCommit(false);
            other.setAutoCommit(false);
            first.execute("UPDATE t SET v = 1 WHERE i = 1");
            second.execute("SET innodb_lock_wait_timeout = 1");
            assertThat(kind(target, second, "UPDATE t SET v = 2 WHERE i = 1")).isEqualTo(FailureKind.TIMEOUT);

            second.execute("SET innodb_lock_wait_timeout = 50");
            second.execute("UPDATE t SET v = 2 WHERE i = 2");
            CompletableFuture<FailureKind> waiting =
                    CompletableFuture.supplyAsync(() -> kind(target, first, "UPDATE t SET v = 1 WHERE i = 2"));
            FailureKind ofSecond = kind(target, second, "UPDATE t SET v = 2 WHERE i = 1");
            assertThat(List.of(ofSecond, waiting.get()))
                    .containsExactlyInAnyOrder(FailureKind.NONE, FailureKind.DEADLOCK);

            target.endSessions();
            assertThat(kind(target, second, "SELECT 1")).isEqualTo(FailureKind.CONNECTION_LOST);
        }
    }

    private static FailureKind kind(JdbcTarget target, Statement statement, String sql) {
        try {
            statement.execute(sql);
            return FailureKind.NONE;
        } catch (SQLException e) {
            return target.failures().classify(e);
        }
    }

    @Test
    void aFailedLoginSaysWhatToCheck() {
        String address = Mariadb.address("logins").url();
        assertThatThrownBy(() -> connect(address, "nobody", "secret"))
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageContaining("the server does not let user nobody in")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> connect(address.replace("/logins", "/nowhere"), "root", ""))
                .hasMessageContaining("there is no database nowhere; create it or correct the address");
        assertThatThrownBy(() -> connect("jdbc:mysql://127.0.0.1:1/x", "root", ""))
                .hasMessageContaining("nothing accepts connections there");
    }

    @Test
    void aServerThatIsSilentIsGivenUp() throws Exception {
        assertGivenUp("?connectTimeout=300");
    }

    /** After ten seconds. */
    @Test
    @Tag("nightly")
    void aServerThatIsSilentIsGivenUpWithoutATimeoutInTheAddress() throws Exception {
        assertGivenUp("");
    }

    private static void assertGivenUp(String parameters) throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String address = "jdbc:mariadb://127.0.0.1:" + silent.getLocalPort() + "/x" + parameters;
            assertThatThrownBy(() -> connect(address, "root", ""))
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageContaining("it did not answer in time");
        }
    }

    /** The driver asks the server to end the statement first, and closes the socket then. */
    @Test
    void aSessionWhoseStatementIsNotAnsweredCanBeCut() throws Exception {
        try (JdbcTarget target = mariadb.target("cut");
                SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            JdbcSession session = sessions.acquire();
            CompletableFuture<FailureKind> waiting = CompletableFuture.supplyAsync(() -> {
                try (Statement statement = session.connection().createStatement()) {
                    return kind(target, statement, "SELECT SLEEP(60)");
                } catch (SQLException e) {
                    return target.failures().classify(e);
                }
            });
            try (Connection other = target.openConnection();
                    Statement statement = other.createStatement()) {
                String running = "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP%'";
                while (count(statement, running) == 0) {
                    Thread.onSpinWait();
                }
            }

            session.abort();

            assertThat(waiting.get()).isEqualTo(FailureKind.CONNECTION_LOST);
        }
    }

    private static long count(Statement statement, String sql) throws SQLException {
        try (ResultSet answer = statement.executeQuery(sql)) {
            answer.next();
            return answer.getLong(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:mariadb://host:99999/x", "jdbc:mysql://host", "jdbc:mariadb:host"})
    void anAddressThatCanNeverWorkIsRefused(String address) {
        assertThatThrownBy(() -> new JdbcTargetProvider().open(TargetSpec.of(address)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(
                        "it looks like jdbc:mariadb://HOST:PORT/DATABASE or jdbc:mysql://HOST:PORT/DATABASE");
    }

    private static void connect(String address, String user, String password) {
        TargetSpec spec = new TargetSpec(
                address,
                Optional.of(user),
                password.isEmpty() ? Optional.empty() : Optional.of(Secret.of(password)),
                Optional.empty(),
                Map.of());
        try (JdbcTarget target = new JdbcTargetProvider().open(spec)) {
            target.info();
        }
    }
}
