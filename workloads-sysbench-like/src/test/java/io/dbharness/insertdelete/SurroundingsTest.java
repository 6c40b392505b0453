package io.dbharness.insertdelete;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.JdbcTargetProvider;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testkit.shared.BuildServer;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases, roles and settings as people have them: each is worked with, or refused in a sentence that says what mends it. */
@Tag("server")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SurroundingsTest {

    private static final String DATABASE = "surroundings";
    private static final String ROLE = "surrounded";
    private static final String PASSWORD = "plain";

    private final TargetSpec owner = BuildServer.postgresql(DATABASE);
    private final JdbcTarget admin = new JdbcTargetProvider().open(owner);

    @BeforeEach
    void makeRole() {
        run("DROP SCHEMA IF EXISTS public CASCADE", "CREATE SCHEMA public", "GRANT USAGE ON SCHEMA public TO PUBLIC");
        run("CREATE ROLE " + ROLE + " LOGIN PASSWORD '" + PASSWORD + "'");
    }

    @AfterEach
    void dropRole() {
        run("DROP OWNED BY " + ROLE + " CASCADE", "DROP ROLE " + ROLE);
    }

    @AfterAll
    void close() {
        admin.close();
    }

    private void run(String... statements) {
        admin.jdbi().useHandle(handle -> List.of(statements).forEach(handle::execute));
    }

    private JdbcTarget target() {
        return new JdbcTargetProvider()
                .open(new TargetSpec(
                        owner.url(), Optional.of(ROLE), Optional.of(Secret.of(PASSWORD)), Optional.empty(), Map.of()));
    }

    private static BoundWorkload<JdbcSession> bound(JdbcTarget target) {
        Parameters parameters = Parameters.of(
                new InsertDelete().descriptor().parameters(), Map.of("initial-data", "37.3KB"), new Problems());
        return new InsertDelete().bind(target, parameters);
    }

    private static void load(JdbcTarget target) {
        bound(target).dataSet().load(2, Seed.DEFAULT, Progress.SILENT);
    }

    private void worksFromLoadToDrop() {
        try (JdbcTarget target = target()) {
            load(target);
            DataSet dataSet = bound(target).dataSet();
            assertThat(dataSet.inspect().kind()).isEqualTo(Kind.COMPLETE);
            dataSet.requireUsable();
            dataSet.settle(Progress.SILENT);
            assertThat(dataSet.check("before", Progress.SILENT)).allMatch(Check::passed);
            dataSet.drop();
            assertThat(dataSet.inspect().kind()).isEqualTo(Kind.ABSENT);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "default_transaction_isolation = 'serializable'",
                "idle_in_transaction_session_timeout = '1ms'; lock_timeout = '1ms'; idle_session_timeout = '1min'",
                "standard_conforming_strings = off; row_security = off; search_path = public, pg_temp; DateStyle = 'German'"
                        + "; extra_float_digits = 0; quote_all_identifiers = on; default_transaction_deferrable = on",
            })
    void settingsOfTheRoleChangeNothing(String settings) {
        run("GRANT CREATE ON SCHEMA public TO " + ROLE);
        for (String one : settings.split("; ", -1)) {
            run("ALTER ROLE " + ROLE + " SET " + one);
        }

        worksFromLoadToDrop();
    }

    @Test
    void withoutTheRightToMakeTablesTheGrantIsNamed() {
        try (JdbcTarget target = target()) {
            assertThatThrownBy(() -> load(target))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("GRANT CREATE ON SCHEMA public TO " + ROLE);
        }

        run("GRANT CREATE ON SCHEMA public TO " + ROLE);
        worksFromLoadToDrop();
    }

    @Test
    void withoutASchemaTheAddressOrAStatementIsNamed() {
        run("DROP SCHEMA public CASCADE");

        try (JdbcTarget target = target()) {
            assertThatThrownBy(() -> load(target))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("CREATE SCHEMA public AUTHORIZATION " + ROLE)
                    .hasMessageContaining("currentSchema");
        }

        run("CREATE SCHEMA public AUTHORIZATION " + ROLE);
        worksFromLoadToDrop();
    }

    @Test
    void rightsOnTheTableWithoutThoseOnTheMarkerNameTheGrant() {
        try (JdbcTarget all = new JdbcTargetProvider().open(owner)) {
            load(all);
        }
        run(
                "GRANT ALL ON insert_delete TO " + ROLE,
                "GRANT SELECT ON dbharness_part TO " + ROLE,
                "GRANT ALL ON dbharness_dataset TO " + ROLE);
        try (JdbcTarget target = target()) {
            DataSet dataSet = bound(target).dataSet();
            assertThat(dataSet.inspect().kind()).isEqualTo(Kind.COMPLETE);
            assertThatThrownBy(dataSet::requireUsable)
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining(
                            "GRANT SELECT, INSERT, UPDATE, DELETE ON dbharness_dataset, dbharness_part TO " + ROLE);

            run("GRANT SELECT, INSERT, UPDATE, DELETE ON dbharness_dataset, dbharness_part TO " + ROLE);

            dataSet.requireUsable();
            dataSet.settle(Progress.SILENT);
            assertThat(dataSet.check("before", Progress.SILENT)).allMatch(Check::passed);
        }
    }

    @Test
    void rowLevelSecurityOnTheMarkerIsNamed() {
        try (JdbcTarget all = new JdbcTargetProvider().open(owner)) {
            load(all);
        }
        run(
                "GRANT ALL ON insert_delete, dbharness_dataset, dbharness_part TO " + ROLE,
                "ALTER TABLE dbharness_dataset ENABLE ROW LEVEL SECURITY");

        try (JdbcTarget target = target()) {
            assertThatThrownBy(() -> bound(target).dataSet().requireUsable())
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("ALTER TABLE dbharness_dataset DISABLE ROW LEVEL SECURITY");
        }
    }

    @Test
    void readOnlySessionsNameTheSetting() {
        run("ALTER ROLE " + ROLE + " SET default_transaction_read_only = on");

        try (JdbcTarget target = target()) {
            assertThatThrownBy(() -> bound(target).dataSet().requireUsable())
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("ALTER ROLE " + ROLE + " SET default_transaction_read_only = off");
        }
    }

    @Test
    void aStatementTimeoutThatHitsIsNamed() {
        run("ALTER ROLE " + ROLE + " SET statement_timeout = '10ms'");

        try (JdbcTarget target = target()) {
            assertThatThrownBy(() -> target.jdbi().useHandle(handle -> handle.execute("SELECT pg_sleep(60)")))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("ALTER ROLE \"" + ROLE + "\" SET statement_timeout = 0");
        }
    }

    @Test
    void aMarkerWithOtherColumnsIsASentence() {
        run(
                "GRANT CREATE ON SCHEMA public TO " + ROLE,
                "CREATE TABLE dbharness_dataset (mine text)",
                "GRANT ALL ON dbharness_dataset TO " + ROLE);

        try (JdbcTarget target = target()) {
            assertThatThrownBy(() -> bound(target).dataSet().inspect())
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("is not as this tool made it");
        }
    }

    @Test
    void aTableWithOtherColumnsIsASentence() {
        run("GRANT CREATE ON SCHEMA public TO " + ROLE);
        try (JdbcTarget target = target()) {
            load(target);
            run("ALTER TABLE insert_delete RENAME COLUMN id TO other");

            assertThatThrownBy(() -> bound(target).dataSet().check("before", Progress.SILENT))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("column \"id\" does not exist");
        }
    }

    @Test
    void aPartitionedTableWithAnIndexDoesNotDisturb() {
        run(
                "GRANT CREATE ON SCHEMA public TO " + ROLE,
                "CREATE TABLE events (id bigint, at date, PRIMARY KEY (id, at)) PARTITION BY RANGE (at)");

        worksFromLoadToDrop();
    }
}
