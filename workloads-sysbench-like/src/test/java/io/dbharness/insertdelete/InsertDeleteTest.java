package io.dbharness.insertdelete;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.insertdelete.InsertDelete.BoundInsertDelete;
import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Outcome;
import io.dbharness.model.Problems;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.random.Seed;
import io.dbharness.sut.SessionSource;
import io.dbharness.sysbench.SysbenchTestDatabase;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSet;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Invocation;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Parameters;
import io.dbharness.workload.Progress;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("server")
@ExtendWith(SysbenchTestDatabase.Given.class)
class InsertDeleteTest {

    private static final Seed SEED = new Seed(3);

    private static BoundWorkload<JdbcSession> bound(JdbcTarget target, String size) {
        Problems problems = new Problems();
        Parameters parameters = Parameters.of(
                new InsertDelete().descriptor().parameters(), new HashMap<>(Map.of("initial-data", size)), problems);
        problems.throwIfAny();
        return new InsertDelete().bind(target, parameters);
    }

    private static BoundWorkload<JdbcSession> loaded(JdbcTarget target, String size) {
        BoundWorkload<JdbcSession> workload = bound(target, size);
        workload.dataSet().load(2, SEED, Progress.SILENT);
        assertThat(workload.dataSet().check("before", Progress.SILENT)).allMatch(Check::passed);
        return workload;
    }

    private static long rows(JdbcTarget target) {
        return SysbenchTestDatabase.one(target, Long.class, "SELECT count(*) FROM insert_delete");
    }

    private static void execute(JdbcTarget target, BoundWorkload<JdbcSession> workload, int times) throws Exception {
        OperationSource<JdbcSession> user = workload.source(0, SEED);
        try (SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
            JdbcSession session = sessions.acquire();
            for (int i = 0; i < times; i++) {
                assertThat(user.next().execute(session)).isEqualTo(Outcome.COMPLETED);
            }
            sessions.release(session);
        }
    }

    @Test
    void theTableIsFilledWithAsMuchDataAsAsked(SysbenchTestDatabase database) {
        try (JdbcTarget target = database.target("insdel_fill")) {
            loaded(target, "373KB");

            assertThat(rows(target)).isEqualTo(1_000);
            long bytes = SysbenchTestDatabase.one(
                    target,
                    Long.class,
                    "SELECT sum(50 + length(code) + length(name) + length(note) + length(payload)) FROM insert_delete");
            assertThat(bytes).isEqualTo(373_000);
        }
    }

    @Test
    void aLoadedRowAndAnInsertedOneAreTheSame(SysbenchTestDatabase database) throws Exception {
        try (JdbcTarget target = database.target("insdel_same")) {
            BoundInsertDelete workload = (BoundInsertDelete) loaded(target, "1KB");
            String digest = "SELECT md5(string_agg(CAST(r AS text), '|' ORDER BY id)) FROM insert_delete r";
            String before = SysbenchTestDatabase.one(target, String.class, digest);
            try (SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
                JdbcSession session = sessions.acquire();
                workload.calls().delete(2).execute(session);
                assertThat(SysbenchTestDatabase.one(target, String.class, digest))
                        .isNotEqualTo(before);
                workload.calls().insert(InsertDeleteRow.of(SEED, 2)).execute(session);
                sessions.release(session);
            }
            assertThat(SysbenchTestDatabase.one(target, String.class, digest)).isEqualTo(before);
        }
    }

    @Test
    void rowsAreThoseBeforePlusInsertedMinusDeleted(SysbenchTestDatabase database) throws Exception {
        try (JdbcTarget target = database.target("insdel_count")) {
            BoundWorkload<JdbcSession> workload = loaded(target, "37.3KB");

            execute(target, workload, 300);

            Check after = workload.dataSet().check("after", Progress.SILENT).get(0);
            assertThat(after.passed()).as(after.detail()).isTrue();
            assertThat(after.detail()).startsWith("100 before + ").endsWith("counted " + rows(target));
        }
    }

    @Test
    void aRowThatSomebodyElseTookAwayIsFoundOut(SysbenchTestDatabase database) throws Exception {
        try (JdbcTarget target = database.target("insdel_theft")) {
            BoundInsertDelete workload = (BoundInsertDelete) loaded(target, "37.3KB");
            target.jdbi().useHandle(handle -> handle.execute("DELETE FROM insert_delete WHERE id = 7"));

            Check after = workload.dataSet().check("after", Progress.SILENT).get(0);
            assertThat(after.passed()).isFalse();
            try (SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
                JdbcSession session = sessions.acquire();
                Invocation<JdbcSession> delete = workload.calls().delete(7);
                assertThatThrownBy(() -> delete.execute(session))
                        .isInstanceOf(UnexpectedRowsException.class)
                        .hasMessageContaining("no row has the id 7");
                sessions.release(session);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DELETE FROM insert_delete WHERE id % 6 = 0                       | rows: 834 rows, but the load and the runs since have left 1,000: 166 are gone
            ALTER TABLE insert_delete DROP CONSTRAINT insert_delete_pkey     | indexes: no index of insert_delete (id)
            UPDATE insert_delete SET note = 'x'                              | rows.format: not so for 1000 rows
            UPDATE insert_delete SET account = 7                             | : account was loaded as
            UPDATE insert_delete SET payload = repeat('x', 99)::bytea        | : payload was loaded as '
            UPDATE insert_delete SET due_at = due_at + interval '1 day'      | : due_at was loaded as 20
            UPDATE insert_delete SET price = 2 * price, quantity = quantity  | rows.format: not so for
            """)
    void whatSomebodyElseChangesIsFoundBeforeTheRun(String damage, String message, SysbenchTestDatabase database) {
        try (JdbcTarget target = database.target("insdel_damage")) {
            BoundWorkload<JdbcSession> workload = loaded(target, "373KB");

            target.jdbi().useHandle(handle -> handle.execute(damage));

            assertThat(bound(target, "373KB").dataSet().check("before", Progress.SILENT).stream()
                            .filter(check -> !check.passed())
                            .map(check -> check.name() + ": " + check.detail()))
                    .anyMatch(text -> text.contains(message));
            workload.dataSet().drop();
        }
    }

    @Test
    void whatRunsHaveLeftIsWhatTheNextOneExpects(SysbenchTestDatabase database) throws Exception {
        try (JdbcTarget target = database.target("insdel_next")) {
            for (int run = 1; run <= 3; run++) {
                BoundWorkload<JdbcSession> workload = run == 1 ? loaded(target, "37.3KB") : bound(target, "37.3KB");
                assertThat(workload.dataSet().check("before", Progress.SILENT)).allMatch(Check::passed);
                workload.dataSet().settle(Progress.SILENT);
                execute(target, workload, 100);
                assertThat(workload.dataSet().check("after", Progress.SILENT)).allMatch(Check::passed);
            }

            target.jdbi()
                    .useHandle(handle ->
                            handle.execute("DELETE FROM insert_delete WHERE id = (SELECT max(id) FROM insert_delete)"));

            assertThat(bound(target, "37.3KB")
                            .dataSet()
                            .check("before", Progress.SILENT)
                            .get(0)
                            .detail())
                    .endsWith(": 1 are gone");
        }
    }

    @Test
    void aCallThatIsNotAnsweredBoundsWhatMayBeFound(SysbenchTestDatabase database) throws Exception {
        try (JdbcTarget target = database.target("insdel_lost")) {
            BoundInsertDelete workload = (BoundInsertDelete) loaded(target, "37.3KB");
            try (SessionSource<JdbcSession> sessions = target.dedicatedSessions()) {
                JdbcSession session = sessions.acquire();
                session.connection().close();
                Invocation<JdbcSession> insert = workload.calls().insert(InsertDeleteRow.of(SEED, 1_000));
                assertThatThrownBy(() -> insert.execute(session)).isInstanceOf(SQLException.class);
                sessions.discard(session);
            }

            Check after = workload.dataSet().check("after", Progress.SILENT).get(0);
            assertThat(after.passed()).as(after.detail()).isTrue();
        }
    }

    @Test
    void anUnfinishedLoadGoesOnWhereItStopped(SysbenchTestDatabase database) {
        try (JdbcTarget target = database.target("insdel_resume")) {
            BoundWorkload<JdbcSession> workload = bound(target, "37.3KB");
            assertThatThrownBy(() -> workload.dataSet().load(1, SEED, (phase, done, total, unit) -> {
                        if (phase.equals("analyze")) {
                            throw new IllegalStateException("power cut");
                        }
                    }))
                    .hasMessageContaining("power cut");
            assertThat(workload.dataSet().inspect().kind()).isEqualTo(Kind.INCOMPLETE);

            BoundWorkload<JdbcSession> again = bound(target, "37.3KB");
            List<Long> missing = new ArrayList<>();
            again.dataSet().load(1, SEED, (phase, done, total, unit) -> missing.add(total));

            assertThat(missing).first().isEqualTo(0L);
            assertThat(again.dataSet().inspect().kind()).isEqualTo(Kind.COMPLETE);
            assertThat(rows(target)).isEqualTo(100);
        }
    }

    @Test
    void aTableOfSomebodyElseIsNeverTouched(SysbenchTestDatabase database) {
        try (JdbcTarget target = database.target("insdel_foreign")) {
            target.jdbi().useHandle(handle -> {
                handle.execute("CREATE TABLE insert_delete (id bigint, mine text)");
                handle.execute("INSERT INTO insert_delete VALUES (1, 'precious')");
            });
            DataSet dataSet = bound(target, "37.3KB").dataSet();

            assertThat(dataSet.inspect().kind()).isEqualTo(Kind.FOREIGN);
            assertThatThrownBy(() -> dataSet.load(1, SEED, Progress.SILENT))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("found tables that this tool did not load (insert_delete)");
            assertThatThrownBy(dataSet::drop)
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("nothing was dropped");
            assertThat(SysbenchTestDatabase.texts(target, "SELECT mine FROM insert_delete"))
                    .containsExactly("precious");
            assertThat(SysbenchTestDatabase.texts(
                            target,
                            "SELECT relname FROM pg_class WHERE relname LIKE 'dbharness%'"
                                    + " AND relnamespace = CAST(current_schema() AS regnamespace)"))
                    .as("and no marker claims it afterwards")
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CREATE FUNCTION insert_delete_insert(a int) RETURNS int LANGUAGE sql AS 'SELECT 1' | function insert_delete_insert
            CREATE PROCEDURE insert_delete_delete(p_id bigint) LANGUAGE sql AS 'SELECT 1'      | procedure insert_delete_delete
            CREATE VIEW insert_delete AS SELECT 1 AS id                                        | view insert_delete
            CREATE MATERIALIZED VIEW insert_delete AS SELECT 1 AS id                           | materialized view insert_delete
            CREATE SEQUENCE insert_delete                                                      | sequence insert_delete
            CREATE TYPE insert_delete AS (a int)                                               | type insert_delete
            CREATE TYPE insert_delete AS ENUM ('a')                                            | type insert_delete
            CREATE TABLE t (a int); CREATE INDEX insert_delete ON t (a)                        | index insert_delete
            CREATE FOREIGN DATA WRAPPER w; CREATE SERVER s FOREIGN DATA WRAPPER w; CREATE FOREIGN TABLE insert_delete (a int) SERVER s | foreign table insert_delete
            """)
    void anObjectOfAnyKindThatThisToolDidNotMakeIsNeitherReplacedNorDropped(
            String definition, String named, SysbenchTestDatabase database) {
        String schema = "insdel_kind_" + Integer.toHexString(definition.hashCode());
        String objects = "SELECT 'r' || oid || relname FROM pg_class WHERE relnamespace = '" + schema
                + "'::regnamespace UNION ALL SELECT 'f' || oid || proname FROM pg_proc WHERE pronamespace = '" + schema
                + "'::regnamespace UNION ALL SELECT 't' || oid || typname FROM pg_type WHERE typnamespace = '" + schema
                + "'::regnamespace ORDER BY 1";
        try (JdbcTarget target = database.target(schema)) {
            target.jdbi().useHandle(handle -> handle.execute(definition));
            List<String> before = SysbenchTestDatabase.texts(target, objects);
            DataSet dataSet = bound(target, "37.3KB").dataSet();

            assertThat(dataSet.inspect().kind()).isEqualTo(Kind.FOREIGN);
            assertThatThrownBy(() -> dataSet.load(1, SEED, Progress.SILENT))
                    .isInstanceOf(HarnessException.class)
                    .hasMessage("found objects that this tool did not load (" + named
                            + "); drop them yourself, or name another database or schema");
            assertThatThrownBy(dataSet::drop)
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("nothing was dropped");

            assertThat(SysbenchTestDatabase.texts(target, objects)).isEqualTo(before);
        }
    }

    @Test
    void aFunctionMadeAfterTheLoadSurvivesTheDrop(SysbenchTestDatabase database) {
        try (JdbcTarget target = database.target("insdel_overload")) {
            loaded(target, "37.3KB");
            target.jdbi()
                    .useHandle(handle -> handle.execute(
                            "CREATE FUNCTION insert_delete_delete(a text) RETURNS int LANGUAGE sql AS 'SELECT 1'"));

            bound(target, "37.3KB").dataSet().drop();

            assertThat(SysbenchTestDatabase.texts(
                            target,
                            "SELECT CAST(CAST(oid AS regprocedure) AS text) FROM pg_proc"
                                    + " WHERE pronamespace = CAST('insdel_overload' AS regnamespace)"))
                    .containsExactly("insert_delete_delete(text)");
        }
    }

    /** The server was killed after the marker was made and before the first table. */
    @Test
    void aTableMadeAfterALoadWasAnnouncedIsNotTheLoadsOwn(SysbenchTestDatabase database) {
        try (JdbcTarget target = database.target("insdel_announced")) {
            loaded(target, "37.3KB");
            target.jdbi().useHandle(handle -> {
                handle.execute("UPDATE dbharness_dataset SET state = 'empty'");
                handle.execute("DELETE FROM dbharness_part");
            });

            assertThatThrownBy(() -> bound(target, "37.3KB").dataSet().load(1, SEED, Progress.SILENT))
                    .hasMessageContaining("that this tool did not load");

            assertThat(rows(target)).isEqualTo(100);
        }
    }

    @Test
    void anotherScaleIsNotTouchedAndOwnTablesAreDropped(SysbenchTestDatabase database) {
        try (JdbcTarget target = database.target("insdel_drop")) {
            loaded(target, "37.3KB");

            assertThat(bound(target, "80KB").dataSet().inspect().kind()).isEqualTo(Kind.DIFFERENT);
            bound(target, "37.3KB").dataSet().drop();

            assertThat(bound(target, "37.3KB").dataSet().inspect().kind()).isEqualTo(Kind.ABSENT);
            List<String> left = SysbenchTestDatabase.texts(
                    target,
                    "SELECT CAST(p.proname AS text) FROM pg_proc p WHERE p.pronamespace = CAST('insdel_drop' AS regnamespace)"
                            + " UNION ALL SELECT CAST(c.relname AS text) FROM pg_class c WHERE c.relnamespace ="
                            + " CAST('insdel_drop' AS regnamespace)");
            assertThat(left).isEmpty();
        }
    }
}
