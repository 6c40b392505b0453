package io.dbharness.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.Outcome;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Progress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database that takes no writes, as a standby does. */
@Tag("server")
@ExtendWith(SysbenchTestDatabase.Given.class)
@Timeout(60)
class SysbenchReadOnlyTest {

    private static final String SCHEMA = "read_only";

    private final JdbcTarget target;

    SysbenchReadOnlyTest(SysbenchTestDatabase database) {
        try (JdbcTarget writable = database.target(SCHEMA)) {
            BoundWorkload<JdbcSession> workload = Given.bound(writable, "point-select");
            if (workload.dataSet().inspect().kind() == Kind.ABSENT) {
                workload.dataSet().load(1, Seed.DEFAULT, Progress.SILENT);
            }
        }
        target = database.target(SCHEMA, "options=-c%20default_transaction_read_only%3Don");
    }

    @AfterEach
    void close() {
        target.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"POINT_SELECT", "READ_ONLY", "RANDOM_POINTS", "RANDOM_RANGES"})
    void testsThatOnlyReadRunThere(TestKind test) throws Exception {
        BoundWorkload<JdbcSession> workload =
                Given.bound(target, test.operation().name());
        workload.dataSet().requireUsable();
        assertThat(workload.dataSet().inspect().kind()).isEqualTo(Kind.COMPLETE);
        assertThat(workload.dataSet().check("before", Progress.SILENT)).allMatch(Check::passed);
        workload.dataSet().settle(Progress.SILENT);
        OperationSource<JdbcSession> user = workload.source(0, Seed.DEFAULT);
        try (SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            JdbcSession session = sessions.acquire();
            assertThat(user.next().execute(session)).isEqualTo(Outcome.COMPLETED);
            sessions.release(session);
        }

        assertThat(workload.dataSet().check("after", Progress.SILENT)).allMatch(Check::passed);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"POINT_SELECT", "READ_ONLY", "RANDOM_POINTS", "RANDOM_RANGES"})
    void testsThatWriteAreRefused(TestKind test) {
        assertThatThrownBy(() ->
                        Given.bound(target, test.operation().name()).dataSet().requireUsable())
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(test.workload() + " writes, and ")
                .hasMessageContaining("takes no writes");
    }

    @Test
    void anAccountThatMayOnlyReadRunsThemToo(SysbenchTestDatabase database) {
        try (JdbcTarget writable = database.target(SCHEMA)) {
            writable.jdbi().useHandle(handle -> {
                handle.execute("CREATE ROLE reader");
                handle.execute("GRANT USAGE ON SCHEMA " + SCHEMA + " TO reader");
                handle.execute("GRANT SELECT ON ALL TABLES IN SCHEMA " + SCHEMA + " TO reader");
            });
        }
        try (JdbcTarget reader = database.target(SCHEMA, "options=-c%20role%3Dreader")) {
            BoundWorkload<JdbcSession> workload = Given.bound(reader, "point-select");
            workload.dataSet().requireUsable();
            assertThat(workload.dataSet().inspect().kind()).isEqualTo(Kind.COMPLETE);
            assertThat(workload.dataSet().check("before", Progress.SILENT)).allMatch(Check::passed);
            workload.dataSet().settle(Progress.SILENT);
            assertThatThrownBy(() -> Given.bound(reader, "insert").dataSet().requireUsable())
                    .isInstanceOf(UsageException.class);
        }
    }

    @Test
    void nothingIsLoadedOrDroppedThere() {
        assertThatThrownBy(() -> Given.bound(target, "point-select").dataSet().load(1, Seed.DEFAULT, Progress.SILENT))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("loading sysbench writes");
        assertThatThrownBy(() -> Given.bound(target, "point-select").dataSet().drop())
                .isInstanceOf(UsageException.class);
    }
}
