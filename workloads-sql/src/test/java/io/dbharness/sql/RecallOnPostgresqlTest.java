package io.dbharness.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.random.Seed;
import io.dbharness.sql.profile.Profiles;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.Progress;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The recall of a search by arrays, which needs no extension, and of one that leaves out every second row as a poor index would. */
@Tag("server")
@ExtendWith(SqlTestDatabase.Given.class)
@Timeout(60)
class RecallOnPostgresqlTest {

    private static final String PROFILE = """
            name: nearest
            tables:
              item:
                rows: 200
                key: id
                indexes: USING brin (id)
                columns:
                  id: integer not null = seq(1..item.rows)
                  embedding: text not null = vector(6)
            operations:
              search:
                parameters: {q: vector(6), skipped: fixed(%d)}
                sql: |
                  SELECT id FROM item WHERE id %% 2 <> :skipped ORDER BY
                  (SELECT sum((a - b) ^ 2) FROM unnest(translate(embedding, '[]', '{}')::float8[],
                  translate(:q, '[]', '{}')::float8[]) AS pair(a, b)) LIMIT 10
                recall: {of: 10, least: 0.9, distance: euclidean, among: "SELECT id, embedding FROM item"}
            """;

    private final SqlTestDatabase database;

    @TempDir
    private Path folder;

    RecallOnPostgresqlTest(SqlTestDatabase database) {
        this.database = database;
    }

    private Check recall(int skipped) throws Exception {
        try (JdbcTarget target = database.target("recall_" + skipped)) {
            Workbench bench = new Workbench(target, Profiles.written(folder, PROFILE.formatted(skipped)));
            BoundWorkload<JdbcSession> workload = bench.bound();
            workload.dataSet().load(1, Seed.DEFAULT, Progress.SILENT);
            bench.run(workload, 5);
            return Workbench.check(workload, "after", "recall");
        }
    }

    @Test
    void anExactSearchFindsAllOfTheNearest() throws Exception {
        Check check = recall(2);

        assertThat(check.passed()).as(check.detail()).isTrue();
        assertThat(check.detail()).startsWith("search: 1.000 of the 10 nearest of 200 rows, on average of 20 vectors");
    }

    @Test
    void aSearchThatMissesRowsFailsTheCheck() throws Exception {
        Check check = recall(0);

        assertThat(check.passed()).as(check.detail()).isFalse();
        assertThat(check.detail()).contains(" of the 10 nearest of 200 rows", "at least 0.9 is asked for");
    }
}
