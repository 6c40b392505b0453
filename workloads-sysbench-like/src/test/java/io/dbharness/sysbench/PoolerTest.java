package io.dbharness.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.model.Outcome;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.TargetInfo;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.BuildServer;
import io.dbharness.testkit.shared.Pgbouncer;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pgbouncer between client and server, in each of its modes. */
@Tag("server")
@EnabledIf(value = "io.dbharness.testkit.shared.Pgbouncer#isInstalled", disabledReason = "pgbouncer is not installed")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PoolerTest {

    private static final int TRANSACTIONS = 12;

    private final TargetSpec server = BuildServer.postgresql("pooled");

    private static JdbcTarget open(TargetSpec at, String isolation) {
        return new JdbcTargetProvider()
                .open(new TargetSpec(at.url(), at.user(), at.password(), at.dataDir(), Map.of("isolation", isolation)));
    }

    private static BoundWorkload<JdbcSession> bound(JdbcTarget target) {
        return Given.bound(target, "read-write", "tables", "1", "table-size", "200");
    }

    /** Sessions by turns, so that they change server sessions. */
    private static void run(JdbcTarget target, BoundWorkload<JdbcSession> workload) throws Exception {
        try (SessionSource<JdbcSession> one = target.dedicatedSessions();
                SessionSource<JdbcSession> other = target.dedicatedSessions()) {
            List<JdbcSession> sessions = List.of(one.acquire(), other.acquire());
            List<OperationSource<JdbcSession>> users = new ArrayList<>();
            for (int user = 0; user < sessions.size(); user++) {
                users.add(workload.source(user, Seed.DEFAULT));
            }
            for (int i = 0; i < TRANSACTIONS; i++) {
                assertThat(users.get(i % 2).next().execute(sessions.get(i % 2))).isEqualTo(Outcome.COMPLETED);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"transaction", "session"})
    void aWorkloadIsLoadedRunAndDropped(String mode) throws Exception {
        try (Pgbouncer pooler = Pgbouncer.start(server, mode);
                JdbcTarget target = open(pooler.address(), "read-committed")) {
            BoundWorkload<JdbcSession> workload = bound(target);
            workload.dataSet().load(2, Seed.DEFAULT, Progress.SILENT);
            TargetInfo info = target.info();

            workload.dataSet().settle(Progress.SILENT);
            run(target, workload);

            assertThat(info.settings().containsKey("pooler")).isEqualTo(mode.equals("transaction"));
            assertThat(info.settings().get("driver.prepareThreshold")).isEqualTo(mode.equals("session") ? "1" : "0");
            assertThat(info.caveats().stream()
                            .map(caveat -> caveat.code())
                            .toList()
                            .contains("POOLED"))
                    .isEqualTo(mode.equals("transaction"));
            assertThat(workload.dataSet().check("after", Progress.SILENT)).allMatch(Check::passed);
            workload.dataSet().drop();
        }
    }

    @Test
    void anIsolationThatThePoolersSessionsDoNotHaveIsRefused() {
        try (Pgbouncer pooler = Pgbouncer.start(server, "transaction");
                JdbcTarget target = open(pooler.address(), "serializable");
                JdbcTarget same = open(pooler.address(), "read-committed")) {
            assertThatThrownBy(target::info)
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("a pooler in transaction mode")
                    .hasMessageContaining("--isolation serializable cannot be set");

            assertThat(same.info().settings()).containsEntry("isolation.effective", "read-committed");
        }
    }

    @Test
    void aPoolerInSessionModeKeepsTheIsolation() {
        try (Pgbouncer pooler = Pgbouncer.start(server, "session");
                JdbcTarget target = open(pooler.address(), "serializable")) {
            assertThat(target.info().settings()).containsEntry("isolation.effective", "serializable");
        }
    }

    /** Its pool has eight connections, which all sessions before this one keep. */
    @Test
    void aSessionBeyondThePoolIsGivenUpAfterTheTimeOfARequest() {
        try (Pgbouncer pooler = Pgbouncer.start(server, "session")) {
            TargetSpec at = pooler.address();
            TargetSpec limited =
                    new TargetSpec(at.url(), at.user(), at.password(), at.dataDir(), Map.of("request-timeout", "2s"));
            try (JdbcTarget target = new JdbcTargetProvider().open(limited)) {
                assertThatThrownBy(() -> target.leasedSessions(9).close())
                        .isInstanceOf(TargetUnreachableException.class)
                        .hasMessageContaining("did not set up a session within 2 s")
                        .hasMessageContaining("default_pool_size");
            }
        }
    }

    @Test
    void aPoolerWithoutTransactionsIsRefused() {
        try (Pgbouncer pooler = Pgbouncer.start(server, "statement");
                JdbcTarget target = open(pooler.address(), "read-committed")) {
            assertThatThrownBy(() -> bound(target).dataSet().load(1, Seed.DEFAULT, Progress.SILENT))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("a pooler in statement mode");
            assertThatThrownBy(target::info)
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("a pooler in statement mode");
        }
    }

    @Test
    void withoutAPoolerNothingIsSaid() {
        try (JdbcTarget target = open(server, "read-committed")) {
            assertThat(target.info().settings()).doesNotContainKey("pooler");
        }
    }
}
