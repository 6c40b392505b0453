package io.dbharness.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.jdbc.dataset.Schema;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UnexpectedRowsException;
import io.dbharness.random.Seed;
import io.dbharness.sql.operation.SqlInvocation;
import io.dbharness.sql.profile.Profiles;
import io.dbharness.sut.SessionSource;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.OperationSource;
import io.dbharness.workload.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a profile makes, sends, expects and checks. */
@Tag("server")
@ExtendWith(SqlTestDatabase.Given.class)
@Timeout(60)
class ProfileOnPostgresqlTest {

    private static final String PROFILE = """
            name: stock
            tables:
              shelf:
                rows: 3
                key: id
                columns:
                  id: integer not null = seq(1..3)
                  label: varchar(10) not null = text(fixed(6))
              item:
                rows: 900
                key: [shelf, place]
                indexes: [owner, "price DESC, owner"]
                columns:
                  shelf: integer not null = seq(1..shelf.rows)
                  place: integer not null = seq(1..300, shelf.rows)
                  owner: varchar(12) = text(fixed(8), uniform(1..50))
                  price: decimal(8,2) not null = decimal(uniform(1..9999), 2)
                  added: timestamp not null = time(2026-01-01, 1h, uniform(0..1000))
                  picture: bytea = bytes(uniform(0..20))
                  sold_to: integer
            operations:
              sell:
                parameters: {shelf: uniform(1..3), buyer: uniform(1..9)}
                statements:
                  - sql: SELECT place FROM item WHERE shelf = :shelf AND sold_to IS NULL ORDER BY place LIMIT 1 FOR UPDATE
                    expect: 0..1
                    carry: place
                  - sql: UPDATE item SET sold_to = :buyer WHERE shelf = :shelf AND place = :place
                    expect: 1
              find:
                weight: 0
                parameters: {owner: 'text(fixed(8), uniform(1..50))'}
                sql: SELECT price FROM item WHERE owner = :owner
              release:
                weight: 0
                parameters: {shelf: uniform(1..3)}
                sql: UPDATE item SET owner = NULL WHERE shelf = :shelf
                expect: 300
              remove:
                weight: 0
                parameters: {shelf: uniform(1..3), place: uniform(1..300)}
                statements:
                  - sql: DELETE FROM item WHERE shelf = :shelf AND place = :place
                    expect: 0..1
                  - sql: SELECT id FROM shelf WHERE id = :shelf
            checks:
              shelves:
                sql: SELECT id FROM shelf ORDER BY id
                equals: SELECT DISTINCT shelf FROM item ORDER BY shelf
              prices:
                sql: SELECT count(*) FROM item WHERE price <= 0
                answer: 0
            """;

    private final SqlTestDatabase database;

    @TempDir
    private Path folder;

    private Workbench bench;

    ProfileOnPostgresqlTest(SqlTestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void load(TestInfo test) {
        String name = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
        JdbcTarget target = database.target("s_" + name.substring(0, Math.min(40, name.length())));
        bench = new Workbench(target, Profiles.written(folder, PROFILE));
        bench.bound().dataSet().load(1, Seed.DEFAULT, Progress.SILENT);
    }

    @AfterEach
    void close() {
        bench.bound().dataSet().drop();
        bench.target().close();
    }

    @Test
    void rowsDependOnTheSeedAndNotOnTheNumberOfLoaders() {
        String all = "SELECT md5(string_agg(i::text, '|' ORDER BY shelf, place)) FROM item i";
        String first = bench.one(String.class, all);
        try (JdbcTarget again = database.target("loaded_again")) {
            Workbench other = new Workbench(again, bench.profile());
            other.bound().dataSet().load(3, Seed.DEFAULT, Progress.SILENT);
            assertThat(other.one(String.class, all)).isEqualTo(first);
            other.bound().dataSet().drop();
            other.bound().dataSet().load(1, new Seed(2), Progress.SILENT);
            assertThat(other.one(String.class, all)).isNotEqualTo(first);
            other.bound().dataSet().drop();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DELETE FROM item WHERE shelf = 1 AND place = 7  | rows: 902 rows in 2 tables, but the load and the runs since have left 903: 1 are gone
            UPDATE item SET price = 0 WHERE shelf = 2; DROP INDEX item_index_1; ALTER TABLE item DROP CONSTRAINT item_pkey | prices: the answer is 300, not 0; no index of item (shelf, place), item (owner)
            DELETE FROM item WHERE shelf = 3; UPDATE shelf SET label = 'x' | shelves: the answer has 3 rows, not 2 rows; was loaded
            UPDATE item SET shelf = 4 WHERE shelf = 3; UPDATE item SET added = added + INTERVAL '1' DAY | shelves: row 3 is 3, not 4; added was loaded as
            """)
    void whatSomebodyElseChangesIsFoundBeforeTheRun(String damage, String messages) {
        List.of(damage.split("; ")).forEach(bench::sql);

        assertThat(String.join("\n", Workbench.failing(bench.bound(), "before")))
                .contains(messages.split("; "));
    }

    @Test
    void whatRunsChangeIsNoDamage() throws Exception {
        for (String ops : List.of("sell=1,find=2", "release=1", "remove=1,sell=1", "sell=1")) {
            BoundWorkload<JdbcSession> workload = bench.bound("ops", ops);
            assertThat(Workbench.failing(workload, "before")).as(ops).isEmpty();
            bench.run(workload, 50);
            assertThat(Workbench.failing(workload, "after")).as(ops).isEmpty();
        }
    }

    @Test
    void deletedRowsAreCounted() throws Exception {
        BoundWorkload<JdbcSession> workload = bench.bound("ops", "remove=1");
        assertThat(Workbench.failing(workload, "before")).isEmpty();

        bench.run(workload, 40);

        assertThat(Workbench.check(workload, "after", "rows").detail()).startsWith("903 before + 0 inserted - ");
        bench.sql("INSERT INTO item SELECT 1, 9999, owner, price, added FROM item LIMIT 1");
        assertThat(Workbench.failing(workload, "after"))
                .singleElement()
                .asString()
                .contains("1 too many: another client wrote");
    }

    @Test
    void aReadThatFindsNothingIsAFailureAndNothingOfItsTransactionStays() throws Exception {
        BoundWorkload<JdbcSession> workload = bench.bound("ops", "remove=1");
        bench.sql("DELETE FROM shelf");

        assertThatThrownBy(() -> bench.run(workload, 300))
                .isInstanceOf(UnexpectedRowsException.class)
                .hasMessageStartingWith("remove-2-select saw or changed 0 rows instead of 1 or more");

        assertThat(bench.one(Long.class, "SELECT count(*) FROM item")).isEqualTo(900);
    }

    @Test
    void tooManyRowsAndTooFewAreFailures() {
        bench.sql("DELETE FROM item WHERE place = 1");
        bench.sql("UPDATE item SET owner = 'x'");

        assertThatThrownBy(() -> bench.run(bench.bound("ops", "release=1"), 1))
                .hasMessageStartingWith("release-update saw or changed 299 rows instead of 300");
        assertThatThrownBy(() -> bench.run(bench.bound("ops", "find=1"), 1))
                .hasMessageStartingWith("find-select saw or changed 0 rows instead of 1 or more");
    }

    @Test
    void anAttemptThatIsTriedAgainHasTheSameInputsAndReadsAnewWhatItCarries() throws Exception {
        BoundWorkload<JdbcSession> workload = bench.bound("ops", "sell=1");
        SqlInvocation sale = (SqlInvocation) workload.source(0, Seed.DEFAULT).next();
        try (SessionSource<JdbcSession> sessions = bench.target().dedicatedSessions()) {
            JdbcSession session = sessions.acquire();
            sale.execute(session);
            sale.execute(session);
            sessions.release(session);
        }

        assertThat(
                        bench.one(
                                String.class,
                                "SELECT string_agg(DISTINCT shelf || '/' || sold_to, ' ') || ' ' || count(DISTINCT place) FROM item WHERE sold_to IS NOT NULL"))
                .isEqualTo(sale.inputs()[0] + "/" + sale.inputs()[1] + " 2");
    }

    @Test
    void anAcknowledgedUpdateThatIsLostFailsTheCheck() throws Exception {
        BoundWorkload<JdbcSession> workload = bench.bound("ops", "sell=1");
        assertThat(Workbench.failing(workload, "before")).isEmpty();
        bench.run(workload, 20);
        assertThat(Workbench.check(workload, "after", "updates").detail())
                .isEqualTo("20 updated values read: all are of the last acknowledged updates");

        bench.sql("UPDATE item SET sold_to = NULL WHERE place = 1");

        assertThat(Workbench.failing(workload, "after"))
                .singleElement()
                .asString()
                .startsWith("updates: 20 updated values read: ")
                .contains(" are not of the last update, for example item shelf = ", "place = 1: sold_to is null, not ");
    }

    /** Here by a trigger; in others by rounding. */
    @Test
    void aServerMayStoreAnotherValueThanItIsSent() throws Exception {
        bench.sql("CREATE OR REPLACE FUNCTION tenfold() RETURNS trigger LANGUAGE plpgsql"
                + " AS 'BEGIN NEW.sold_to = 10 * NEW.sold_to; RETURN NEW; END'");
        bench.sql("CREATE TRIGGER tenfold BEFORE UPDATE ON item FOR EACH ROW EXECUTE FUNCTION tenfold()");
        BoundWorkload<JdbcSession> workload = bench.bound("ops", "sell=1");
        assertThat(Workbench.failing(workload, "before")).isEmpty();
        bench.run(workload, 5);
        assertThat(Workbench.failing(workload, "after")).isEmpty();

        bench.sql("UPDATE item SET sold_to = 1000 WHERE sold_to IS NOT NULL");

        assertThat(Workbench.failing(workload, "after"))
                .singleElement()
                .asString()
                .contains("5 are not of the last update");
    }

    @Test
    void anOperationEndsWhereNothingIsLeftToGoOnWith() throws Exception {
        bench.sql("UPDATE item SET sold_to = 0");

        bench.run(bench.bound("ops", "sell=1"), 5);

        assertThat(bench.one(Long.class, "SELECT count(*) FROM item WHERE sold_to > 0"))
                .isZero();
    }

    @Test
    void theSameSeedSendsTheSame() {
        assertThat(inputs()).isEqualTo(inputs()).hasSize(20).doesNotContainNull();
    }

    private List<List<Object>> inputs() {
        OperationSource<JdbcSession> user = bench.bound().source(3, Seed.DEFAULT);
        return Stream.generate(() -> List.of(((SqlInvocation) user.next()).inputs()))
                .limit(20)
                .toList();
    }

    /** PostgreSQL's operators for JSON, and tables that exist already. */
    @Test
    void aProfileOfOperationsOnlyRunsOnExistingTables(@TempDir Path folder) throws Exception {
        Path profile = Files.writeString(folder.resolve("own.yaml"), """
                name: own
                operations:
                  find:
                    parameters: {key: "seq(1..9)"}
                    sql: SELECT count(*) FROM doc WHERE body ? 'a' AND id >= :key
                    expect: 1
                  add:
                    parameters: {key: "seq(1..9)"}
                    sql: |
                      UPDATE doc SET body = body || '{"b": ":x"}' WHERE id = :key AND body ?| array['a', 'b']
                    expect: any
                checks:
                  some: {sql: "SELECT count(*) FROM doc WHERE body ? 'a'", answer: "9"}
                """);
        try (JdbcTarget target = database.target("own_tables")) {
            target.jdbi().useHandle(handle -> {
                handle.execute("CREATE TABLE IF NOT EXISTS doc (id int, body jsonb)");
                handle.execute("INSERT INTO doc SELECT n, '{\"a\": 1}' FROM generate_series(1, 9) n");
            });
            Workbench own = new Workbench(target, profile);
            BoundWorkload<JdbcSession> workload = own.bound();

            assertThat(workload.dataSet().inspect().kind()).isEqualTo(Kind.COMPLETE);
            workload.dataSet().requireUsable();
            own.run(workload, 20);

            assertThat(Workbench.failing(workload, "after")).isEmpty();
            assertThatThrownBy(() -> workload.dataSet().load(1, Seed.DEFAULT, Progress.SILENT))
                    .hasMessageContaining("has no tables to load");
            assertThatThrownBy(() -> workload.dataSet().drop()).hasMessageContaining("nothing was dropped");
            assertThat(new Schema(target).existing(List.of("doc", "dbharness_dataset")))
                    .containsExactly("doc");
        }
    }

    @Test
    void tablesOfSomebodyElseAreNeitherFilledNorDropped() {
        try (JdbcTarget target = database.target("somebody_elses")) {
            target.jdbi().useHandle(handle -> handle.execute("CREATE TABLE IF NOT EXISTS item (id int)"));
            BoundWorkload<JdbcSession> workload = new Workbench(target, bench.profile()).bound();

            assertThat(workload.dataSet().inspect().kind()).isEqualTo(Kind.FOREIGN);
            assertThatThrownBy(() -> workload.dataSet().load(1, Seed.DEFAULT, Progress.SILENT))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("found tables that this tool did not load (item)");
            assertThatThrownBy(() -> workload.dataSet().drop()).hasMessageContaining("nothing was dropped");
        }
    }

    @Test
    void aProfileWithOtherTablesIsAnotherDataSet() {
        Workbench edited = new Workbench(
                bench.target(), Profiles.written(folder, PROFILE.replace("uniform(1..9999)", "uniform(1..9998)")));

        assertThat(edited.bound().dataSet().inspect().kind()).isEqualTo(Kind.DIFFERENT);
        Profiles.written(folder, PROFILE.replace("weight: 0", "weight: 3"));
        assertThat(edited.bound().dataSet().inspect().kind()).isEqualTo(Kind.COMPLETE);
    }
}
