package io.dbharness.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.driver.CqlTarget;
import io.dbharness.cql.testkit.StressRun;
import io.dbharness.cql.testkit.TestNode;
import io.dbharness.load.LoadModel;
import io.dbharness.model.UsageException;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
