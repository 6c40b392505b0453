package io.dbharness.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.load.RunWindows;
import io.dbharness.model.Caveat;
import io.dbharness.model.UsageException;
import io.dbharness.request.CollectSpec;
import io.dbharness.request.RunSpec;
import io.dbharness.result.RunResult;
import io.dbharness.result.RunResult.StepResult;
import io.dbharness.run.Harness;
import io.dbharness.run.RunListener;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.BuildServer;
import io.dbharness.testkit.shared.Pgbouncer;
import io.dbharness.workload.Check;
import io.dbharness.workload.WorkloadSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections that a run opens again, and connections that it keeps idle. */
@Tag("server")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class ConnectionsTest {

    private static final int REQUESTS = 60;

    private final TargetSpec server = BuildServer.postgresql("connections");

    private static TargetSpec with(TargetSpec at, String... namesAndValues) {
        Map<String, String> options = new HashMap<>(at.options());
        for (int i = 0; i < namesAndValues.length; i += 2) {
            options.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new TargetSpec(at.url(), at.user(), at.password(), at.dataDir(), options);
    }

    private static RunSpec selects(TargetSpec at, int users) {
        return RunSpec.of(WorkloadSpec.of("sysbench point-select")
                        .with("tables", 1)
                        .with("table-size", 50))
                .on(at)
                .closed(users)
                .until(REQUESTS)
                .with(CollectSpec.NONE)
                .warmUp(Duration.ZERO)
                .duration(Duration.ofMinutes(1));
    }

    private static RunResult run(RunSpec spec) {
        try (Harness harness = Harness.create()) {
            return harness.run(spec).result();
        }
    }

    private static long connects(RunResult result) {
        return result.step("connect").map(StepResult::count).orElse(0L);
    }

    /** The first connection of each user is opened before the load begins. */
    @ParameterizedTest
    @CsvSource({"1, 59", "7, 8", "60, 0"})
    void aConnectionIsReplacedAfterItsTransactions(int transactions, int expected) {
        RunResult result = run(selects(with(server, "reconnect", Integer.toString(transactions)), 1));

        assertThat(connects(result)).isEqualTo(expected);
        assertThat(result.totals().completed()).isEqualTo(REQUESTS);
        assertThat(result.totals().failed()).isZero();
        assertThat(result.target().settings())
                .containsEntry("reconnect", Integer.toString(transactions))
                .doesNotContainKey("pool.product");
    }

    @Test
    void theTimeToConnectIsInTheResponseAndNotInTheService() {
        RunResult result = run(selects(with(server, "reconnect", "1"), 1));

        long connect = result.step("connect").orElseThrow().service().minNanos();
        assertThat(result.combined("total").orElseThrow().response().maxNanos()).isGreaterThan(connect);
        assertThat(result.operations().get(0).connectionWait().maxNanos()).isGreaterThanOrEqualTo(connect);
        assertThat(result.combined("total").orElseThrow().service().minNanos()).isLessThan(connect);
    }

    @Test
    void usersThatShareConnectionsReplaceThemToo() {
        RunResult result = run(selects(with(server, "reconnect", "2"), 5).connections(2));

        assertThat(connects(result)).isBetween(27L, 29L);
        assertThat(result.totals().completed()).isEqualTo(REQUESTS);
    }

    @Test
    void anOpenLoadReplacesConnections() {
        RunResult result = run(selects(with(server, "reconnect", "1"), 2).rate(500));

        assertThat(connects(result)).isEqualTo(REQUESTS - 2);
        assertThat(result.totals().completed()).isEqualTo(REQUESTS);
    }

    @Test
    @EnabledIf(value = "io.dbharness.testkit.shared.Pgbouncer#isInstalled", disabledReason = "no pgbouncer")
    void connectionsToAPoolerAreReplaced() {
        try (Pgbouncer pooler = Pgbouncer.start(server, "transaction")) {
            RunResult result = run(selects(with(pooler.address(), "reconnect", "1", "idle-connections", "9"), 2));

            assertThat(connects(result)).isEqualTo(REQUESTS - 2);
            assertThat(result.totals().failed()).isZero();
            assertThat(result.checks()).extracting(Check::detail).contains("9 of 9 idle connections still answer");
        }
    }

    /** pgbouncer refuses a login with settings that it does not know. */
    @Test
    @EnabledIf(value = "io.dbharness.testkit.shared.Pgbouncer#isInstalled", disabledReason = "no pgbouncer")
    void connectionsToAPoolerOfSessionsAreReplaced() {
        try (Pgbouncer pooler = Pgbouncer.start(server, "session")) {
            RunResult result =
                    run(selects(with(pooler.address(), "reconnect", "1", "isolation", "repeatable-read"), 1));

            assertThat(connects(result)).isEqualTo(REQUESTS - 1);
            assertThat(result.totals().failed()).isZero();
        }
    }

    /** The role's limit of connections falls to 0 when the load begins, and is lifted before the data are checked again. */
    @Test
    void aRefusedConnectionIsAFailedRequestOfItsKind() {
        run(selects(server, 1));
        try (JdbcTarget admin = new JdbcTargetProvider().open(server)) {
            execute(admin, "CREATE ROLE crowd LOGIN PASSWORD 'x'");
            execute(admin, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO crowd");
            RunListener limiting = new RunListener() {
                @Override
                public void begin(RunWindows windows) {
                    execute(admin, "ALTER ROLE crowd CONNECTION LIMIT 0");
                }

                @Override
                public void step(String description) {
                    execute(admin, "ALTER ROLE crowd CONNECTION LIMIT -1");
                }
            };
            TargetSpec crowd = with(server.withCredentials("crowd", Secret.of("x")), "reconnect", "1");
            RunResult result;
            try (Harness harness = Harness.create(limiting)) {
                result = harness.run(selects(crowd, 1).until(3)).result();
            }

            assertThat(result.totals().completed()).isEqualTo(1);
            assertThat(result.operations().get(0).counts().failedBy()).isEqualTo(Map.of("OVERLOADED", 2L));
            assertThat(result.caveats())
                    .extracting(Caveat::detail)
                    .anyMatch(why -> why.contains("too many connections"));
        }
    }

    private static void execute(JdbcTarget target, String sql) {
        target.jdbi().useHandle(handle -> handle.execute(sql));
    }

    @Test
    void idleConnectionsAreOpenDuringTheRunAndStillAnswerAtItsEnd() {
        RunResult result = run(selects(with(server, "idle-connections", "5"), 1));

        assertThat(result.checks())
                .contains(new Check("idle connections", "after", true, "5 of 5 idle connections still answer"));
        assertThat(result.target().settings()).containsEntry("idle-connections", "5");
    }

    @Test
    void moreIdleConnectionsThanTheServerAllowsAreRefusedBeforeTheRun() {
        assertThatThrownBy(() -> run(selects(with(server, "idle-connections", "5000"), 1)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("max_connections");
    }

    @Test
    void aSimulationHasNoConnections() {
        for (String name : List.of("reconnect", "idle-connections")) {
            assertThatThrownBy(() -> run(selects(with(TargetSpec.of("sim:service=1ms"), name, "1"), 1)))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("--" + name + " is for SQL databases");
        }
    }
}
