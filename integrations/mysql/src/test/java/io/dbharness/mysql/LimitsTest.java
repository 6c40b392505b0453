package io.dbharness.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.insertdelete.InsertDelete;
import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.jdbc.dialect.Isolation;
import io.dbharness.jdbc.dialect.JdbcDriver.ServerProduct;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.sut.Finding;
import io.dbharness.sut.Finding.Verdict;
import io.dbharness.sut.Needs;
import io.dbharness.sut.Needs.Access;
import io.dbharness.sut.Secret;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.ServerProbe.BusyStatement;
import io.dbharness.sut.ServerProbe.BusyStatements;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.MariadbServer;
import io.dbharness.time.SystemClock;
import io.dbharness.tpcc.Tpcc;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits and timeouts that administrators set for the whole server; the tests start their own. */
@Tag("server")
@EnabledIf(value = "io.dbharness.mysql.Mariadb#isInstalled", disabledReason = "mariadb-server is not installed")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class LimitsTest {

    private final MariadbServer server = MariadbServer.start(
            "--local-infile=1",
            "--max-prepared-stmt-count=2",
            "--innodb-force-primary-key=1",
            "--wait-timeout=50",
            "--idle-transaction-timeout=50",
            "--sql-mode=ANSI,NO_BACKSLASH_ESCAPES,TRADITIONAL",
            "--performance-schema=1",
            "--innodb-buffer-pool-size=64M");

    @AfterAll
    void close() {
        server.close();
    }

    private JdbcTarget target(String database) {
        return new JdbcTargetProvider().open(server.database(database));
    }

    @Test
    void statementsThatTookTimeAreReadWhereTheServerCountsThem() throws Exception {
        try (JdbcTarget target = target("busy");
                ServerProbe probe = target.probe();
                SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            probe.busyStatements();
            JdbcSession session = sessions.acquire();
            for (int i = 0; i < 3; i++) {
                session.connection().createStatement().execute("SELECT SLEEP(0.0" + i + ")");
            }

            BusyStatements busy = probe.busyStatements();

            assertThat(busy.source()).isEqualTo("performance_schema.events_statements_summary_by_digest");
            assertThat(busy.top()).hasSizeLessThanOrEqualTo(10);
            BusyStatement first = busy.top().get(0);
            assertThat(first.text()).isEqualTo("SELECT `SLEEP` (?)");
            assertThat(first.calls()).isEqualTo(3);
            assertThat(first.seconds()).isBetween(0.03, busy.seconds());
        }
    }

    @Test
    void aStatementOverTheLimitFailsAndTheSessionGoesOn() throws SQLException {
        try (JdbcTarget target = target("prepared");
                SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            JdbcSession session = sessions.acquire();
            session.prepare("SELECT 1 + ?");
            PreparedStatement second = session.prepare("SELECT 2 + ?");

            assertThatThrownBy(() -> session.prepare("SELECT 3 + ?"))
                    .isInstanceOfSatisfying(SQLException.class, failure -> {
                        assertThat(failure.getErrorCode()).isEqualTo(1461);
                        assertThat(target.failure("prepare", failure))
                                .isInstanceOf(UsageException.class)
                                .hasMessageContaining("max_prepared_stmt_count");
                    });

            second.setInt(1, 40);
            assertThat(second.executeQuery().next()).isTrue();
        }
    }

    /** TPC-C's table without a key gets one; nothing of a load and its checks stays prepared. */
    @Test
    void tpccIsLoadedAndCheckedWhereTheServerWantsKeys() {
        try (JdbcTarget target = target("with_keys")) {
            BoundWorkload<JdbcSession> tpcc =
                    new Tpcc().bind(target, parameters(Map.of("warehouses", "1", "rows-percent", "1")));

            tpcc.dataSet().load(2, Seed.DEFAULT, Progress.SILENT);

            assertThat(tpcc.dataSet().check("before", Progress.SILENT)).allMatch(Check::passed);
            tpcc.dataSet().drop();
        }
    }

    /** The lock of a load is idle for longer than the server lets a session be. */
    @Test
    void aLoadOutlastsTheTimeoutsOfIdleSessionsAndTransactions() {
        try (JdbcTarget other = target("idle");
                JdbcTarget target = target("idle")) {
            // For sessions that are opened from now on.
            other.jdbi()
                    .useHandle(handle -> handle.execute("SET GLOBAL wait_timeout = 1, idle_transaction_timeout = 1"));
            InsertDelete workload = new InsertDelete();
            Parameters parameters =
                    Parameters.of(workload.descriptor().parameters(), Map.of("initial-data", "3730B"), new Problems());
            AtomicBoolean waited = new AtomicBoolean();

            workload.bind(target, parameters).dataSet().load(1, Seed.DEFAULT, (phase, done, total, unit) -> {
                if (phase.equals("index") && waited.compareAndSet(false, true)) {
                    other.jdbi().useHandle(handle -> handle.execute("DO SLEEP(2.5)"));
                }
            });

            assertThat(waited).isTrue();
            other.jdbi()
                    .useHandle(handle -> handle.execute("SET GLOBAL wait_timeout = 50, idle_transaction_timeout = 50"));
            assertThat(workload.bind(target, parameters).dataSet().check("before", Progress.SILENT))
                    .allMatch(Check::passed);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "5.7.44,                          MySQL 5.7.44 is too old",
        "5.5.5-10.5.28-MariaDB,           MariaDB 10.5.28 is too old",
        "8.0.11,                          ",
        "10.6.0-MariaDB-log,              ",
        "9.4.0,                           ",
        "8.0.11-TiDB-v7.5.0,              "
    })
    void aVersionWithoutSkipLockedIsRefusedAtTheFirstConnection(String version, String refusal) throws SQLException {
        ServerProduct product = MysqlDriver.product(version, "");
        try (JdbcTarget target = target("versions");
                Connection connection = target.openConnection()) {
            assertThat(new MysqlDialect().refusals(product, connection, Isolation.READ_COMMITTED))
                    .hasSize(refusal == null ? 0 : 1)
                    .allMatch(sentence -> sentence.startsWith(refusal));
        }
    }

    @Test
    void aVersionNewerThanThoseKnownIsNoted() {
        assertThat(MysqlDriver.product("13.0.1-MariaDB", "").newerThan(12))
                .hasValueSatisfying(note -> assertThat(note.detail()).startsWith("MariaDB 13.0.1 is newer than"));
        assertThat(MysqlDriver.product("12.3.2-MariaDB", "").newerThan(12)).isEmpty();
        assertThat(new ServerProduct("PostgreSQL", "18.1 (Debian 18.1-1)", "").newerThan(18))
                .isEmpty();
        assertThat(new ServerProduct("X", "unknown", "").newerThan(18)).isEmpty();
    }

    @Test
    void aMissingRightIsNamedWithItsGrant() {
        TargetSpec at = server.database("rights");
        try (JdbcTarget root = target("rights")) {
            root.jdbi().useHandle(handle -> {
                handle.execute("CREATE USER plain@'%' IDENTIFIED BY 'plain'");
                handle.execute("GRANT SELECT ON rights.* TO plain@'%'");
            });
        }
        TargetSpec plain = new TargetSpec(
                at.url(), Optional.of("plain"), Optional.of(Secret.of("plain")), Optional.empty(), Map.of());
        try (JdbcTarget target = new JdbcTargetProvider().open(plain)) {
            InsertDelete workload = new InsertDelete();
            Parameters parameters =
                    Parameters.of(workload.descriptor().parameters(), Map.of("initial-data", "3730B"), new Problems());

            assertThatThrownBy(() -> workload.bind(target, parameters).dataSet().load(1, Seed.DEFAULT, Progress.SILENT))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("GRANT CREATE ON `rights`.`dbharness_dataset` TO 'plain'@");
        }
    }

    private static Map<String, Finding> preflight(TargetSpec at, Needs needs) {
        try (JdbcTarget target = new JdbcTargetProvider().open(at)) {
            return target.preflight(needs, new SystemClock()).stream()
                    .collect(Collectors.toMap(Finding::what, finding -> finding));
        }
    }

    @Test
    void thePreflightComparesEachLimitWithTheNeeds() {
        Map<String, Finding> findings = preflight(server.database("limits"), new Needs(Access.LOAD, 3, 1, 0));

        assertThat(findings)
                .containsOnlyKeys(
                        "role",
                        "replication",
                        "connections",
                        "prepared statements",
                        "idle_transaction_timeout",
                        "wait_timeout",
                        "mandatory keys",
                        "settings",
                        "rights",
                        "clock");
        assertThat(findings.get("mandatory keys").found()).isEqualTo("yes; tables without a key get one");
        assertThat(findings.get("connections").verdict()).isEqualTo(Verdict.OK);
        assertThat(findings.get("prepared statements").verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(findings.get("prepared statements").mend()).contains("SET GLOBAL max_prepared_stmt_count");
        assertThat(findings.get("wait_timeout").mend()).isEqualTo("run SET GLOBAL wait_timeout = 28800");
        assertThat(findings.get("wait_timeout").verdict()).isEqualTo(Verdict.CAUTION);
        assertThat(findings.get("clock").verdict()).isEqualTo(Verdict.OK);
        assertThat(preflight(server.database("limits"), new Needs(Access.LOAD, 100_000, 1, 0))
                        .get("connections")
                        .mend())
                .endsWith("SET GLOBAL max_connections = 100000");
    }

    @Test
    void thePreflightFindsAMissingRightAndTheLimitOfAUser() {
        TargetSpec at = server.database("rights_of_another");
        try (JdbcTarget root = target("rights_of_another")) {
            root.jdbi().useHandle(handle -> {
                handle.execute("CREATE USER other@'%' IDENTIFIED BY 'plain' WITH MAX_USER_CONNECTIONS 5");
                handle.execute("GRANT SELECT ON rights_of_another.* TO other@'%'");
            });
        }
        TargetSpec other = new TargetSpec(
                at.url(), Optional.of("other"), Optional.of(Secret.of("plain")), Optional.empty(), Map.of());

        Map<String, Finding> findings = preflight(other, new Needs(Access.LOAD, 6, 1, 0));

        assertThat(findings.get("connections").verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(findings.get("connections").mend()).endsWith("ALTER USER 'other'@'%' WITH MAX_USER_CONNECTIONS 6");
        assertThat(findings.get("grants").verdict()).isEqualTo(Verdict.CAUTION);
        assertThat(findings.get("grants").mend())
                .endsWith(
                        "CREATE, DROP, INDEX, ALTER, CREATE ROUTINE, EXECUTE ON `rights_of_another`.* TO 'other'@'%'");
    }

    private static Parameters parameters(Map<String, String> values) {
        return Parameters.of(new Tpcc().descriptor().parameters(), values, new Problems());
    }
}
