package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.load.LoadModel;
import io.dbharness.model.HarnessException;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Views, conditional writes and consistency levels of profiles, on a real node. */
@Tag("server")
@Timeout(300)
class ProfileSchemaTest {

    private static final String PEOPLE = """
            keyspace: %s
            table: person
            table_definition: CREATE TABLE person (id int PRIMARY KEY, town text, version int)
            extra_definitions:
              - CREATE MATERIALIZED VIEW person_by_town AS SELECT * FROM person
                WHERE town IS NOT NULL AND id IS NOT NULL PRIMARY KEY (town, id)
            queries:
              get: {cql: 'SELECT * FROM person WHERE id = ?', consistencyLevel: serial}
              put: {cql: 'UPDATE person SET version = ? WHERE id = ? IF version = ?', serialConsistencyLevel: SERIAL}
            """;

    @TempDir
    private Path folder;

    private Map<String, String> parameters(String keyspace, String ops, String consistency) throws IOException {
        Path profile = Files.writeString(folder.resolve("people.yaml"), PEOPLE.formatted(keyspace));
        return Map.of("profile", profile.toString(), "ops", ops, "partitions", "20", "consistency", consistency);
    }

    private static CqlTarget without(String keyspace) {
        try (CqlTarget target = TestNode.shared().open("unused")) {
            target.driver().execute("DROP KEYSPACE IF EXISTS " + keyspace);
        }
        return TestNode.shared().open("unused");
    }

    @Test
    void aTableWithAMaterializedViewIsLoadedAgainAndAgain() throws IOException {
        try (CqlTarget target = without("views")) {
            StressRun run = new StressRun(target, new CqlUser(), parameters("views", "get=1", "quorum"));
            for (int load = 0; load < 5; load++) {
                run.bound().dataSet().load(2, new Seed(load), Progress.SILENT);
            }

            assertThat(run.bound().dataSet().inspect().kind().toString()).isEqualTo("COMPLETE");
            assertThat(target.driver()
                            .execute("SELECT count(*) FROM views.person_by_town")
                            .one()
                            .getLong(0))
                    .isEqualTo(20);
            run.bound().dataSet().drop();
        }
    }

    /** Another user has a type, a view and an index of the names that the profile gives to its own. */
    @Test
    void aDefinitionOfAnotherUserIsNeitherUsedNorReplaced() throws IOException {
        try (CqlTarget target = without("shared")) {
            StressRun first = new StressRun(target, new CqlUser(), written("shared", "", "address", "text"));
            first.bound().dataSet().load(2, Seed.DEFAULT, Progress.SILENT);
            first.bound().dataSet().load(2, new Seed(2), Progress.SILENT);
        }
        for (String definition : List.of(
                "CREATE TYPE IF NOT EXISTS address (street varchar, town int)",
                "CREATE MATERIALIZED VIEW IF NOT EXISTS by_v AS SELECT * FROM two WHERE v IS NOT NULL AND k IS NOT NULL"
                        + " PRIMARY KEY (v, k)",
                "CREATE INDEX IF NOT EXISTS of_v ON two (v)")) {
            try (CqlTarget target = TestNode.shared().open("unused")) {
                StressRun second = new StressRun(target, new CqlUser(), written("shared", "two", "int", definition));

                assertThatThrownBy(() -> second.bound().dataSet().load(2, Seed.DEFAULT, Progress.SILENT))
                        .isInstanceOf(HarnessException.class)
                        .hasMessageContaining("keyspace shared has another ")
                        .hasMessageContaining("than the profile defines; drop it");
            }
        }
    }

    /** Returns the parameters of a profile of one table, the first of them with all definitions. */
    private Map<String, String> written(String keyspace, String table, String type, String definition)
            throws IOException {
        String definitions = table.isEmpty() ? """
                  - CREATE TYPE IF NOT EXISTS address (street text, town varchar)
                  - CREATE MATERIALIZED VIEW IF NOT EXISTS by_v AS SELECT * FROM one WHERE v IS NOT NULL AND k IS NOT NULL
                    PRIMARY KEY (v, k)
                  - CREATE INDEX IF NOT EXISTS of_v ON one (v)
                """ : "  - " + definition + "\n";
        String name = table.isEmpty() ? "one" : table;
        Path profile = Files.writeString(
                folder.resolve(name + ".yaml"),
                "keyspace: " + keyspace + "\ntable: " + name + "\ntable_definition: CREATE TABLE " + name
                        + " (k int PRIMARY KEY, v int, a " + (type.equals("int") ? "int" : "frozen<" + type + ">")
                        + ")\nextra_definitions:\n" + definitions);
        return Map.of("profile", profile.toString(), "ops", "insert=1", "partitions", "5", "consistency", "one");
    }

    @Test
    void marksOfLimitsAndTimesTakeTheValuesOfTheProfile() throws IOException {
        Path profile = Files.writeString(folder.resolve("bound.yaml"), """
            keyspace: bound
            table: event
            table_definition: CREATE TABLE event (k int, i int, v text, PRIMARY KEY (k, i))
            columnspec: [{name: i, cluster: fixed(20)}]
            queries:
              few: {cql: 'SELECT * FROM event WHERE k = ? LIMIT ?', bind: {limit: uniform(3..5)}}
              put: {cql: 'INSERT INTO event (k, i, v) VALUES (?, ?, ?) USING TTL ? AND TIMESTAMP ?',
                    bind: {ttl: 1000, timestamp: 4000000000000000, v: fixed(7)}}
            """);
        try (CqlTarget target = without("bound")) {
            RunResult result = new StressRun(
                            target,
                            new CqlUser(),
                            Map.of("profile", profile.toString(), "ops", "few=1,put=1", "partitions", "3"))
                    .runUntil(LoadModel.closed(4), 100, folder.resolve("run"));

            assertThat(result.totals().failed()).isZero();
            Matcher answers = Pattern.compile("few: (\\d+) reads, (\\d+) rows")
                    .matcher(result.checks().toString());
            assertThat(answers.find()).isTrue();
            long reads = Long.parseLong(answers.group(1));
            assertThat(Long.parseLong(answers.group(2))).isBetween(3 * reads, 5 * reads);
            assertThat(target.driver()
                            .execute("SELECT v, ttl(v), writetime(v) FROM bound.event")
                            .all())
                    .filteredOn(row -> !row.isNull(1))
                    .isNotEmpty()
                    .allSatisfy(row -> {
                        assertThat(row.getInt(1)).isBetween(1, 1_000);
                        assertThat(row.getLong(2)).isEqualTo(4_000_000_000_000_000L);
                    });
        }
    }

    @Test
    void anErrorOfSeveralProfilesNamesItsOwn() throws IOException {
        String table = "keyspace: named\ntable: %1$s\ntable_definition: CREATE TABLE %1$s (k int PRIMARY KEY)%2$s\n";
        Path sound = Files.writeString(folder.resolve("sound.yaml"), table.formatted("sound", ""));
        Path odd = Files.writeString(folder.resolve("odd.yaml"), table.formatted("odd", " WITH caching_of = 'x'"));
        try (CqlTarget target = without("named")) {
            StressRun run = new StressRun(
                    target,
                    new CqlUser(),
                    Map.of("profile", sound + "," + odd, "ops", "sound.insert=1,odd.insert=1", "partitions", "3"));

            assertThatThrownBy(() -> run.bound().dataSet().load(2, Seed.DEFAULT, Progress.SILENT))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageStartingWith("profile odd: the cluster refuses 'CREATE TABLE odd");
        }
    }

    @Test
    void readsAtSerialSeeConditionalWrites() throws IOException {
        try (CqlTarget target = without("serial")) {
            RunResult result = new StressRun(target, new CqlUser(), parameters("serial", "get=1,put=1", "one"))
                    .runUntil(LoadModel.closed(4), 100, folder.resolve("run"));

            assertThat(result.totals().completed()).isGreaterThanOrEqualTo(100);
            assertThat(result.totals().failed()).isZero();
            assertThat(result.checks()).allMatch(Check::passed);
        }
    }

    @Test
    void aRunThatReadsAtSerialLoadsAtQuorum() throws IOException {
        try (CqlTarget target = without("serial_run")) {
            RunResult result = new StressRun(target, new CqlUser(), parameters("serial_run", "get=1", "serial"))
                    .runUntil(LoadModel.closed(4), 100, folder.resolve("run"));

            assertThat(result.totals().failed()).isZero();
            assertThat(result.checks()).allMatch(Check::passed);
        }
    }

    @Test
    void aLevelThatTheKeyspaceCannotGiveIsRefusedWithTheReason() throws IOException {
        try (CqlTarget target = without("few")) {
            StressRun run = new StressRun(target, new CqlUser(), parameters("few", "get=1", "two"));

            assertThatThrownBy(run.bound().dataSet()::inspect)
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("consistency two needs 2 replicas, and few has 1");
        }
    }
}
