package io.dbharness.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.random.Seed;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The profiles that ship with the module, on a real PostgreSQL. */
@Tag("server")
@ExtendWith(SqlTestDatabase.Given.class)
@Timeout(120)
class ShippedProfilesTest {

    private final SqlTestDatabase database;

    ShippedProfilesTest(SqlTestDatabase database) {
        this.database = database;
    }

    static Stream<String> names() {
        return new SqlProfiles()
                .workloads().stream().map(workload -> workload.descriptor().name());
    }

    private static SqlUser workload(String name) {
        return (SqlUser) new SqlProfiles()
                .workloads().stream()
                        .filter(workload -> workload.descriptor().name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void allOfYcsbIsThere() {
        assertThat(names())
                .containsExactly("sql ycsb-a", "sql ycsb-b", "sql ycsb-c", "sql ycsb-d", "sql ycsb-e", "sql ycsb-f");
    }

    private static BoundWorkload<JdbcSession> loaded(Workbench bench, int records) throws Exception {
        BoundWorkload<JdbcSession> bound = bench.bound("records", Integer.toString(records));
        bound.dataSet().load(2, Seed.DEFAULT, Progress.SILENT);
        assertThat(Workbench.failing(bound, "before")).isEmpty();
        return bound;
    }

    @ParameterizedTest
    @ValueSource(strings = {"sql ycsb-a", "sql ycsb-d", "sql ycsb-e", "sql ycsb-f"})
    void eachRunsByItsNameAndItsChecksHold(String name) throws Exception {
        try (JdbcTarget target = database.target("shipped_" + name.replaceAll("\\W", "_"))) {
            Workbench bench = new Workbench(target, workload(name), Map.of());
            BoundWorkload<JdbcSession> bound = loaded(bench, 100);

            bench.run(bound, 200);

            assertThat(Workbench.failing(bound, "after")).isEmpty();
        }
    }

    /** Those that differ only in weights. */
    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"sql ycsb-b", "sql ycsb-c"})
    void soDoTheOthers(String name) throws Exception {
        eachRunsByItsNameAndItsChecksHold(name);
    }

    @Test
    void printedProfilesRunAsFilesWithTheSameOperations(@TempDir Path folder) throws Exception {
        try (JdbcTarget target = database.target("printed")) {
            for (String name : names().toList()) {
                Path file = Files.writeString(
                        folder.resolve(name.replace(' ', '-') + ".yaml"),
                        workload(name).profile().orElseThrow());
                assertThat(new Workbench(target, file).bound().operations())
                        .isEqualTo(new Workbench(target, workload(name), Map.of())
                                .bound()
                                .operations());
            }
            Workbench bench = new Workbench(target, folder.resolve("sql-ycsb-d.yaml"));
            BoundWorkload<JdbcSession> bound = bench.bound("values", "records=50");
            bound.dataSet().load(2, Seed.DEFAULT, Progress.SILENT);
            bench.run(bound, 50);
            assertThat(Workbench.failing(bound, "after")).isEmpty();
        }
    }

    @Test
    void aLostUpdateFailsTheRun() throws Exception {
        try (JdbcTarget target = database.target("shipped_lost_update")) {
            Workbench bench = new Workbench(target, workload("sql ycsb-f"), Map.of());
            BoundWorkload<JdbcSession> bound = loaded(bench, 50);
            String first = bench.one(String.class, "SELECT string_agg(field0, ',') FROM usertable");
            bench.run(bound, 50);
            bench.sql("UPDATE usertable SET field0 = '" + first.substring(0, 100) + "'");

            assertThat(Workbench.failing(bound, "after")).anyMatch(fault -> fault.startsWith("updates: "));
        }
    }

    @Test
    void aLostRowFailsTheRun() throws Exception {
        try (JdbcTarget target = database.target("shipped_lost")) {
            Workbench bench = new Workbench(target, workload("sql ycsb-d"), Map.of());
            BoundWorkload<JdbcSession> bound = loaded(bench, 50);
            bench.run(bound, 50);
            bench.sql("DELETE FROM usertable WHERE number = (SELECT max(number) FROM usertable)");

            assertThat(Workbench.failing(bound, "after")).anyMatch(fault -> fault.startsWith("rows: "));
        }
    }
}
