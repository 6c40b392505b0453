package io.dbharness.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.jdbc.JdbcSession;
import io.dbharness.jdbc.JdbcTarget;
import io.dbharness.random.Seed;
import io.dbharness.sql.profile.Profiles;
import io.dbharness.testkit.SourceTree;
import io.dbharness.testkit.shared.MariadbServer;
import io.dbharness.workload.BoundWorkload;
import io.dbharness.workload.Check;
import io.dbharness.workload.DataSetState.Kind;
import io.dbharness.workload.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The three examples on real servers: loaded, checked, run, checked, loaded by another run, dropped. */
@Tag("server")
@ExtendWith(SqlTestDatabase.Given.class)
@Timeout(120)
class ExamplesTest {

    private final SqlTestDatabase database;

    ExamplesTest(SqlTestDatabase database) {
        this.database = database;
    }

    @ParameterizedTest
    @ValueSource(strings = {"job-queue", "time-series", "key-value"})
    void eachRunsOnPostgresql(String name) throws Exception {
        try (JdbcTarget target = database.target(name.replace('-', '_'))) {
            runs(target, name);
        }
    }

    @Test
    void theFileInTheManualRuns(@TempDir Path folder) throws Exception {
        String manual = Files.readString(SourceTree.path("docs", "workloads.md"));
        String file = manual.replaceFirst("(?s).*?```yaml\n(.*?)```.*", "$1");
        try (JdbcTarget target = database.target("manual")) {
            runs(new Workbench(target, Files.writeString(folder.resolve("accounts.yaml"), file)), "1", 4);
        }
    }

    @Test
    @EnabledIf(value = "mariadbIsInstalled", disabledReason = "mariadb-server is not installed")
    void eachRunsOnMariadb() throws Exception {
        for (String name : new String[] {"job-queue", "time-series", "key-value"}) {
            try (JdbcTarget target = SqlTestDatabase.onMariadb(name.replace('-', '_'))) {
                runs(target, name);
            }
        }
    }

    static boolean mariadbIsInstalled() {
        return MariadbServer.isInstalled();
    }

    private static void runs(JdbcTarget target, String name) throws Exception {
        // A sensor has readings of as many minutes at every scale.
        String scale = name.equals("time-series") ? "0.1" : "0.01";
        runs(new Workbench(target, Profiles.EXAMPLES.resolve(name + ".yaml")), scale, name.equals("key-value") ? 6 : 5);
    }

    private static void runs(Workbench bench, String scale, int checks) throws Exception {
        BoundWorkload<JdbcSession> first = bench.bound("scale", scale);
        assertThat(first.dataSet().inspect().kind()).isEqualTo(Kind.ABSENT);

        first.dataSet().load(2, Seed.DEFAULT, Progress.SILENT);

        assertThat(first.dataSet().inspect().kind()).isEqualTo(Kind.COMPLETE);
        for (int run = 1; run <= 2; run++) {
            BoundWorkload<JdbcSession> workload = bench.bound("scale", scale);
            assertThat(Workbench.failing(workload, "before")).isEmpty();
            bench.run(workload, 300);
            assertThat(workload.dataSet().check("after", Progress.SILENT))
                    .extracting(Check::name)
                    .contains("rows", "indexes", "rows.loaded")
                    .hasSize(checks);
            assertThat(Workbench.failing(workload, "after")).isEmpty();
        }
        first.dataSet().drop();
        assertThat(first.dataSet().inspect().kind()).isEqualTo(Kind.ABSENT);
    }
}
